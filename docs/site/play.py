"""The Python side of a play page: a table whose messages go to the page, without a notebook."""

import json
import os

import comm
from comm.base_comm import BaseComm

PAGE = {}
"""The table, its comm's id, and the function that posts to the page."""


class PageComm(BaseComm):
    """A comm that posts the table's messages to the page; those of other widgets go nowhere."""

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        """Post a message of the table."""
        state = (data or {}).get("state", {})
        if "_esm" in state and "id" not in PAGE:
            PAGE["id"] = self.comm_id
            PAGE["comm"] = self
        if self.comm_id != PAGE.get("id") or msg_type == "comm_close":
            return
        if (data or {}).get("method") == "custom":
            message = {"kind": "custom", "content": data["content"]}
        else:
            kind = "open" if msg_type == "comm_open" else "update"
            names = [path[0] for path in data.get("buffer_paths", [])]
            message = {"kind": kind, "state": state, "binary": names}
        PAGE["post"](json.dumps(message), [bytes(buffer) for buffer in buffers or []])


def connect(post):
    """Post the messages of the next table by ``post(text, buffers)``."""
    from pyodide.ffi import to_js

    PAGE.clear()
    PAGE["post"] = lambda text, buffers: post(text, to_js(buffers))
    comm.create_comm = PageComm


def open_table(game, seed, folder, post, site):
    """Open a table of a game by name; its saved games are in the folder, its links lead to site."""
    connect(post)
    os.environ["PIECEPACK_NB_SITE"] = site
    os.chdir(folder)
    import piecepack_nb as pp

    PAGE["table"] = pp.play(game) if seed is None else pp.play(game, seed=seed)


def handle(text):
    """Pass a message of the page on to the table."""
    message = json.loads(text)
    if message["kind"] == "update":
        data = {"method": "update", "state": message["state"], "buffer_paths": []}
    else:
        data = {"method": "custom", "content": message["content"]}
    PAGE["comm"].handle_msg({"content": {"comm_id": PAGE["id"], "data": data}, "buffers": []})


globals()

"""Games and questions on several devices at once: ``pp.host``.

A :class:`~piecepack_nb.hosting.server.Server` has a page and a WebSocket. A
:class:`~piecepack_nb.hosting.session.Session` has the tokens, and decides what each
:class:`~piecepack_nb.hosting.device.Device` shows: always one widget of this package, whose traits
and messages go over the socket in place of a notebook's comm.
:mod:`~piecepack_nb.hosting.tables` is a session at tables.

To serve something else, such as a question that all answer:

1. Make its widget's class with :class:`~piecepack_nb.hosting.device.Remote` first:
   ``class PhoneQuestion(Remote, BoardWidget)``. Its ``module`` is the built file with its view,
   ``widgets.js`` or ``host.js`` (sources in ``widgets/frontend/src``). A page without a board is a
   :class:`~piecepack_nb.hosting.lobby.DevicePanel`: data, requests, and a view in ``host.jsx``.
2. Make a subclass of ``Session``. ``welcome(device)`` shows a device its widget by
   ``device.show(widget)``: ``device.may`` is "join" for the link that all get, "host" for the
   lobby's and "screen" for the projector's. ``device.give("phone 7")`` gives a device a token of
   its own, which it keeps when it is reloaded, and calls ``welcome`` again with that right.
   ``left(device)`` is called when it has gone. Both run in the device's worker, a thread in which
   messages of its widget are handled, too; ``worker.do(call)`` has anything else done there.
3. Check on the server what a device may ask; never send what its owner may not see.
"""

"""Boards and controls for notebooks: the only package that imports anywidget and ipywidgets."""

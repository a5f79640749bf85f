"""How notebooks show games, views and moves: HTML with styles in its tags and nothing else, one module a game.

`_repr_html_` of the compiled classes loads `chupai._html.<game>` when first asked, and calls `game`, `view` or `move`.
Cards are text in boxes, so that the page still reads where a notebook takes styles away. Cards bring their own colours;
all else takes the page's, light or dark. No names, no classes, no script: nothing leaks into the notebook.
"""

# SPDX-License-Identifier: GPL-3.0-or-later
# The widgets that show a scene.
target_sources(edgewright_views PRIVATE
  graph/canvas/callout.cpp graph/canvas/callout.h graph/canvas/canvas_accessible.cpp graph/canvas/canvas_picture.cpp
  graph/canvas/canvas_picture.h graph/canvas/canvas_view.cpp graph/canvas/canvas_view.h graph/canvas/graph_canvas.cpp
  graph/canvas/graph_canvas.h graph/canvas/graph_canvas_input.cpp graph/canvas/graph_legend.cpp graph/canvas/graph_legend.h
  graph/canvas/graph_pane.cpp graph/canvas/graph_pane.h graph/canvas/hover_card.cpp graph/canvas/hover_card.h
  graph/canvas/mini_map.cpp graph/canvas/mini_map.h)

# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(edgewright_views PRIVATE
  graph/node_card.cpp graph/graph_scene.cpp graph/graph_painter.cpp graph/graph_canvas.cpp graph/graph_canvas_input.cpp
  graph/graph_legend.cpp graph/graph_pane.cpp graph/steps_model.cpp graph/rules_panel.cpp graph/graph_view.cpp)

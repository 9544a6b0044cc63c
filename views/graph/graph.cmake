# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(edgewright_views PRIVATE
  graph/node_card.cpp graph/scene_index.cpp graph/scene_builder.cpp graph/graph_scene.cpp graph/scene_hulls.cpp graph/scene_trunks.cpp
  graph/node_colouring.cpp graph/node_look.cpp graph/text_cache.cpp graph/card_painter.cpp graph/card_badges.cpp
  graph/graph_painter.cpp graph/graph_hit.cpp graph/coarse_raster.cpp graph/graph_transition.cpp
  graph/screen_painter.cpp graph/screen_overlay.cpp graph/hover_card.cpp graph/canvas_accessible.cpp graph/graph_canvas.cpp
  graph/graph_canvas_view.cpp graph/graph_canvas_input.cpp graph/graph_canvas_keys.cpp graph/mini_map.cpp
  graph/graph_legend.cpp graph/graph_pane.cpp graph/steps_model.cpp graph/rules_panel.cpp graph/graph_view.cpp)

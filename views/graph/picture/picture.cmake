# SPDX-License-Identifier: GPL-3.0-or-later
# Scenes of a graph and what paints them.
target_sources(edgewright_views PRIVATE
  graph/picture/card_badges.cpp graph/picture/card_painter.cpp graph/picture/coarse_raster.cpp graph/picture/folding.cpp
  graph/picture/graph_hit.cpp graph/picture/graph_painter.cpp graph/picture/graph_scene.cpp graph/picture/graph_transition.cpp
  graph/picture/module_card.cpp graph/picture/node_card.cpp graph/picture/node_colouring.cpp graph/picture/node_look.cpp
  graph/picture/scene_builder.cpp graph/picture/scene_hulls.cpp graph/picture/scene_index.cpp
  graph/picture/scene_trunks.cpp graph/picture/screen_overlay.cpp graph/picture/screen_painter.cpp)

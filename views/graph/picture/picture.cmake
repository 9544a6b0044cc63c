# SPDX-License-Identifier: GPL-3.0-or-later
# Scenes of a graph and what paints them.
target_sources(edgewright_views PRIVATE
  graph/picture/card_badges.cpp graph/picture/card_painter.cpp graph/picture/scene/coarse_raster.cpp graph/picture/scene/folding.cpp
  graph/picture/graph_hit.cpp graph/picture/graph_painter.cpp graph/picture/scene/graph_scene.cpp graph/picture/graph_transition.cpp
  graph/picture/scene/module_card.cpp graph/picture/scene/node_card.cpp graph/picture/node_colouring.cpp graph/picture/node_look.cpp graph/picture/paper_columns.cpp
  graph/picture/paper_pages.cpp
  graph/picture/scene/scene_builder.cpp graph/picture/scene/scene_hulls.cpp graph/picture/scene/scene_index.cpp
  graph/picture/scene/scene_trunks.cpp graph/picture/screen_overlay.cpp graph/picture/screen_painter.cpp)

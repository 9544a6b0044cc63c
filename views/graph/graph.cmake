# SPDX-License-Identifier: GPL-3.0-or-later
# The graph page.
target_sources(edgewright_views PRIVATE
  graph/answer_text.cpp graph/fusion_by_hand.cpp graph/fusion_by_hand.h
  graph/graph_colours.cpp graph/graph_colours.h graph/graph_figures.cpp graph/graph_pair.cpp
  graph/graph_pair.h graph/graph_presentation.cpp graph/graph_presentation.h graph/graph_selection.cpp
  graph/graph_selection.h graph/graph_slides.cpp graph/graph_state.cpp graph/graph_view.cpp graph/graph_view.h
  graph/graph_view_actions.cpp graph/module_folding.cpp graph/module_folding.h graph/presented.cpp
  graph/panels/provenance.cpp)

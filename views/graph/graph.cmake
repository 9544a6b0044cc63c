# SPDX-License-Identifier: GPL-3.0-or-later
# The graph page.
target_sources(edgewright_views PRIVATE
  graph/analysis_colours.cpp graph/answer_text.cpp graph/benefits_text.cpp graph/fusion_differences.cpp
  graph/graph_figures.cpp
  graph/graph_slides.cpp graph/graph_view.cpp graph/graph_view.h graph/graph_view_edit.cpp
  graph/graph_view_keys.cpp graph/graph_view_modules.cpp graph/graph_view_pin.cpp graph/graph_view_select.cpp graph/graph_view_show.cpp
  graph/module_folds.cpp graph/presented.cpp graph/provenance.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# The graph page around its canvases.
target_sources(edgewright_views PRIVATE
  support/shortcuts.cpp graph/provenance.cpp graph/fusion_edits.cpp graph/benefits_text.cpp graph/rule_row.cpp graph/step_delegate.cpp
  graph/steps_panel.cpp graph/history_bar.cpp graph/callout.cpp graph/breadcrumbs.cpp graph/node_query.cpp
  graph/search_field.cpp graph/outline.cpp graph/outline_panel.cpp
  graph/bookmarks.cpp graph/presented.cpp graph/analysis_colours.cpp graph/page_bar.cpp graph/node_text.cpp
  graph/graph_view_show.cpp graph/graph_view_select.cpp graph/graph_view_edit.cpp graph/graph_view_keys.cpp graph/graph_figures.cpp)

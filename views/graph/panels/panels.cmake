# SPDX-License-Identifier: GPL-3.0-or-later
# What stands around the canvases.
target_sources(edgewright_views PRIVATE
  graph/panels/benefits_text.cpp graph/panels/bookmarks.cpp graph/panels/breadcrumbs.cpp graph/panels/breadcrumbs.h graph/panels/deep_search.cpp graph/panels/fusion_differences.cpp graph/panels/history_bar.cpp
  graph/panels/history_bar.h graph/panels/insides.cpp graph/panels/node_query.cpp graph/panels/outline_panel.cpp graph/panels/outline_panel.h
  graph/panels/page_bar.cpp graph/panels/page_bar.h graph/panels/pin_panel.cpp graph/panels/pin_panel.h graph/panels/rule_row.cpp graph/panels/rule_row.h
  graph/panels/rules_panel.cpp graph/panels/rules_panel.h graph/panels/search_field.cpp graph/panels/search_field.h
  graph/panels/step_delegate.cpp graph/panels/step_delegate.h graph/panels/steps_model.cpp graph/panels/steps_model.h
  graph/panels/steps_panel.cpp graph/panels/steps_panel.h)

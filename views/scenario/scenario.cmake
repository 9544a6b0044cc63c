# SPDX-License-Identifier: GPL-3.0-or-later
# The scenario page.
target_sources(edgewright_views PRIVATE
  scenario/editor/core_set_rows.cpp scenario/editor/core_set_rows.h scenario/editor/model_form.cpp
  scenario/editor/model_form.h scenario/editor/model_list.cpp scenario/editor/model_list.h
  scenario/editor/scenario_editor.cpp scenario/editor/scenario_editor.h scenario/editor/scenario_form.cpp
  scenario/editor/scenario_form.h
  scenario/charts/scenario_charts.cpp scenario/scenario_pictures.cpp scenario/scenario_pictures.h
  scenario/policy_table.cpp scenario/policy_table.h scenario/scenario_words.cpp scenario/scenario_view.cpp
  scenario/scenario_view.h scenario/times_row.cpp scenario/times_row.h)
edgewright_catalogue(edgewright_views scenario_charts DIRECTORY scenario/charts ENTRIES
  timeline
  latency
  latency:tail
  queue
  breakdown
  batches
  cores
  load
)

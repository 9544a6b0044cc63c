# SPDX-License-Identifier: GPL-3.0-or-later
# The memory page.
target_sources(edgewright_views PRIVATE
  memory/alive_model.cpp memory/alive_model.h memory/alive_panel.cpp memory/alive_panel.h
  memory/arena_painter.cpp memory/buffer_look.cpp memory/buffer_model.cpp memory/buffer_model.h
  memory/chart_axes.cpp memory/compare_bar.cpp memory/compare_bar.h memory/gantt_painter.cpp
  memory/gantt_rows.cpp memory/hatch.cpp memory/kind_legend.cpp memory/kind_legend.h
  memory/label_placer.cpp memory/life_card.cpp memory/life_index.cpp memory/live_curve.cpp
  memory/memory_figures.cpp memory/memory_text.cpp memory/memory_view.cpp memory/memory_view.h
  memory/memory_view_compare.cpp memory/memory_view_layout.cpp memory/memory_view_time.cpp memory/peak_report.cpp
  memory/plan_chart.cpp memory/plan_chart.h memory/plan_chart_input.cpp memory/plan_lives.cpp
  memory/plan_painter.cpp memory/plan_side.cpp memory/plan_table_model.cpp memory/plan_table_model.h
  memory/plan_table_runs.cpp memory/plan_table_runs.h memory/planner_panel.cpp memory/planner_panel.h
  memory/search_curve.cpp memory/search_curve.h memory/share_delegate.cpp memory/share_delegate.h
  memory/sharing_panel.cpp memory/sharing_panel.h memory/time_bar.cpp memory/time_bar.h
  memory/what_if_bar.cpp memory/what_if_bar.h)

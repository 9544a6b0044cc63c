# SPDX-License-Identifier: GPL-3.0-or-later
# The memory page.
target_sources(edgewright_views PRIVATE
  memory/life_index.cpp memory/plan_side.cpp memory/plan_lives.cpp memory/life_card.cpp memory/chart_axes.cpp memory/hatch.cpp memory/plan_painter.cpp
  memory/buffer_look.cpp memory/kind_legend.cpp memory/live_curve.cpp memory/gantt_painter.cpp memory/arena_painter.cpp
  memory/plan_chart.cpp memory/plan_chart_input.cpp memory/memory_figures.cpp memory/peak_report.cpp
  memory/alive_model.cpp memory/share_delegate.cpp memory/alive_panel.cpp memory/sharing_panel.cpp memory/time_bar.cpp
  memory/what_if_bar.cpp memory/compare_bar.cpp memory/memory_text.cpp memory/memory_view.cpp
  memory/memory_view_time.cpp)

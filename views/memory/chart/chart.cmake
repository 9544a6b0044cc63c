# SPDX-License-Identifier: GPL-3.0-or-later
# Its charts.
target_sources(edgewright_views PRIVATE
  memory/chart/arena_painter.cpp memory/chart/buffer_look.cpp memory/chart/chart_axes.cpp memory/chart/gantt_painter.cpp
  memory/chart/gantt_rows.cpp memory/chart/hatch.cpp memory/chart/kind_legend.cpp memory/chart/kind_legend.h
  memory/chart/label_placer.cpp memory/chart/life_card.cpp memory/chart/live_curve.cpp memory/chart/plan_chart.cpp
  memory/chart/plan_chart.h memory/chart/plan_chart_input.cpp memory/chart/plan_painter.cpp memory/chart/search_curve.cpp
  memory/chart/search_curve.h)

# SPDX-License-Identifier: GPL-3.0-or-later
# The memory page.
target_sources(edgewright_views PRIVATE
  memory/compare_bar.cpp memory/compare_bar.h memory/compared_plans.cpp memory/compared_plans.h memory/chart/life_index.cpp
  memory/memory_figures.cpp memory/memory_text.cpp memory/memory_view.cpp memory/memory_view.h memory/memory_view_time.cpp
  memory/plan_columns.cpp memory/plan_columns.h memory/plan_lives.cpp memory/chart/plan_side.cpp memory/step_cursor.cpp
  memory/time_bar.cpp memory/time_bar.h memory/what_if_bar.cpp memory/what_if_bar.h)

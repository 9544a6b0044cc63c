# SPDX-License-Identifier: GPL-3.0-or-later
# Its lists and tables.
target_sources(edgewright_views PRIVATE
  memory/lists/alive_panel.cpp memory/lists/alive_panel.h
  memory/lists/buffer_model.cpp memory/lists/buffer_model.h memory/lists/memory_lists.cpp memory/lists/memory_lists.h memory/lists/peak_report.cpp memory/lists/plan_table_model.cpp
  memory/lists/plan_table_model.h memory/lists/planner_panel.cpp memory/lists/planner_panel.h memory/lists/sharing_panel.cpp
  memory/lists/sharing_panel.h)

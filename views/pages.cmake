# SPDX-License-Identifier: GPL-3.0-or-later
# The memory, accelerator and INT8 pages.
include(memory/memory.cmake)
target_sources(edgewright_views PRIVATE
  support/stage_overlay.cpp support/flow_layout.cpp
  support/chart_annotations.cpp support/chart_pane.cpp accelerator/cost_text.cpp accelerator/roofline_chart.cpp
  accelerator/dse_chart.cpp accelerator/layer_cycles.cpp accelerator/layer_table.cpp
  accelerator/accelerator_controls.cpp accelerator/accelerator_view.cpp
  int8/layer_grid.cpp int8/heat_painter.cpp int8/heat_map.cpp int8/sqnr_chart.cpp
  int8/int8_summary.cpp int8/int8_controls.cpp int8/layer_list.cpp int8/int8_view.cpp)

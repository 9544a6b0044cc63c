# SPDX-License-Identifier: GPL-3.0-or-later
# The memory, accelerator and INT8 pages.
include(memory/memory.cmake)
target_sources(edgewright_views PRIVATE
  support/stage_overlay.cpp support/flow_layout.cpp
  support/chart_annotations.cpp support/chart_pane.cpp accelerator/cost_text.cpp accelerator/roofline_chart.cpp
  accelerator/dse_chart.cpp accelerator/layer_cycles.cpp accelerator/layer_table.cpp
  accelerator/accelerator_controls.cpp accelerator/accelerator_view.cpp
  numerics/layer_grid.cpp numerics/heat_painter.cpp numerics/heat_map.cpp numerics/sqnr_chart.cpp
  numerics/int8_summary.cpp numerics/int8_controls.cpp numerics/layer_list.cpp numerics/int8_view.cpp)

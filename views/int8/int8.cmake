# SPDX-License-Identifier: GPL-3.0-or-later
# The INT8 page.
target_sources(edgewright_views PRIVATE
  int8/heat_map.cpp int8/heat_map.h int8/heat_painter.cpp int8/int8_summary.cpp int8/int8_summary.h int8/int8_view.cpp
  int8/int8_view.h int8/layer_grid.cpp int8/layer_list.cpp int8/layer_list.h int8/layer_pane.cpp int8/layer_pane.h
  int8/profile_painter.cpp int8/quantization_controls.cpp int8/quantization_controls.h int8/sqnr_chart.cpp)

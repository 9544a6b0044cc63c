# SPDX-License-Identifier: GPL-3.0-or-later
# The INT8 page.
target_sources(edgewright_views PRIVATE
  int8/charts/heat_map.cpp int8/charts/heat_map.h int8/charts/heat_painter.cpp int8/int8_view.cpp
  int8/int8_view.h int8/charts/layer_grid.cpp int8/layer_list.cpp int8/layer_list.h int8/layer_pane.cpp int8/layer_pane.h
  int8/charts/profile_painter.cpp int8/quantization_controls.cpp int8/quantization_controls.h int8/charts/sqnr_chart.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# Design-space exploration on the accelerator page.
target_sources(edgewright_views PRIVATE
  accelerator/dse/axes_editor.cpp accelerator/dse/axes_editor.h accelerator/dse/coordinate_axis.cpp
  accelerator/dse/coordinate_axis.h accelerator/dse/dse_charts.cpp accelerator/dse/dse_controls.cpp
  accelerator/dse/dse_view.cpp accelerator/dse/dse_view.h
  accelerator/dse/log_scale.cpp accelerator/dse/painted_chart.cpp accelerator/dse/painted_chart.h
  accelerator/dse/seen_points.cpp accelerator/dse/seen_points.h
  accelerator/dse/space_text.cpp)
edgewright_catalogue(edgewright_views dse_charts DIRECTORY accelerator/dse/charts ENTRIES
  lines:size_lines
  lines:sram_lines
  heat_map
  parallel
  pareto
)

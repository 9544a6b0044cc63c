# SPDX-License-Identifier: GPL-3.0-or-later
# The measure page.
target_sources(edgewright_views PRIVATE
  measure/device_list.cpp measure/device_list.h measure/distribution_chart.cpp measure/measure_controls.cpp
  measure/measure_controls.h measure/measure_text.cpp measure/measure_view.cpp measure/measure_view.h
  measure/measure_view_files.cpp measure/measure_view_show.cpp
  measure/operator_table.cpp measure/operator_table.h measure/run_chart.cpp measure/run_chart.h
  measure/roof_chart.cpp measure/roof_pane.cpp measure/roof_pane.h measure/roof_points.cpp measure/roof_points.h
  measure/sample_dots.cpp measure/sample_dots.h)

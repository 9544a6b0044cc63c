# SPDX-License-Identifier: GPL-3.0-or-later
# Design-space exploration on the accelerator page.
target_sources(edgewright_views PRIVATE
  accelerator/dse/axes_editor.cpp accelerator/dse/axes_editor.h accelerator/dse/dse_charts.cpp accelerator/dse/dse_view.cpp accelerator/dse/dse_view.h
  accelerator/dse/heat_map_chart.cpp accelerator/dse/lines_chart.cpp accelerator/dse/log_scale.cpp
  accelerator/dse/painted_chart.cpp accelerator/dse/painted_chart.h accelerator/dse/parallel_chart.cpp
  accelerator/dse/pareto_chart.cpp
  accelerator/dse/space_text.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# Charts.
target_sources(edgewright_views PRIVATE
  support/chart/chart_annotations.cpp support/chart/chart_card.cpp support/chart/chart_card.h support/chart/chart_layer.cpp
  support/chart/axis_titles.cpp support/chart/chart_legend.cpp
  support/chart/chart_pane.cpp
  support/chart/chart_pane.h support/chart/chart_style.cpp support/chart/row_bars.cpp
  support/chart/run_chart.cpp support/chart/run_chart.h)

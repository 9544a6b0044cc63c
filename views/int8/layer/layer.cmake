# SPDX-License-Identifier: GPL-3.0-or-later
# One layer on the INT8 page: what its error, its ranges and its accumulator look like.
target_sources(edgewright_views PRIVATE
  int8/layer/bits_chart.cpp int8/layer/chosen_charts.cpp int8/layer/chosen_charts.h int8/layer/code_marks.cpp
  int8/layer/column_bars.cpp int8/layer/histogram_chart.cpp int8/layer/layer_answer.cpp int8/layer/layer_details.cpp int8/layer/layer_details.h
  int8/layer/output_chart.cpp int8/layer/scales_chart.cpp
  int8/layer/layer_tables.cpp)

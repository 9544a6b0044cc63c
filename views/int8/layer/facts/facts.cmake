# SPDX-License-Identifier: GPL-3.0-or-later
# What is counted of one layer, and said of it.
target_sources(edgewright_views PRIVATE
  int8/layer/facts/channel_errors.cpp int8/layer/facts/channel_scales.cpp int8/layer/facts/code_reach.cpp
  int8/layer/facts/layer_answer.cpp
  int8/layer/facts/layer_facts.cpp int8/layer/facts/output_points.cpp int8/layer/facts/studied_layer.cpp
  int8/layer/facts/value_histogram.cpp int8/layer/facts/weight_pictures.cpp int8/layer/facts/worst_outputs.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# The whole model on the INT8 page.
target_sources(edgewright_views PRIVATE
  int8/model/layer_measures.cpp int8/model/model_answer.cpp int8/model/model_pane.cpp
  int8/model/model_pane.h int8/model/quantized_pane.cpp int8/model/quantized_pane.h)

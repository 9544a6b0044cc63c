# SPDX-License-Identifier: GPL-3.0-or-later
# Experiments over the whole model on the INT8 page.
target_sources(edgewright_views PRIVATE
  int8/experiments/accumulators_pane.cpp int8/experiments/accumulators_pane.h int8/experiments/experiment_frame.cpp
  int8/experiments/experiment_frame.h int8/experiments/strategies_pane.cpp
  int8/experiments/strategies_pane.h)

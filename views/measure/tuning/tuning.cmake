# SPDX-License-Identifier: GPL-3.0-or-later
# The tuning tab of the measure page.
target_sources(edgewright_views PRIVATE
  measure/tuning/tuning_charts.cpp measure/tuning/tuning_charts.h measure/tuning/tuning_controls.cpp
  measure/tuning/tuning_controls.h measure/tuning/tuning_text.cpp measure/tuning/tuning_text.h measure/tuning/tuning_view.cpp measure/tuning/tuning_view.h)
edgewright_catalogue(edgewright_views tuning_charts DIRECTORY measure/tuning/charts ENTRIES
  progress:over_trials
  progress:over_seconds
  predicted
  knobs
  kernels
  nest
)

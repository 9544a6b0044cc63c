# SPDX-License-Identifier: GPL-3.0-or-later
# The pipeline page.
target_sources(edgewright_views PRIVATE
  pipeline/charts/pipeline_charts.cpp pipeline/charts/planned_visits.cpp
  pipeline/device_rows.cpp pipeline/device_rows.h pipeline/pipeline_controls.cpp pipeline/pipeline_controls.h
  pipeline/pipeline_pictures.cpp pipeline/pipeline_pictures.h pipeline/pipeline_view.cpp pipeline/pipeline_view.h
  pipeline/pipeline_words.cpp pipeline/run_row.cpp pipeline/run_row.h pipeline/stage_graph.cpp
  pipeline/stage_graph.h)
edgewright_catalogue(edgewright_views pipeline_charts DIRECTORY pipeline/charts ENTRIES
  timeline
  utilisation
  front
  devices
)

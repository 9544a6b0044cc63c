# SPDX-License-Identifier: GPL-3.0-or-later
# The timeline: traces on a time axis.
target_sources(edgewright_views PRIVATE
  measure/timeline/model/memory_curve.cpp measure/timeline/model/span_index.cpp
  measure/timeline/model/timeline_model.cpp measure/timeline/model/timeline_scene.cpp
  measure/timeline/model/timeline_search.cpp measure/timeline/model/timeline_source.cpp measure/timeline/span_strip.cpp
  measure/timeline/time_axis.cpp measure/timeline/timeline_card.cpp measure/timeline/timeline_chart.cpp
  measure/timeline/timeline_chart.h measure/timeline/timeline_chart_input.cpp measure/timeline/timeline_geometry.cpp
  measure/timeline/timeline_labels.cpp measure/timeline/timeline_legend.cpp measure/timeline/timeline_legend.h
  measure/timeline/timeline_marks_painter.cpp measure/timeline/timeline_painter.cpp
  measure/timeline/timeline_search_bar.cpp measure/timeline/timeline_search_bar.h measure/timeline/timeline_widget.cpp
  measure/timeline/timeline_widget.h measure/timeline/unmatched_panel.cpp measure/timeline/unmatched_panel.h)

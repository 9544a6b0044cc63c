# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(edgewright_views PRIVATE
  inspector/weight_stats.cpp inspector/weight_chart.h inspector/weight_chart.cpp inspector/fold_section.h inspector/name_label.h inspector/name_label.cpp
  inspector/tensor_slice.cpp inspector/slice_image.cpp inspector/tensor_view.cpp
  inspector/fold_section.cpp inspector/describe.cpp inspector/inspector.h inspector/inspector.cpp inspector/inspector_findings.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# The inspector.
target_sources(edgewright_views PRIVATE
  inspector/describe.cpp inspector/fold_section.cpp inspector/fold_section.h inspector/inspector.cpp
  inspector/inspector.h inspector/inspector_findings.cpp inspector/name_label.cpp inspector/name_label.h
  inspector/slice_image.cpp inspector/slice_image.h inspector/tensor_slice.cpp inspector/tensor_view.cpp
  inspector/tensor_view.h inspector/weight_chart.cpp inspector/weight_chart.h)

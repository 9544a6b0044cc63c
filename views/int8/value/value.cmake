# SPDX-License-Identifier: GPL-3.0-or-later
# How one output of a layer is computed.
target_sources(edgewright_views PRIVATE
  int8/value/accumulator_path.cpp int8/value/error_bar.cpp int8/value/term_table.cpp
  int8/value/value_drawing.cpp int8/value/value_drawing.h int8/value/value_painter.cpp int8/value/value_stages.cpp int8/value/value_text.cpp
  int8/value/value_view.cpp int8/value/value_view.h int8/value/value_window.cpp)

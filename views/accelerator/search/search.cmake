# SPDX-License-Identifier: GPL-3.0-or-later
# Strategies of the search for mappings, compared on one layer.
target_sources(edgewright_views PRIVATE
  accelerator/search/nest_view.cpp accelerator/search/nest_view.h
  accelerator/search/search_chart.cpp
  accelerator/search/search_text.cpp accelerator/search/search_view.cpp accelerator/search/search_view.h
  accelerator/search/tiling_edits.cpp accelerator/search/tiling_edits.h)

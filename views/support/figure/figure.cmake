# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures that are given away.
target_sources(edgewright_views PRIVATE
  support/figure/figure.cpp support/figure/figure_format.cpp support/figure/figure_glyphs.cpp support/figure/figure_menu.cpp
  support/figure/figure_style.cpp support/figure/mark_titles.cpp)
edgewright_catalogue(edgewright_views figure_formats DIRECTORY support/figure/formats ENTRIES
  svg
  pdf
  png
)

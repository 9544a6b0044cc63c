# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures that are given away.
target_sources(edgewright_views PRIVATE
  support/figure/figure.cpp support/figure/figure_menu.cpp)

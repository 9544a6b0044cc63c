# SPDX-License-Identifier: GPL-3.0-or-later
# A | B: a pinned state beside the one that runs, the same on every page.
target_sources(edgewright_views PRIVATE
  support/pin/pin_bar.cpp support/pin/pin_bar.h support/pin/pin_table.cpp support/pin/pin_table.h support/pin/pin_text.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# Zooming and panning.
target_sources(edgewright_views PRIVATE
  support/viewport/spot_walk.cpp support/viewport/spot_walk.h support/viewport/viewport_controller.cpp support/viewport/viewport_controller.h)

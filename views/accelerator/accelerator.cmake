# SPDX-License-Identifier: GPL-3.0-or-later
# The accelerator page.
target_sources(edgewright_views PRIVATE
  accelerator/accelerator_controls.cpp accelerator/accelerator_controls.h accelerator/accelerator_totals.cpp
  accelerator/accelerator_view.cpp accelerator/accelerator_view.h
  accelerator/compare_box.cpp accelerator/compare_box.h accelerator/charts/cost_charts.cpp
  accelerator/charts/cost_text.cpp
  accelerator/what_if_row.cpp accelerator/what_if_row.h)
edgewright_catalogue(edgewright_views accelerator_charts DIRECTORY accelerator/charts ENTRIES
  layer_bars:layer_cycles
  roofline
  layer_bars:layer_energy
)

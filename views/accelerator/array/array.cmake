# SPDX-License-Identifier: GPL-3.0-or-later
# The chosen layer on the array.
target_sources(edgewright_views PRIVATE
  accelerator/array/array_canvas.cpp accelerator/array/array_canvas.h accelerator/array/array_pane.cpp accelerator/array/array_pane.h
  accelerator/array/array_picture.cpp accelerator/array/array_scene.cpp
  accelerator/array/array_transport.cpp accelerator/array/array_transport.h
  accelerator/array/dataflow_pane.cpp accelerator/array/dataflow_pane.h
  accelerator/array/dataflow_picture.cpp accelerator/array/dataflow_picture.h
  accelerator/array/cell_grid.cpp accelerator/array/fold_map.cpp accelerator/array/sram_strip.cpp)

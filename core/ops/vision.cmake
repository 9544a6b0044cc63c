# SPDX-License-Identifier: GPL-3.0-or-later
# Sampling, cropping, unfolding and decoding of images; determinants.
find_package(PkgConfig REQUIRED)
pkg_check_modules(STB REQUIRED IMPORTED_TARGET GLOBAL stb)
target_link_libraries(edgewright_ops PRIVATE PkgConfig::STB)
target_sources(edgewright_ops PRIVATE grid_taps.cpp image.cpp image_tiff.cpp region.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  grid_sample
  affine_grid
  roi_align
  max_roi_pool
  deform_conv
  col2_im
  center_crop_pad
  det
  shrink
  image_decoder
)

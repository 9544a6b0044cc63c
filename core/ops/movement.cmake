# SPDX-License-Identifier: GPL-3.0-or-later
# Operators that move, compare, combine or convert elements: element-wise, shapes, data movement, control flow,
# quantization.
# The list is the registration; the order does not matter (the catalogue is sorted).
target_sources(edgewright_ops PRIVATE
  cast_elements.cpp code_parameters.cpp codes.cpp element_sink.cpp indices.cpp
  integer_convolution.cpp integer_filter.cpp integer_lines.cpp integer_panels.cpp integer_product.cpp resampling.cpp
  scatter.cpp stacking.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  add
  sub
  mul
  div
  pow
  mod
  min
  max
  sum
  mean
  abs
  neg
  exp
  log
  sqrt
  reciprocal
  floor
  ceil
  round
  sign
  sin
  cos
  tan
  asin
  acos
  atan
  sinh
  cosh
  asinh
  acosh
  atanh
  logical_not
  logical_and
  logical_or
  logical_xor
  equal
  less
  less_or_equal
  greater
  greater_or_equal
  where
  is_nan
  is_inf
  bit_shift
  bitwise_and
  bitwise_or
  bitwise_xor
  bitwise_not
  cast
  cast_like

  identity
  dropout
  constant
  constant_of_shape
  shape
  size
  reshape
  flatten
  squeeze
  unsqueeze
  transpose
  concat
  split
  slice
  gather
  gather_elements
  gather_nd
  scatter
  scatter_elements
  scatter_nd
  expand
  tile
  pad
  resize
  upsample
  depth_to_space
  space_to_depth
  range
  top_k
  non_zero
  cum_sum
  one_hot
  trilu
  eye_like
  compress
  reverse_sequence
  unique
  non_max_suppression
  crop
  image_scaler
  affine
  constant_fill
  given_tensor_fill

  op_if
  loop
  scan

  quantize_linear
  dequantize_linear
  dynamic_quantize_linear
  conv_integer
  mat_mul_integer
  q_linear_conv
  q_linear_mat_mul
  q_linear_add
  q_linear_mul
  q_linear_global_average_pool
  q_linear_average_pool
  q_linear_sigmoid
  q_linear_leaky_relu
  q_linear_concat
  q_linear_softmax
  q_gemm
  mat_mul_integer_to_float
  dynamic_quantize_mat_mul
)

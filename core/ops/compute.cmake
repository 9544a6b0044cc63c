# SPDX-License-Identifier: GPL-3.0-or-later
# Operators that compute: convolutions, matrix products, pooling, reductions, normalisation, activations.
# The list is the registration; the order does not matter (the catalogue is sorted).
list(APPEND EDGEWRIGHT_OPERATORS
  conv
  conv_transpose
  gemm
  mat_mul
  einsum
  lstm
  gru
  rnn

  average_pool
  max_pool
  lp_pool
  max_unpool
  global_average_pool
  global_max_pool
  global_lp_pool

  batch_normalization
  instance_normalization
  layer_normalization
  group_normalization
  rms_normalization
  lp_normalization
  lrn
  mean_variance_normalization
  softmax
  log_softmax
  hardmax

  relu
  leaky_relu
  prelu
  clip
  sigmoid
  hard_sigmoid
  hard_swish
  tanh
  elu
  selu
  celu
  softplus
  softsign
  thresholded_relu
  gelu
  mish
  swish
  erf

  reduce_sum
  reduce_mean
  reduce_max
  reduce_min
  reduce_prod
  reduce_l1
  reduce_l2
  reduce_log_sum
  reduce_log_sum_exp
  reduce_sum_square
  arg_max
  arg_min
)

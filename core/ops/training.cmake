# SPDX-License-Identifier: GPL-3.0-or-later
# Losses and optimizers.
target_sources(edgewright_ops PRIVATE class_loss.cpp optimizer.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  negative_log_likelihood_loss
  softmax_cross_entropy_loss
  adam
  adagrad
  momentum
  gradient
)

# SPDX-License-Identifier: GPL-3.0-or-later
# Random numbers, from a fixed generator: the same seed gives the same numbers on every machine.
target_sources(edgewright_ops PRIVATE random.cpp random_fill.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  random_uniform
  random_uniform_like
  random_normal
  random_normal_like
  bernoulli
  multinomial
)

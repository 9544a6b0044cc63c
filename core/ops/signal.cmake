# SPDX-License-Identifier: GPL-3.0-or-later
# Fourier transforms, windows, mel weights.
target_sources(edgewright_ops PRIVATE cosine_window.cpp fourier.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  dft
  stft
  hann_window
  hamming_window
  blackman_window
  mel_weight_matrix
)

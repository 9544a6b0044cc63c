# SPDX-License-Identifier: GPL-3.0-or-later
# Attention, rotary embedding, and what transformers are written with.
target_sources(edgewright_ops PRIVATE
  attention.cpp attention_heads.cpp attention_padding.cpp attention_residual.cpp attention_rotary.cpp
  fused_activation.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  attention
  flex_attention
  linear_attention
  causal_conv_with_state
  rotary_embedding
  tensor_scatter
  cum_prod
  simplified_layer_normalization

  microsoft_attention
  multi_head_attention
  group_query_attention
  microsoft_rotary_embedding
  embed_layer_normalization
  skip_layer_normalization
  skip_simplified_layer_normalization
  group_norm
  bias_gelu
  fast_gelu
  microsoft_gelu
  quick_gelu
  fused_conv
  fused_gemm
  fused_mat_mul
)

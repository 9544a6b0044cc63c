# SPDX-License-Identifier: GPL-3.0-or-later
# Sequences and optionals of tensors, and what else control flow and conversions need.
target_sources(edgewright_ops PRIVATE batched_scan.cpp number_text.cpp sequences.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  sequence_empty
  sequence_construct
  sequence_insert
  sequence_erase
  sequence_at
  sequence_length
  split_to_sequence
  concat_from_sequence
  sequence_map
  op_optional
  optional_has_element
  optional_get_element
  bit_cast
)

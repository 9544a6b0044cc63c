# SPDX-License-Identifier: GPL-3.0-or-later
# Strings.
target_sources(edgewright_ops PRIVATE code_points.cpp regex.cpp regex_syntax.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  string_normalizer
  string_split
  string_concat
  regex_full_match
  tf_idf_vectorizer
)

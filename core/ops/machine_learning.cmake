# SPDX-License-Identifier: GPL-3.0-or-later
# The domain ai.onnx.ml. The operators that read or write maps (cast_map, dict_vectorizer, zip_map) are typed but not
# run.
target_sources(edgewright_ops PRIVATE features.cpp label_map.cpp scores.cpp support_vectors.cpp tree_ensemble.cpp)
list(APPEND EDGEWRIGHT_OPERATORS
  tree_ensemble
  tree_ensemble_classifier
  tree_ensemble_regressor
  linear_classifier
  linear_regressor
  svm_classifier
  svm_regressor

  array_feature_extractor
  binarizer
  imputer
  normalizer
  scaler
  feature_vectorizer

  label_encoder
  category_mapper
  one_hot_encoder

  cast_map
  dict_vectorizer
  zip_map
)

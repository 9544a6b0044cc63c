# SPDX-License-Identifier: GPL-3.0-or-later
# What all pages share.
target_sources(edgewright_views PRIVATE
  support/answer_line.cpp support/answer_line.h support/flow_layout.cpp support/fusion_edits.cpp
  support/icon.cpp support/motion.cpp support/operator_title.cpp support/quantity.cpp support/selection.h
  support/save_name.cpp support/search_line.cpp support/search_line.h support/settings_model.cpp support/settings_model.h
  support/short_name.cpp support/shortcuts.cpp
  support/splitter_sizes.cpp support/theme.cpp support/page/page_answer.cpp support/page/page_answer.h
  support/page/view.cpp support/page/view.h
  support/wheel_guard.cpp support/wheel_guard.h)

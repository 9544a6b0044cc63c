# SPDX-License-Identifier: GPL-3.0-or-later
# Editors and words of settings, from the tables of their fields.
target_sources(edgewright_views PRIVATE
  support/field/field_editor.cpp support/field/field_editor.h support/field/field_text.cpp
  support/field/number_box.h support/field/number_list.cpp)

# SPDX-License-Identifier: GPL-3.0-or-later
# Tables, lists and trees.
target_sources(edgewright_views PRIVATE
  support/table/column_menu.cpp support/table/data_table.cpp support/table/data_table.h support/table/row_table.cpp support/table/row_table.h support/table/table_copy.cpp support/table/table_text.cpp)

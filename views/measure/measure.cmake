# SPDX-License-Identifier: GPL-3.0-or-later
# The measure page.
target_sources(edgewright_views PRIVATE
  measure/boards/board_dialog.cpp measure/boards/board_dialog.h measure/boards/board_prompts.cpp measure/boards/board_prompts.h
  measure/boards/board_text.cpp measure/boards/question_dialog.cpp measure/boards/question_dialog.h
  measure/charts/device_chart.cpp measure/charts/distribution_chart.cpp measure/charts/history_chart.cpp
  measure/charts/prediction_pane.cpp measure/charts/prediction_pane.h
  measure/charts/roof_pane.cpp measure/charts/roof_pane.h
  measure/device_list.cpp measure/device_list.h measure/measure_answer.cpp measure/measure_choice.cpp measure/measure_choice.h
  measure/measure_controls.cpp measure/measure_controls.h measure/measure_pictures.cpp measure/measure_pictures.h
  measure/charts/measure_text.cpp measure/measure_view.cpp measure/measure_view.h measure/operator_pane.cpp measure/operator_pane.h
  measure/profile_beside.cpp measure/profile_beside.h
  measure/record_saver.cpp measure/record_saver.h)

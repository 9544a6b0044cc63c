# SPDX-License-Identifier: GPL-3.0-or-later
# What was measured of the open model, for every page.
target_sources(edgewright_views PRIVATE
  support/measurement/board_questions.cpp support/measurement/board_questions.h support/measurement/boards.cpp support/measurement/boards.h
  support/measurement/known_machine.cpp support/measurement/known_machine.h support/measurement/machine_roof.cpp support/measurement/machine_roof.h support/measurement/measurements.cpp support/measurement/measurements.h
  support/measurement/run_choice.cpp support/measurement/verdict_text.cpp)

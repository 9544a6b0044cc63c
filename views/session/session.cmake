# SPDX-License-Identifier: GPL-3.0-or-later
# The state of the session, below the pages and without widgets: the open model and its stages, what was measured of it,
# the boards, and what is pinned.
target_sources(edgewright_views PRIVATE
  session/board_questions.cpp session/board_questions.h session/boards.cpp session/boards.h session/experiments.cpp
  session/experiments.h session/gpu_here.cpp session/gpu_here.h session/known_machine.cpp
  session/known_machine.h session/machine_roof.cpp session/machine_roof.h session/measure_job.cpp session/measurements.cpp session/measurements.h
  session/told_text.h
  session/pin.cpp session/pin.h session/quantities.cpp session/session.cpp session/session.h session/setting_differences.cpp
  session/tuning.cpp session/tuning.h)

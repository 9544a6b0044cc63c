# SPDX-License-Identifier: GPL-3.0-or-later
# Work beside the window, and what stands over its results.
target_sources(edgewright_views PRIVATE
  support/job/job_board.cpp support/job/job_board.h support/job/job_slot.cpp support/job/job_slot.h
  support/job/stage_jobs.cpp support/job/stage_jobs.h support/job/stage_overlay.cpp support/job/stage_overlay.h support/job/stage_text.cpp)

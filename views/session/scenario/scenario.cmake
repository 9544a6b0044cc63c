# SPDX-License-Identifier: GPL-3.0-or-later
# The state of a scenario of several models, below its page and without widgets: what is edited, the times of its models,
# and what was simulated.
target_sources(edgewright_views PRIVATE
  session/scenario/scenario_draft.cpp session/scenario/scenario_draft.h session/scenario/scenario_runs.cpp
  session/scenario/scenario_runs.h session/scenario/scenario_times.cpp session/scenario/scenario_times.h)

# SPDX-License-Identifier: GPL-3.0-or-later
# A network over several devices, below its page and without widgets: what runs, and the newest record.
target_sources(edgewright_views PRIVATE
  session/split/split_runs.cpp session/split/split_runs.h)

# SPDX-License-Identifier: GPL-3.0-or-later
# Runs in words, and which of them stand beside each other.
target_sources(edgewright_views PRIVATE support/measurement/predicted_text.cpp support/measurement/run_choice.cpp
  support/measurement/verdict_text.cpp)

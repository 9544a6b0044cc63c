# SPDX-License-Identifier: GPL-3.0-or-later
# The state of a scenario of several models, below its page and without widgets: what is edited, the times of its models,
# and what was simulated.
target_sources(edgewright_views PRIVATE
  session/scenario/doing_words.h
  session/scenario/policy_rows.cpp session/scenario/policy_rows.h
  session/scenario/real_run.cpp session/scenario/real_run.h session/scenario/sample_scenario.cpp
  session/scenario/scenario_draft.cpp session/scenario/scenario_draft.h session/scenario/scenario_runs.cpp
  session/scenario/scenario_runs.h session/scenario/scenario_times.cpp session/scenario/scenario_times.h)
# Of this file alone: with a path of the clone no other clone finds a unit in the cache. Its models lie beside it as in
# the sources: ../../samples.
set_source_files_properties(session/scenario/sample_scenario.cpp PROPERTIES COMPILE_DEFINITIONS
  "EDGEWRIGHT_SCENARIOS_IN_SOURCE=\"${PROJECT_SOURCE_DIR}/resources/scenarios\";EDGEWRIGHT_SCENARIOS_INSTALLED=\"../${CMAKE_INSTALL_DATADIR}/edgewright/resources/scenarios\"")
install(FILES ${PROJECT_SOURCE_DIR}/resources/scenarios/camera_and_signals.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/edgewright/resources/scenarios)

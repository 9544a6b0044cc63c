# SPDX-License-Identifier: GPL-3.0-or-later
# The search for mappings: a part of the module cost.
target_sources(edgewright_cost PRIVATE
  search/space.cpp search/moves.cpp search/history.cpp search/strategy.cpp search/task.cpp search/scheduler.cpp search/layer_groups.cpp
  search/tiling_space.cpp search/search_table.cpp search/strategy_comparison.cpp search/strategy_sentence.cpp search/trees/cost_model.cpp
  search/trees/candidates.cpp search/trees/boosted_trees.cpp search/trees/tree_grower.cpp)
edgewright_catalogue(edgewright_cost search_strategies DIRECTORY search/strategies ENTRIES
  exhaustive
  random
  annealing
  evolution
  learned
)

# The first of the cost models is the default. XGBoost's code watches its own memory: not under sanitizers.
set(cost_models own_trees own_trees:own_ranking)
if(EDGEWRIGHT_SANITIZE)
  message(STATUS "Cost model xgboost: left out of a build with sanitizers")
else()
  find_path(XGBOOST_INCLUDE_DIR xgboost/c_api.h)
  find_library(XGBOOST_LIBRARY xgboost)
  if(XGBOOST_INCLUDE_DIR AND XGBOOST_LIBRARY)
    message(STATUS "Cost model xgboost: ${XGBOOST_LIBRARY}")
    list(PREPEND cost_models xgboost)
    target_include_directories(edgewright_cost SYSTEM PRIVATE ${XGBOOST_INCLUDE_DIR})
    target_link_libraries(edgewright_cost PRIVATE ${CMAKE_DL_LIBS})
  else()
    message(STATUS "Cost model xgboost: left out, XGBoost is not installed (Debian: libxgboost-dev)")
  endif()
endif()
edgewright_catalogue(edgewright_cost cost_models DIRECTORY search/trees ENTRIES ${cost_models})
set_property(SOURCE search/trees/tree_grower.cpp search/trees/boosted_trees.cpp
  APPEND PROPERTY COMPILE_OPTIONS ${EDGEWRIGHT_LOOPS})

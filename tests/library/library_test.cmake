# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the library, moves it, builds samples/library on it, and compares what that prints with the command line.
cmake_minimum_required(VERSION 3.25)

# run(VARIABLE COMMAND...): its standard output; what fails ends the test.
function(run variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}\n${output}${errors}")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(ignored ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first --component library)
file(RENAME ${WORK}/first ${WORK}/prefix) # nothing of it may name the folder that it was installed to
# With the tree's own headers out of reach, those that are installed are enough.
file(COPY ${SOURCES}/samples/library DESTINATION ${WORK}/sample)
run(ignored ${CMAKE_COMMAND} -S ${WORK}/sample/library -B ${WORK}/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/prefix
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(ignored ${CMAKE_COMMAND} --build ${WORK}/build)

# Whoever asks for what is not there is told so.
file(WRITE ${WORK}/wrong/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(wrong LANGUAGES CXX)
find_package(Edgewright 99 QUIET)
find_package(Edgewright QUIET COMPONENTS kitchen)
if(Edgewright_FOUND)
  message(FATAL_ERROR \"found\")
endif()
find_package(Edgewright ${VERSION} EXACT REQUIRED)
")
run(ignored ${CMAKE_COMMAND} -S ${WORK}/wrong -B ${WORK}/wrong/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/prefix
  -D CMAKE_CXX_COMPILER=${COMPILER})

file(GLOB models ${SOURCES}/samples/*.onnx)
list(LENGTH models count)
if(count LESS 4)
  message(FATAL_ERROR "only ${count} models in ${SOURCES}/samples")
endif()
foreach(model IN LISTS models)
  run(printed ${WORK}/build/follow ${model})
  message(STATUS "${model}\n${printed}")
  if(NOT printed MATCHES "nodes ([0-9]+), fused ([0-9]+)\narena ([0-9]+) bytes, used up to ([0-9]+)\n[^\n]+ float32\\[[0-9,]+\\] -?[0-9]")
    message(FATAL_ERROR "${model}: no counts, no arena or no values in:\n${printed}")
  endif()
  set(nodes ${CMAKE_MATCH_1})
  set(fused ${CMAKE_MATCH_2})
  set(arena ${CMAKE_MATCH_3})
  set(reach ${CMAKE_MATCH_4})
  if(NOT fused LESS nodes)
    message(FATAL_ERROR "${model}: ${nodes} nodes, fused ${fused}")
  endif()
  run(planned ${CLI} plan --fuse --json ${model})
  string(JSON peak GET "${planned}" results 0 peak)
  if(NOT arena EQUAL peak OR NOT reach EQUAL peak)
    message(FATAL_ERROR "${model}: arena ${arena}, used up to ${reach}, where plan --fuse says ${peak}")
  endif()
endforeach()

# A file that is no model is an error that names it, in the library too.
execute_process(COMMAND ${WORK}/build/follow ${SOURCES}/samples/library/main.cpp
  OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status)
if(NOT status EQUAL 3 OR NOT errors MATCHES "main.cpp")
  message(FATAL_ERROR "no model: status ${status}\n${output}${errors}")
endif()

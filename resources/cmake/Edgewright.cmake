# SPDX-License-Identifier: GPL-3.0-or-later
# The build's own vocabulary: warnings, modules, catalogues, tests.

add_library(edgewright_warnings INTERFACE)
target_compile_options(edgewright_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wundef
  # GCC 12 sees these in destructors of std::variant<..., std::string> where there is nothing (GCC bugs 104475, 105562).
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-free-nonheap-object;-Wno-maybe-uninitialized>"
  # With several files compiled at once, every one but the first looks like a header to it.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
  $<$<BOOL:${EDGEWRIGHT_WERROR}>:-Werror>)
target_compile_definitions(edgewright_warnings INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
if(EDGEWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${EDGEWRIGHT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${EDGEWRIGHT_SANITIZE})
  # Races show where threads meet (core/kernels/parallel.h).
  if(EDGEWRIGHT_SANITIZE MATCHES "thread")
    add_compile_definitions(EDGEWRIGHT_EVERY_THREAD_WORKS)
  endif()
endif()

# For targets that the fuzzer does not link: no counters for it.
set(EDGEWRIGHT_NOT_FUZZED "")
if(EDGEWRIGHT_SANITIZE MATCHES "fuzzer-no-link")
  set(EDGEWRIGHT_NOT_FUZZED -fno-sanitize=fuzzer-no-link)
endif()

# Nobody puts functions of his own in place of ours: they may be inlined and called directly within a library.
if(BUILD_SHARED_LIBS)
  add_compile_options(-fno-semantic-interposition)
endif()

# How files full of loops are compiled: -O3 vectorises them. Sanitizers want them small, not fast.
set(EDGEWRIGHT_LOOPS $<$<NOT:$<CONFIG:Debug>>:-O3>)
if(EDGEWRIGHT_SANITIZE)
  set(EDGEWRIGHT_LOOPS "")
endif()

# Sources of one target are compiled FILES at a time, which reads their headers once: names of a .cpp file are its own
# only within its target, so that two files of a target must not use one name for two things. Entries of a catalogue each
# have a namespace. Fewer files at a time are quicker to build again after an edit, more of them quicker from nothing.
function(edgewright_unity target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# A core module: folder = target. Sources beside the CMakeLists.txt; DEPENDS are other modules, which core/LAYERS allows.
# PRECOMPILE are headers that most of its sources read: they include them all the same.
function(edgewright_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRECOMPILE")
  add_library(edgewright_${name} ${arg_SOURCES})
  edgewright_export(${name})
  foreach(module IN LISTS arg_DEPENDS)
    target_link_libraries(edgewright_${name} PUBLIC edgewright_${module})
  endforeach()
  target_link_libraries(edgewright_${name} PRIVATE edgewright_warnings)
  edgewright_unity(edgewright_${name} 6)
  if(arg_PRECOMPILE)
    target_precompile_headers(edgewright_${name} PRIVATE ${arg_PRECOMPILE})
  endif()
endfunction()

# One line per entry: adds <directory>/<entry>.cpp to the target and lists it, in order, in <catalogue>.def. An entry may
# lie in a folder below the directory; those of a file that holds several are written <file>:<entry>.
function(edgewright_catalogue target catalogue)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DIRECTORY" "ENTRIES")
  set(lines "")
  set(files "")
  foreach(entry IN LISTS arg_ENTRIES)
    string(REGEX REPLACE ":.*" "" file ${entry})
    string(REGEX REPLACE ".*[:/]" "" name ${entry})
    list(APPEND files ${arg_DIRECTORY}/${file}.cpp)
    string(APPEND lines "EDGEWRIGHT_ENTRY(${name})\n")
  endforeach()
  list(REMOVE_DUPLICATES files)
  target_sources(${target} PRIVATE ${files})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/catalogues/${catalogue}.def CONTENT "${lines}" @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/catalogues)
endfunction()

# What the sanitizers are not to report of libraries that are not ours.
set(EDGEWRIGHT_SUPPRESSIONS ${PROJECT_SOURCE_DIR}/resources/sanitizers)
set(EDGEWRIGHT_TEST_ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR};XDG_DATA_HOME=${CMAKE_BINARY_DIR}/test-data;EDGEWRIGHT_AGENT=${CMAKE_BINARY_DIR}/bin/edgewright-agent")
if(EDGEWRIGHT_SANITIZE)
  list(APPEND EDGEWRIGHT_TEST_ENVIRONMENT
    "QTEST_FUNCTION_TIMEOUT=3600000" # ms: ctest ends what hangs
    "UBSAN_OPTIONS=print_stacktrace=1"
    "LSAN_OPTIONS=suppressions=${EDGEWRIGHT_SUPPRESSIONS}/leaks.txt:print_suppressions=0"
    "TSAN_OPTIONS=suppressions=${EDGEWRIGHT_SUPPRESSIONS}/races.txt:halt_on_error=1")
endif()

# Tests of what runs on several threads in core: all that ThreadSanitizer is for.
add_custom_target(edgewright-parallel-tests)
add_custom_target(edgewright-reader-tests)

# A Qt Test program <name>_test.cpp in this folder, run by ctest offscreen with a known locale and time zone. GUI: it
# opens windows. PARALLEL: it also runs under ThreadSanitizer, and touches no code of windows. READER: it reads what
# others wrote, and needs nothing that takes long to compile: continuous integration runs it under AddressSanitizer, too.
function(edgewright_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PARALLEL;READER" "TIMEOUT" "LIBRARIES;SOURCES")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(EDGEWRIGHT_SANITIZE)
    math(EXPR arg_TIMEOUT "3 * ${arg_TIMEOUT}") # what the sanitizers cost
  endif()
  # Not AUTOMOC: a scan, and a file to compile that holds nothing, for each test.
  qt_generate_moc(${name}_test.cpp ${name}_test.moc)
  add_executable(${name}_test ${name}_test.cpp ${name}_test.moc ${arg_SOURCES})
  set_target_properties(${name}_test PROPERTIES AUTOMOC OFF AUTOUIC OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${name}_test PRIVATE ${arg_LIBRARIES} edgewright_test_support edgewright_test_headers)
  if("${arg_LIBRARIES}" MATCHES "edgewright_(views|workbench)")
    target_precompile_headers(${name}_test REUSE_FROM edgewright_gui_test_headers)
  else()
    target_precompile_headers(${name}_test REUSE_FROM edgewright_core_test_headers)
  endif()
  add_test(NAME ${name} COMMAND ${name}_test)
  set(labels core)
  if(arg_GUI)
    set(labels gui)
  endif()
  if(arg_READER)
    list(APPEND labels reader)
    add_dependencies(edgewright-reader-tests ${name}_test)
  endif()
  if(arg_PARALLEL)
    list(APPEND labels parallel)
    add_dependencies(edgewright-parallel-tests ${name}_test)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${labels}"
    # A cache of its own: tests that measure would wait for each other.
    ENVIRONMENT "${EDGEWRIGHT_TEST_ENVIRONMENT};XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/test-cache/${name};XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test-config/${name}")
endfunction()

# A program with mimalloc in place of glibc's malloc, where it is installed: fusing and opening make and drop many small
# blocks, which glibc spends a quarter of the time on. Sanitizers have an allocator of their own.
find_package(mimalloc QUIET)
function(edgewright_allocator program)
  if(TARGET mimalloc AND NOT EDGEWRIGHT_SANITIZE)
    target_link_libraries(${program} PRIVATE mimalloc)
    target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/resources/cmake/throwing_new.cpp)
  endif()
endfunction()

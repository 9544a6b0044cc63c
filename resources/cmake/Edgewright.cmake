# SPDX-License-Identifier: GPL-3.0-or-later
# The build's own vocabulary: warnings, modules, catalogues, tests.

add_library(edgewright_warnings INTERFACE)
target_compile_options(edgewright_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wundef
  # GCC 12 sees these in destructors of std::variant<..., std::string> where there is nothing (GCC bugs 104475, 105562).
  # And writes past the end in std::string's move constructor where there are none (GCC bug 105329).
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-free-nonheap-object;-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-restrict>"
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

# The preset "dev" compiles at -O1, which is quick. EDGEWRIGHT_HOT is for modules that compute for seconds, EDGEWRIGHT_LOOPS
# for files full of loops: -O3 vectorises them. Sanitizers want them small, not fast.
set(EDGEWRIGHT_HOT $<$<CONFIG:RelWithDebInfo>:-O2>)
set(EDGEWRIGHT_LOOPS $<$<NOT:$<CONFIG:Debug>>:-O3>)
if(EDGEWRIGHT_SANITIZE)
  set(EDGEWRIGHT_HOT "")
  set(EDGEWRIGHT_LOOPS "")
endif()

# Sources of one target are compiled FILES at a time, which reads their headers once: names of a .cpp file are its own
# only within its target, so that two files of a target must not use one name for two things. Entries of a catalogue each
# have a namespace. Fewer files at a time are quicker to build again after an edit, more of them quicker from nothing.
function(edgewright_unity target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

# What nearly every source of core reads, compiled once for each module: sources include it all the same.
set(EDGEWRIGHT_CORE_HEADERS <algorithm> <cmath> <functional> <map> <optional> <set> <span> <string> <unordered_map> <variant> <vector>)

# A core module: folder = target. Sources beside the CMakeLists.txt; DEPENDS are other modules, which core/LAYERS allows.
# HOT: it computes for seconds. PRECOMPILE are further headers that most of its sources read, as <core/...>: with the path
# of this clone in it, no other clone would find in the compiler's cache what this one has compiled.
function(edgewright_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOT" "" "SOURCES;DEPENDS;PRECOMPILE")
  add_library(edgewright_${name} ${arg_SOURCES})
  edgewright_export(${name})
  foreach(module IN LISTS arg_DEPENDS)
    target_link_libraries(edgewright_${name} PUBLIC edgewright_${module})
  endforeach()
  target_link_libraries(edgewright_${name} PRIVATE edgewright_warnings)
  edgewright_unity(edgewright_${name} 12)
  if(arg_HOT)
    target_compile_options(edgewright_${name} PRIVATE ${EDGEWRIGHT_HOT})
  endif()
  if("ir" IN_LIST arg_DEPENDS OR "ops" IN_LIST arg_DEPENDS)
    list(APPEND arg_PRECOMPILE <core/ir/graph.h>)
  endif()
  target_precompile_headers(edgewright_${name} PRIVATE ${EDGEWRIGHT_CORE_HEADERS} ${arg_PRECOMPILE})
endfunction()

# One line per entry: adds <directory>/<entry>.cpp to the target and lists it, in order, in <catalogue>.def, a macro for
# core/base/catalogue.h. An entry may lie in a folder below the directory; those of a file that holds several are written
# <file>:<entry>. ASIDE is a target and a pattern of entries whose files belong to that one.
function(edgewright_catalogue target catalogue)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DIRECTORY" "ENTRIES;ASIDE")
  set(entries "")
  set(files "")
  foreach(entry IN LISTS arg_ENTRIES)
    string(REGEX REPLACE ":.*" "" file ${entry})
    string(REGEX REPLACE ".*[:/]" "" name ${entry})
    list(APPEND files ${arg_DIRECTORY}/${file}.cpp)
    string(APPEND entries " Do(${name} __VA_OPT__(,) __VA_ARGS__)")
  endforeach()
  list(REMOVE_DUPLICATES files)
  if(arg_ASIDE)
    list(POP_FRONT arg_ASIDE other pattern)
    set(aside ${files})
    list(FILTER aside INCLUDE REGEX "${pattern}")
    list(FILTER files EXCLUDE REGEX "${pattern}")
    target_sources(${other} PRIVATE ${aside})
  endif()
  target_sources(${target} PRIVATE ${files})
  string(TOUPPER ${catalogue} macro)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/catalogues/${catalogue}.def
    CONTENT "#define EDGEWRIGHT_${macro}(Do, ...)${entries}\n" @ONLY)
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

# Programs of tests that are built for one purpose: what runs on several threads in core, which is all that
# ThreadSanitizer is for, and what reads bytes of others.
add_custom_target(edgewright-parallel-tests)
add_custom_target(edgewright-reader-tests)

# The class of <name>_test.cpp in this folder, run by ctest offscreen with a known locale and time zone, in a process and
# with a cache of its own. All classes of a folder are one program, <folder>_tests, linked with the LIBRARIES of all; it
# exists behind the first of these lines. The longest TIMEOUT begins first.
#   GUI       it opens windows
#   PARALLEL  it also runs under ThreadSanitizer, and touches no code of windows
#   READER    it reads what others wrote, and needs nothing that takes long to compile: the program is
#             <folder>_reader_tests, which continuous integration runs under AddressSanitizer, too
#   ALONE     it has a main() of its own, and is a program of its own: <name>_test
function(edgewright_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PARALLEL;READER;ALONE" "TIMEOUT" "LIBRARIES;SOURCES")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  file(RELATIVE_PATH program ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^core/" "" program ${program})
  string(REPLACE "/" "_" program ${program})
  if(arg_ALONE)
    set(program ${name}_test)
    set(command ${program})
  elseif(arg_READER)
    string(APPEND program _reader_tests)
    set(command ${program} ${name})
  else()
    string(APPEND program _tests)
    set(command ${program} ${name})
  endif()
  set(labels "program:${program}" core)
  if(arg_GUI)
    set(labels "program:${program}" gui)
  endif()
  if(NOT TARGET ${program})
    edgewright_test_program(${program})
  endif()
  target_sources(${program} PRIVATE ${name}_test.cpp)
  if(arg_SOURCES)
    get_target_property(sources ${program} SOURCES)
    foreach(source IN LISTS arg_SOURCES)
      if(NOT source IN_LIST sources)
        target_sources(${program} PRIVATE ${source})
      endif()
    endforeach()
  endif()
  target_link_libraries(${program} PRIVATE ${arg_LIBRARIES})
  if(arg_READER)
    list(APPEND labels reader)
    add_dependencies(edgewright-reader-tests ${program})
  endif()
  if(arg_PARALLEL)
    list(APPEND labels parallel)
    add_dependencies(edgewright-parallel-tests ${program})
  endif()
  # Seconds on a machine with nothing else to do; the limit only ends what hangs.
  set(patience 3)
  if(EDGEWRIGHT_SANITIZE)
    set(patience 9)
  endif()
  math(EXPR limit "${patience} * ${arg_TIMEOUT}")
  add_test(NAME ${name} COMMAND ${command})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${limit} COST ${arg_TIMEOUT} LABELS "${labels}"
    # A cache of its own: tests that measure would wait for each other.
    ENVIRONMENT "${EDGEWRIGHT_TEST_ENVIRONMENT};XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/test-cache/${name};XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test-config/${name}")
endfunction()

# Writes the script that edgewright_moc() runs, when Qt is found.
function(edgewright_configure_moc)
  get_target_property(edgewright_moc Qt6::moc LOCATION)
  configure_file(${PROJECT_SOURCE_DIR}/resources/cmake/moc.sh.in ${CMAKE_BINARY_DIR}/moc.sh @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

# Runs moc over the sources and headers of the target.
function(edgewright_moc target)
  set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE ${CMAKE_BINARY_DIR}/moc.sh)
endfunction()

function(edgewright_test_program program)
  add_executable(${program})
  edgewright_moc(${program})
  set_target_properties(${program} PROPERTIES AUTOUIC OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  edgewright_unity(${program} 10)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${program} PRIVATE edgewright_test_support edgewright_test_headers)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL edgewright_finish_test_program ${program})")
endfunction()

# When all that it is linked with is known: the headers compiled beforehand, and main(), with windows or without.
function(edgewright_finish_test_program program)
  get_target_property(libraries ${program} LINK_LIBRARIES)
  set(kind core)
  if("${libraries}" MATCHES "edgewright_(views|workbench)")
    set(kind gui)
  endif()
  target_precompile_headers(${program} REUSE_FROM edgewright_${kind}_test_headers)
  if(NOT program MATCHES "_test$")
    target_link_libraries(${program} PRIVATE edgewright_${kind}_test_headers)
  endif()
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

# SPDX-License-Identifier: GPL-3.0-or-later
# Core as a library of other programs: find_package(Edgewright), then Edgewright::pipeline and the other modules.
# `cmake --install BUILD --component library` installs nothing else; samples/library uses it.
include(CMakePackageConfigHelpers)

# Installed programs and shared modules find modules where they lie relative to themselves.
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH edgewright_programs_to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(CMAKE_INSTALL_RPATH "$ORIGIN" "$ORIGIN/${edgewright_programs_to_libraries}")
endif()

# The module edgewright_<name> for others: Edgewright::<name>, here and where it is installed.
function(edgewright_export name)
  set(target edgewright_${name})
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  else()
    # Below 1.0 every minor version may change the interface.
    set_target_properties(${target} PROPERTIES
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  endif()
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/edgewright>)
  target_compile_features(${target} ${scope} cxx_std_20)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(Edgewright::${name} ALIAS ${target})
  install(TARGETS ${target} EXPORT Edgewright COMPONENT library)
  # When all is known that it is linked with. A deferred call would read ${target} only then.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL edgewright_forget_headers ${target})")
endfunction()

# What EdgewrightConfig.cmake.in finds for those who link with static modules.
set(EDGEWRIGHT_PACKAGE_FINDS onnx_proto protobuf::libprotobuf PkgConfig::LIBZIP PkgConfig::RE2 PkgConfig::SQLITE3 PkgConfig::STB PkgConfig::ZLIB)

# Who links with a static library links with what that one has to itself, too: CMake hands those targets on as LINK_ONLY.
# Targets with nothing to link (warnings, Eigen, nlohmann_json) are kept back: installed modules do not need them.
function(edgewright_forget_headers target)
  get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
  set(kept "")
  foreach(item IN LISTS linked)
    string(REGEX REPLACE "^\\$<LINK_ONLY:([^<>]+)>$" "\\1" own "${item}")
    if(NOT own STREQUAL item AND TARGET ${own})
      get_target_property(type ${own} TYPE)
      get_target_property(behind ${own} INTERFACE_LINK_LIBRARIES)
      if(type STREQUAL "INTERFACE_LIBRARY" AND NOT behind)
        continue()
      endif()
      if(NOT own IN_LIST EDGEWRIGHT_PACKAGE_FINDS)
        message(FATAL_ERROR "${target} links with ${own}, which EdgewrightConfig.cmake.in does not find for others")
      endif()
    endif()
    if(item) # "linked-NOTFOUND": none
      list(APPEND kept ${item})
    endif()
  endforeach()
  set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${kept})
endfunction()

# Called once, behind all modules: their headers, and the package.
function(edgewright_package)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Edgewright)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgewright COMPONENT library
    FILES_MATCHING PATTERN "*.h")
  install(EXPORT Edgewright NAMESPACE Edgewright:: FILE EdgewrightTargets.cmake DESTINATION ${package} COMPONENT library)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/resources/cmake/EdgewrightConfig.cmake.in EdgewrightConfig.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/EdgewrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/EdgewrightConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/EdgewrightConfigVersion.cmake
    DESTINATION ${package} COMPONENT library)
endfunction()

# Shared libraries that programs have to themselves are installed beside the modules.
function(edgewright_install_with_programs)
  if(BUILD_SHARED_LIBS)
    foreach(target IN LISTS ARGN)
      install(TARGETS ${target} LIBRARY NAMELINK_SKIP)
    endforeach()
  endif()
endfunction()

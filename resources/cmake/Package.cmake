# SPDX-License-Identifier: GPL-3.0-or-later
# Three packages of Debian, one of each component: edgewright (window), edgewright-cli (cli), edgewright-dev (library).
# `./dev package` makes them; `cmake --install` installs the same files in one go.
set(EDGEWRIGHT_MAINTAINER "Edgewright maintainers <edgewright@packages.invalid>" CACHE STRING "Who answers for the packages")
set(data ${PROJECT_SOURCE_DIR}/resources/package)

# Manual pages and completions are written by the programs, which are asked when they are installed.
function(edgewright_documents component package target)
  set(folder ${PROJECT_BINARY_DIR}/documents/${package})
  set(program "")
  if(TARGET ${target})
    set(program "$<TARGET_FILE:${target}>")
  endif()
  install(CODE "execute_process(COMMAND \"${data}/documents.sh\" ${package} ${PROJECT_VERSION} \"${EDGEWRIGHT_MAINTAINER}\"
    \"${folder}\" \"${program}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT ${component})
endfunction()
if(NOT CMAKE_CROSSCOMPILING)
  edgewright_documents(cli edgewright-cli edgewright-cli)
  edgewright_documents(library edgewright-dev "")
  if(EDGEWRIGHT_WORKBENCH)
    edgewright_documents(window edgewright edgewright)
  endif()
endif()

# A package: its component, its section, what it needs beside libraries, what is good to have beside it.
function(edgewright_deb component name section)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "DEPENDS;RECOMMENDS;SUGGESTS")
  string(TOUPPER ${component} key)
  file(READ ${data}/description/${name} description)
  string(STRIP "${description}" description)
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  foreach(relation IN ITEMS DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN arg_${relation} ", " others)
    set(CPACK_DEBIAN_${key}_PACKAGE_${relation} "${others}" PARENT_SCOPE)
  endforeach()
endfunction()
edgewright_deb(window edgewright science DEPENDS "edgewright-cli (= ${PROJECT_VERSION}-1)"
  RECOMMENDS hicolor-icon-theme qt6-wayland shared-mime-info)
edgewright_deb(cli edgewright-cli science RECOMMENDS openssh-client SUGGESTS edgewright libxgboost0)
# As EdgewrightConfig.cmake.in finds them.
edgewright_deb(library edgewright-dev libdevel
  DEPENDS libonnx-dev libprotobuf-dev libre2-dev libsqlite3-dev libstb-dev libzip-dev pkg-config zlib1g-dev SUGGESTS cmake)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL cli library)
if(EDGEWRIGHT_WORKBENCH)
  list(APPEND CPACK_COMPONENTS_ALL window)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGE_NAME edgewright)
set(CPACK_PACKAGE_CONTACT "${EDGEWRIGHT_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)

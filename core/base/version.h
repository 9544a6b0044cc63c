// SPDX-License-Identifier: GPL-3.0-or-later
// The version of Edgewright: the one place that says it. CMake reads the three numbers.
#pragma once

#define EDGEWRIGHT_VERSION_MAJOR 0
#define EDGEWRIGHT_VERSION_MINOR 1
#define EDGEWRIGHT_VERSION_PATCH 0

#define EDGEWRIGHT_TEXT_OF(number) #number
#define EDGEWRIGHT_TEXT(number) EDGEWRIGHT_TEXT_OF(number)
// "0.1.0"
#define EDGEWRIGHT_VERSION                                                                                     \
    EDGEWRIGHT_TEXT(EDGEWRIGHT_VERSION_MAJOR)                                                                  \
    "." EDGEWRIGHT_TEXT(EDGEWRIGHT_VERSION_MINOR) "." EDGEWRIGHT_TEXT(EDGEWRIGHT_VERSION_PATCH)

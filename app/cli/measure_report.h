// SPDX-License-Identifier: GPL-3.0-or-later
// What a measurement came to, in lines and as a document.
#pragma once

#include "app/cli/console.h"
#include "core/device/against.h"
#include "core/device/record.h"

#include <string>

namespace edgewright::cli {

void printRecord(const Console& console, const device::Record& record);
Json recordReport(const device::Record& record);

void printAgainst(const Console& console, const std::string& variant, const device::Against& against);
Json againstReport(const device::Against& against);

} // namespace edgewright::cli

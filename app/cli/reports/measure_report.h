// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a measurement, in lines and as a document.
#pragma once

#include "app/cli/console.h"
#include "core/device/against.h"
#include "core/device/record/record.h"
#include "core/device/roof/roof.h"

#include <string>

namespace edgewright::cli {

// With a roof each operator has its share of it ("roof", null where that is not known).
void printRecord(const Console& console, const device::Record& record, const device::Roof* roof = nullptr);
Json recordReport(const device::Record& record, const device::Roof* roof = nullptr);

void printAgainst(const Console& console, const std::string& variant, const device::Against& against);
Json againstReport(const device::Against& against);

} // namespace edgewright::cli

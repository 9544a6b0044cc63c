// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements in words and as JSON: variants of a network, and the roof of a machine.
#pragma once

#include "app/cli/console.h"
#include "core/device/against.h"
#include "core/device/record/record.h"
#include "core/device/roof/roof.h"

#include <memory>
#include <string>

namespace edgewright::cli {

// With a roof each operator has its share of it ("roof", null where that is not known).
void printRecord(const Console& console, const std::shared_ptr<const device::Record>& record,
                 const device::Roof* roof = nullptr);
Json recordReport(const std::shared_ptr<const device::Record>& record, const device::Roof* roof = nullptr);

void printAgainst(const Console& console, const std::string& variant, const device::Against& against);
Json againstReport(const device::Against& against);

void printRoof(const Console& console, const device::Roof& roof);
// The document of device::roofJson with the shares of each kernel: of the peak and of the roof, null where they
// are not known.
Json roofReport(const device::Roof& roof);

} // namespace edgewright::cli

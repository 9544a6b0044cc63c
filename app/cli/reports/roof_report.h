// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of a machine, in tables and as a document.
#pragma once

#include "app/cli/console.h"
#include "core/device/roof/roof.h"

namespace edgewright::cli {

void printRoof(const Console& console, const device::Roof& roof);
// The document of device::roofJson with the shares of each kernel: of the peak and of the roof, null where they
// are not known.
Json roofReport(const device::Roof& roof);

} // namespace edgewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerators as JSON: what `edgewright-cli cost --accelerator` reads, what studies keep, what
// resources/accelerators holds. The keys are those of resources/accelerators/schema.json.
#pragma once

#include "core/base/json_reader.h"
#include "core/base/result.h"
#include "core/cost/accelerator.h"

#include <string>

namespace edgewright::cost {

struct NamedAccelerator {
    std::string name;   // "gemmini"
    std::string title;  // "Gemmini 16 x 16"
    std::string source; // where its numbers are from
    Accelerator accelerator;
};

// Absent keys leave what there is.
void readAccelerator(const JsonValue& value, Accelerator& accelerator);
nlohmann::json acceleratorJson(const Accelerator& accelerator);

// BadInput names the place, the line, and for a key that is none the nearest one that is.
Result<NamedAccelerator> readNamedAccelerator(const std::string& text, const std::string& place);

} // namespace edgewright::cost

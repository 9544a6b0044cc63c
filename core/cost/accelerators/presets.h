// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerators that this program knows (resources/accelerators/*.json).
#pragma once

#include "core/base/json_reader.h"
#include "core/base/result.h"
#include "core/cost/accelerator.h"

#include <string>
#include <vector>

namespace edgewright::cost {

// Accelerators as JSON: what `edgewright-cli cost --accelerator` reads, what studies keep, what
// resources/accelerators holds. The keys are those of resources/accelerators/schema.json.
struct NamedAccelerator {
    std::string name;   // "gemmini"
    std::string title;  // "Gemmini 16 x 16"
    std::string source; // where its numbers are from
    Accelerator accelerator;
};

// Absent keys leave what there is; a clock without a nominal one is both.
void readAccelerator(const JsonValue& value, Accelerator& accelerator);
nlohmann::json acceleratorJson(const Accelerator& accelerator);

// BadInput names the place, the line, and for a key that is none the nearest one that is.
Result<NamedAccelerator> readNamedAccelerator(const std::string& text, const std::string& place);

const std::vector<NamedAccelerator>& presets(); // in order of their names
// True if both are one accelerator: a bandwidth that is not said is the usual one.
bool isSame(const Accelerator& a, const Accelerator& b);
// By name, else read from the file of that path. BadInput, with the file and the place in it, for what is
// neither.
Result<NamedAccelerator> presetOrFile(const std::string& nameOrFile);

} // namespace edgewright::cost

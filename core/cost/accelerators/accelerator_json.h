// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerators as JSON: what `edgewright-cli cost --accelerator` reads, what studies keep, what
// resources/accelerators holds. The keys are those of resources/accelerators/schema.json.
#pragma once

#include "core/base/json_reader.h"
#include "core/base/result.h"
#include "core/cost/accelerator.h"

#include <functional>
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

// A document of which `read` says what is wrong. Keys that it does not know are errors here.
Result<void> readDocument(const std::string& text, const std::string& place,
                          const std::function<void(const JsonValue&)>& read);
// NotFound or BadInput (over 1 MiB).
Result<std::string> textOfFile(const std::string& file);

} // namespace edgewright::cost

// SPDX-License-Identifier: GPL-3.0-or-later
// The modules around a node in the program that the model was exported from, outermost first.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::ir {

struct HierarchyLevel {
    std::string name; // within the level above: "layers.3"
    std::string type; // the class, without its package: "LlamaDecoderLayer"; may be empty
    friend bool operator==(const HierarchyLevel&, const HierarchyLevel&) = default;
};

using Hierarchy = std::vector<HierarchyLevel>; // empty: right in the model

// Null: nothing is known.
using HierarchyPtr = std::shared_ptr<const Hierarchy>;

// The modules that are around both; a null one does not count.
inline HierarchyPtr commonHierarchy(const HierarchyPtr& a, const HierarchyPtr& b) {
    if (!a || !b || a == b) return a ? a : b;
    const auto end = std::ranges::mismatch(*a, *b, {}, &HierarchyLevel::name, &HierarchyLevel::name).in1;
    return end == a->end() ? a : std::make_shared<const Hierarchy>(a->begin(), end);
}

} // namespace edgewright::ir

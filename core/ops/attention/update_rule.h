// SPDX-License-Identifier: GPL-3.0-or-later
// The rule by which the state of a linear attention changes, as its attribute `update_rule` names it.
#pragma once

#include "core/base/result.h"
#include "core/base/say.h"
#include "core/ir/node.h"

#include <string>

namespace edgewright::ops {

struct UpdateRule {
    std::string name;
    bool gated = false; // the state decays
    bool delta = false; // what it knows of a key is taken off its value
};

// linear, gated, delta or gated_delta, which is that of a node without one; else BadInput.
inline Result<UpdateRule> updateRuleOf(const ir::Node& node) {
    const std::string name = node.stringOr("update_rule", "gated_delta");
    if (name != "linear" && name != "gated" && name != "delta" && name != "gated_delta")
        return badInput(
            say("update_rule is '{1}' where linear, gated, delta or gated_delta is expected", name));
    return UpdateRule{name, name == "gated" || name == "gated_delta", name == "delta" || name == "gated_delta"};
}

} // namespace edgewright::ops

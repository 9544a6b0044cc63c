// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a module of the fusion rule in HACKING.md, which extract_recipes.cmake writes to fusion_rule.inc.
#include "core/fusion/rule_plugin.h"
#include "fusion_rule.inc"

namespace {

// The catalogue names its rules after their files; a module has no catalogue.
const edgewright::fusion::Rule named = [] {
    edgewright::fusion::Rule rule = edgewright::fusion::cancel_negations::entry;
    rule.name = "cancel_negations";
    return rule;
}();

} // namespace

EDGEWRIGHT_RULE_PLUGIN("recipes", &named)

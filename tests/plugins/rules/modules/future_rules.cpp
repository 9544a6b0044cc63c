// SPDX-License-Identifier: GPL-3.0-or-later
// A module that was made for another program.
#include "core/fusion/rule_plugin.h"

using namespace edgewright;

extern "C" __attribute__((visibility("default"))) const fusion::RulePluginTable* edgewright_fusion_rules() {
    static const fusion::RulePluginTable table{fusion::RulePluginVersion + 1, fusion::rulePluginLayout(),
                                               "other", nullptr, 1};
    return &table;
}

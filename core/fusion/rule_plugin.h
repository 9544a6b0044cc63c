// SPDX-License-Identifier: GPL-3.0-or-later
// The exports of a module with fusion rules of its own. Rules are the same structs as the built-in ones and use
// the same functions (PatchBuilder, groupPatch, matching.h), which the program lends the module: a module is
// compiled against these headers and links against nothing.
//
//     const Rule mine{"neg_of_neg", "Two negations in a row", match, "Neg -> Neg", ""};
//     EDGEWRIGHT_RULE_PLUGIN("my rules", &mine)
#pragma once

#include "core/fusion/rule.h"

#include <cstddef>
#include <cstdint>

namespace edgewright::fusion {

// Goes up with every change of this file, and whenever the meaning of what rules see changes.
constexpr std::uint32_t RulePluginVersion = 3;

// Differs where a module sees other structs than the program does: other headers, or another standard library.
constexpr std::uint64_t rulePluginLayout() {
    std::uint64_t layout = 0;
    for (const std::size_t bytes :
         {sizeof(Rule), sizeof(Match), sizeof(GraphView), sizeof(ir::Node), sizeof(ir::Value),
          sizeof(ir::Graph), sizeof(ir::Patch), sizeof(ir::Tensor), sizeof(std::string)})
        layout = layout * 8191 + bytes;
    return layout;
}

struct RulePluginTable {
    std::uint32_t version;    // RulePluginVersion; with another one, nothing else here is looked at
    std::uint64_t layout;     // rulePluginLayout()
    const char* name;         // of the plugin, for people
    const Rule* const* rules; // live as long as the program
    std::size_t count;
};

// The export of a module: const RulePluginTable* edgewright_fusion_rules().
using RulePluginEntry = const RulePluginTable* (*)();
constexpr char RulePluginEntryName[] = "edgewright_fusion_rules";

} // namespace edgewright::fusion

#define EDGEWRIGHT_RULE_PLUGIN(name, ...)                                                                      \
    extern "C" __attribute__((visibility("default"))) const edgewright::fusion::RulePluginTable*               \
    edgewright_fusion_rules() {                                                                                \
        static const edgewright::fusion::Rule* const rules[] = {__VA_ARGS__};                                  \
        static const edgewright::fusion::RulePluginTable table{edgewright::fusion::RulePluginVersion,          \
                                                               edgewright::fusion::rulePluginLayout(), name,   \
                                                               rules, sizeof rules / sizeof rules[0]};         \
        return &table;                                                                                         \
    }

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/rewrite_state.h"

#include "core/base/say.h"
#include "core/ir/footprint.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

// Weights are scaled, transposed and joined; a model of many transposes of one weight must not grow without
// end.
constexpr std::int64_t MinMadeBytes = std::int64_t(16) << 20;
constexpr std::int64_t MadePerWeight = 3;

} // namespace

RewriteState::RewriteState(const ir::Graph& base, const ir::Opsets& modelOpsets, const Options& userOptions,
                           const RunContext& runContext, const Strategy& strategy)
    : opsets(modelOpsets), options(userOptions), run(runContext), selects(strategy.selects),
      memory(MinMadeBytes) {
    memory.extend(MadePerWeight * ir::deepConstantBytes(base));
    for (const Rule* rule : fusion::rules())
        rules.push_back({rule, isBuiltIn(*rule), !options.without.contains(rule->name), true, 0});
    const auto named = [&](std::string_view name) {
        return std::ranges::find(rules, name, [](const Entry& entry) { return entry.rule->name; });
    };
    const auto ahead = named(strategy.ahead);
    const auto before = named(strategy.before);
    if (ahead != rules.end() && before < ahead) std::rotate(before, ahead, ahead + 1);
}

const std::vector<std::size_t>& RewriteState::rulesForOp(const std::string& op) {
    const auto [it, added] = rulesByOp.try_emplace(op);
    if (!added) return it->second;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        const auto& roots = rules[rule].rule->roots;
        if (roots.empty() || std::ranges::find(roots, op) != roots.end()) it->second.push_back(rule);
    }
    return it->second;
}

void RewriteState::disableRule(std::size_t rule, const char* code, const std::string& what, NodeId at) {
    Entry& entry = rules[rule];
    const std::string place = say("fusion rule '{1}'", entry.rule->name);
    if (!entry.builtIn || !entry.wanted) entry.trusted = false;
    if (!entry.wanted) return; // who switched it off does not want to hear of it
    Diagnostic fault{Severity::Error, code, {}, at, {}, place};
    const std::string reason =
        std::string_view(code) == "illegal-patch" ? say("illegal patch: {1}", what) : say("it {1}", what);
    fault.message = entry.builtIn ? say("{1}: {2}; the patch was left out", place, reason)
                                  : say("{1}: {2}; the rule was switched off", place, reason);
    faults.push_back(std::move(fault));
}

} // namespace edgewright::fusion

// SPDX-License-Identifier: GPL-3.0-or-later
// A policy: which of the things that a core could do next goes first, and if one that runs gives way to it
// between two of its operators. A pure decision over what waits: a simulator and an executor ask the same one.
//
// To add one: write core/scenario/policies/<name>.cpp, all of it in namespace
// edgewright::scenario::<name>_policy, with `extern const Policy entry;` and its definition, and add <name> to
// ENTRIES of scenario_policies in core/scenario/CMakeLists.txt. Cores are partitioned by the core sets of the
// scenario: each set has its own candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace edgewright::scenario {

// A batch that could be sent, or one that stopped between two operators. Times are of one clock, in any unit.
struct Candidate {
    std::size_t model = 0;
    std::int64_t priority = 1;         // 1 is the highest
    std::int64_t arrival = 0;          // of its oldest request
    std::int64_t deadline = INT64_MAX; // of that; INT64_MAX: none
    std::uint64_t order = 0;           // of that among all that arrived: 0 was the first
    std::uint64_t turn = 0;            // at which its model was given a core last, from 1 on; 0: never
};

enum class Preemption { Never, BetweenOperators };

struct Policy {
    std::string_view name;  // = file name, or the one behind it in the list
    const char* title = ""; // translated in the context "Setting"
    const char* summary = "";
    Preemption preemption = Preemption::Never;
    // A strict order in which no two candidates of different `order` are equal.
    bool (*goesFirst)(const Candidate&, const Candidate&) = nullptr;
};

std::span<const Policy* const> policies();
const Policy* findPolicy(std::string_view name);
// The title of that policy, translated and in quotes, for sentences; of an unknown one, its name.
std::string titleInQuotes(const std::string& policy);

// True if `running` is to stop behind the operator that it computes, for `waiting`.
bool givesWay(const Policy& policy, const Candidate& running, const Candidate& waiting);

} // namespace edgewright::scenario

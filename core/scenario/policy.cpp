// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/policy.h"

#include "core/base/catalogue.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "scenario_policies.def"

#include <algorithm>

namespace edgewright::scenario {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_SCENARIO_POLICIES, policies, Policy, _policy)

const Policy* findPolicy(std::string_view name) {
    const auto all = policies();
    const auto it = std::ranges::find(all, name, &Policy::name);
    return it == all.end() ? nullptr : *it;
}

std::string titleInQuotes(const std::string& policy) {
    const Policy* const found = findPolicy(policy);
    return inQuotes(found ? translated("Setting", found->title) : policy);
}

bool givesWay(const Policy& policy, const Candidate& running, const Candidate& waiting) {
    return policy.preemption == Preemption::BetweenOperators && policy.goesFirst(waiting, running);
}

} // namespace edgewright::scenario

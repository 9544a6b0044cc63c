// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/hops.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/protocol/hop_proof.h"

namespace edgewright::relay {

namespace {

Result<void> madeHop(Channel& from, Channel& to, const RunContext& run) {
    ASSIGN_OR_RETURN(const bundle::Digest key, protocol::randomKey());
    ASSIGN_OR_RETURN(protocol::HopPlace place, to.listenForHop(key, run));
    return from.joinHop({std::move(place), key}, run);
}

} // namespace

std::vector<StageLink> linksByHost(const Plan& plan) {
    std::vector<StageLink> links;
    for (std::size_t stage = 1; stage < plan.split.size(); ++stage)
        links.push_back({.stage = stage, .isDirect = false, .reason = {}});
    return links;
}

std::vector<StageLink> madeHops(const Plan& plan, const std::vector<std::unique_ptr<Channel>>& channels,
                                NoHops& none, const RunContext& run) {
    std::vector<StageLink> links = linksByHost(plan);
    for (StageLink& link : links) {
        const std::vector<std::size_t>& from = plan.split[link.stage - 1].devices;
        const std::vector<std::size_t>& to = plan.split[link.stage].devices;
        if (from.size() > 1 || to.size() > 1) {
            link.reason = say("several devices take turns there");
        } else if (plan.programs[link.stage].inputs.empty()) {
            link.reason = say("the stage reads nothing");
        } else if (const auto known = none.find({from[0], to[0]}); known != none.end()) {
            link.reason = known->second;
        } else if (auto made = madeHop(*channels[from[0]], *channels[to[0]], run); made) {
            link.isDirect = true;
        } else {
            link.reason = std::move(made).error().message;
            none.emplace(std::pair(from[0], to[0]), link.reason);
        }
    }
    return links;
}

} // namespace edgewright::relay

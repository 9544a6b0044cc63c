// SPDX-License-Identifier: GPL-3.0-or-later
// Direct hops between the devices of a plan: made before its stages begin, where they can be.
#pragma once

#include "core/relay/channel.h"
#include "core/relay/relay.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::relay {

// Pairs of devices without a hop, from and to, and why: they are not tried again.
using NoHops = std::map<std::pair<std::size_t, std::size_t>, std::string>;

// The links of a plan, with a hop where both stages have one device and that of the later one can be joined;
// `none` gets those that cannot. `channels`: by device, connected, without a stage.
std::vector<StageLink> madeHops(const Plan& plan, const std::vector<std::unique_ptr<Channel>>& channels,
                                NoHops& none, const RunContext& run);
// All by the host.
std::vector<StageLink> linksByHost(const Plan& plan);

} // namespace edgewright::relay

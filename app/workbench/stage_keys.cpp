// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stage_keys.h"

#include <set>
#include <sstream>

namespace edgewright::workbench {

namespace {

template <typename... Parts>
std::string join(const Parts&... parts) {
    std::ostringstream text;
    ((text << parts << '|'), ...);
    return text.str();
}

} // namespace

std::string typeKey(std::uint64_t version, const pipeline::Settings& settings) {
    std::string key = join(version);
    for (const auto& [symbol, extent] : settings.bindings)
        key += join(symbol, extent);
    return key;
}

std::string fuseKey(std::uint64_t version, const pipeline::Settings& settings) {
    const fusion::Options& options = settings.fusion;
    std::string key = join(version, options.patchLimit, options.opsetLimit, options.leastTraffic);
    const auto list = [&](char kind, const std::vector<NodeId>& nodes) {
        key += kind;
        for (const NodeId node : nodes)
            key += join(node.index());
    };
    for (const std::string& rule : options.without)
        key += join('w', rule);
    for (const fusion::Site& site : options.skipped) {
        key += join('s', site.rule, site.inside);
        list('n', site.nodes);
    }
    for (const std::vector<NodeId>& group : options.userGroups)
        list('g', group);
    return key;
}

std::string memoryKey(std::uint64_t version, const pipeline::Settings& settings) {
    const memory::LivenessOptions& liveness = settings.liveness;
    std::string key =
        join(version, liveness.alignment, liveness.inPlace, liveness.parts, static_cast<int>(liveness.inputs),
             static_cast<int>(liveness.outputs), liveness.weights, settings.scratch, settings.planner,
             settings.scheduler, settings.planSeconds);
    const std::set<ValueId> unshared(liveness.unshared.begin(), liveness.unshared.end());
    for (const ValueId id : unshared)
        key += join('a', id.index());
    return key;
}

std::string costKey(std::uint64_t version, const pipeline::Settings& settings) {
    const cost::Accelerator& a = settings.accelerator;
    return join(version, a.rows, a.cols, static_cast<int>(a.dataflow), a.ifmapKb, a.filterKb, a.ofmapKb,
                a.bandwidth.value_or(-1), a.wordBytes, a.lanes.value_or(-1));
}

std::string sweepKey(std::uint64_t version) { return join(version); }

std::string checkKey(std::uint64_t version, const pipeline::Settings& settings) {
    return join(version, settings.seed);
}

std::string int8Key(std::uint64_t version, const pipeline::Settings& settings) {
    const quant::StudyOptions& s = settings.int8.study;
    return join(version, settings.int8Layer.index(), settings.int8.seed, static_cast<int>(s.weights),
                static_cast<int>(s.requantize), s.accumulatorBits, static_cast<int>(s.overflow));
}

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/layer_groups.h"

#include <array>
#include <map>

namespace edgewright::cost::search {

namespace {

// All that tilings and their costs depend on.
auto shapeOf(const Layer& layer) {
    return std::array{layer.ifmapH,  layer.ifmapW,  layer.filterH, layer.filterW,   layer.channels,
                      layer.filters, layer.strideH, layer.strideW, layer.dilationH, layer.dilationW,
                      layer.padH,    layer.padW,    layer.outH,    layer.outW,      layer.m,
                      layer.n,       layer.k,       layer.repeat,  layer.images};
}

} // namespace

std::vector<std::vector<std::size_t>> layerGroups(const Workload& workload) {
    std::vector<std::vector<std::size_t>> groups;
    std::map<decltype(shapeOf({})), std::size_t> known;
    for (std::size_t layer = 0; layer < workload.layers.size(); ++layer) {
        if (workload.layers[layer].unit != Unit::Array) continue;
        const auto [it, isNew] = known.emplace(shapeOf(workload.layers[layer]), groups.size());
        if (isNew) groups.emplace_back();
        groups[it->second].push_back(layer);
    }
    return groups;
}

Result<std::vector<std::vector<std::size_t>>> layerGroups(const Workload& workload, const std::string& name) {
    constexpr std::size_t Named = 8;
    std::string names;
    std::size_t count = 0;
    for (const std::vector<std::size_t>& group : layerGroups(workload))
        for (const std::size_t layer : group) {
            if (workload.layers[layer].name == name) return std::vector<std::vector<std::size_t>>{group};
            if (count++ < Named) names += (names.empty() ? "" : ", ") + workload.layers[layer].name;
        }
    return badInput("layer '" + name + "': no layer on the array has this name; there are " +
                    std::to_string(count) + (count ? ": " + names + (count > Named ? ", ..." : "") : ""));
}

} // namespace edgewright::cost::search

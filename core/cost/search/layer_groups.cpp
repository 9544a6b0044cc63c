// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/layer_groups.h"

#include "core/base/say.h"
#include "core/cost/shape.h"

#include <map>

namespace edgewright::cost::search {

std::vector<std::vector<std::size_t>> layerGroups(const Workload& workload) {
    std::vector<std::vector<std::size_t>> groups;
    std::map<Shape, std::size_t> known;
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
    if (count == 0) return badInput(say("layer '{1}': no layer on the array has this name; there are 0", name));
    if (count > Named) names += ", ...";
    return badInput(
        say("layer '{1}': no layer on the array has this name; there are {2}: {3}", name, count, names));
}

} // namespace edgewright::cost::search

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/archive.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/onnx/arrays/npz.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::dataset {

Result<Archive> readArchive(const std::filesystem::path& file, const ir::Graph& graph, std::int64_t limitBytes,
                            bool withOutputs) {
    const auto placeOf = [&](const std::vector<ValueId>& ids,
                             const std::string& name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(ids, [&](ValueId id) { return graph.value(id).name == name; });
        if (found == ids.end()) return std::nullopt;
        return static_cast<std::size_t>(found - ids.begin());
    };
    std::size_t all = 0;
    const auto inputOf = [&](const std::string& name) -> std::optional<std::size_t> {
        if (const auto place = placeOf(graph.inputs, name)) return place;
        const bool isOnlyOne = graph.inputs.size() == 1 && all == 1;
        if (isOnlyOne && !(withOutputs && placeOf(graph.outputs, name))) return 0;
        return std::nullopt;
    };
    const auto isWanted = [&](const std::string& name, std::size_t members) -> Result<bool> {
        all = members;
        if (inputOf(name) || name == "labels") return true;
        if (placeOf(graph.outputs, name)) return withOutputs;
        if (name == "scale" || name == "offset") return true;
        return badInput(
            say("has an array {1}, which is no input of the model; expected inputs, outputs, 'labels', "
                "'scale' and 'offset'",
                inQuotes(name)));
    };
    ASSIGN_OR_RETURN(auto members, onnx::readNpz(file, limitBytes, isWanted));
    Archive archive;
    for (onnx::NamedTensor& member : members)
        if (const auto input = inputOf(member.name))
            archive.inputs.insert_or_assign(graph.inputs[*input], std::move(member));
        else if (const auto output = placeOf(graph.outputs, member.name); output && withOutputs)
            archive.outputs.insert_or_assign(*output, std::move(member.tensor));
        else
            (member.name == "labels"  ? archive.labels
             : member.name == "scale" ? archive.scales.scale
                                      : archive.scales.offset) = std::move(member.tensor);
    return archive;
}

} // namespace edgewright::dataset

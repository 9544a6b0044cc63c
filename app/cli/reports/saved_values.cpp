// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/saved_values.h"

#include "app/cli/json.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/onnx/arrays/npz.h"

#include <algorithm>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

struct Saved {
    fs::path file;
    const onnx::NamedTensor* value;
};

Result<Json> saveArchive(Outputs& outputs, const fs::path& file, const std::vector<Saved>& values) {
    std::vector<onnx::NamedTensor> members;
    for (const Saved& each : values) // an output may have been asked for by name, too
        if (std::ranges::find(members, each.value->name, &onnx::NamedTensor::name) == members.end())
            members.push_back(*each.value);
    RETURN_IF_ERROR(outputs.write(file, [&](const fs::path& there) { return onnx::writeNpz(there, members); }));
    Json saved = Json::array();
    for (const onnx::NamedTensor& each : members)
        saved.push_back({{"name", each.name}, {"file", file.string()}});
    return saved;
}

} // namespace

Result<Json> saveValues(Outputs& outputs, const fs::path& folder, const std::string& form,
                        const std::vector<onnx::NamedTensor>& results,
                        const std::vector<onnx::NamedTensor>& captured) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!fs::is_directory(folder, failed))
        return edgewright::badInput(
            say("{1}: expected a folder, or a place where one can be made", folder.string()));
    std::vector<Saved> values;
    for (const auto& [kind, list] : {std::pair("output_", &results), std::pair("capture_", &captured)})
        for (std::size_t i = 0; i < list->size(); ++i)
            values.push_back({folder / (kind + std::to_string(i) + "." + form), &(*list)[i]});
    if (form == "npz") return saveArchive(outputs, folder / "outputs.npz", values);
    for (const Saved& each : values)
        RETURN_IF_ERROR(outputs.check(each.file));
    Json saved = Json::array();
    for (const Saved& each : values) {
        RETURN_IF_ERROR(outputs.write(each.file, [&](const fs::path& there) {
            return onnx::writeTensorFile(there, each.value->name, each.value->tensor);
        }));
        saved.push_back({{"name", each.value->name}, {"file", each.file.string()}});
    }
    return saved;
}

} // namespace edgewright::cli

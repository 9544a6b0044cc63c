// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/saved_values.h"

#include "core/onnx/npz.h"

#include <algorithm>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

Result<Json> saveArchive(const fs::path& file, const std::vector<onnx::NamedTensor>& outputs,
                         const std::vector<onnx::NamedTensor>& captured) {
    std::vector<onnx::NamedTensor> members = outputs;
    for (const onnx::NamedTensor& each : captured) // an output may have been asked for by name, too
        if (std::ranges::find(members, each.name, &onnx::NamedTensor::name) == members.end())
            members.push_back(each);
    if (auto written = onnx::writeNpz(file, members); !written) return Error(written.error());
    Json saved = Json::array();
    for (const onnx::NamedTensor& each : members)
        saved.push_back({{"name", each.name}, {"file", file.string()}});
    return saved;
}

} // namespace

Result<Json> saveValues(const fs::path& folder, const std::string& form,
                        const std::vector<onnx::NamedTensor>& outputs,
                        const std::vector<onnx::NamedTensor>& captured) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!fs::is_directory(folder, failed))
        return edgewright::badInput(folder.string() + ": expected a folder, or a place where one can be made");
    if (form == "npz") return saveArchive(folder / "outputs.npz", outputs, captured);
    Json saved = Json::array();
    const auto save = [&](const char* kind, const std::vector<onnx::NamedTensor>& values) -> Result<void> {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const fs::path file = folder / (kind + std::to_string(i) + "." + form);
            if (auto written = onnx::writeTensorFile(file, values[i].name, values[i].tensor); !written)
                return written;
            saved.push_back({{"name", values[i].name}, {"file", file.string()}});
        }
        return {};
    };
    if (auto done = save("output_", outputs); !done) return Error(done.error());
    if (auto done = save("capture_", captured); !done) return Error(done.error());
    return saved;
}

} // namespace edgewright::cli

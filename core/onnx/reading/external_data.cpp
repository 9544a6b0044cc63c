// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/external_data.h"

#include "core/base/say.h"

#include <algorithm>

namespace edgewright::onnx {

namespace fs = std::filesystem;

namespace {

bool liesIn(const fs::path& folder, const fs::path& file) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

} // namespace

std::optional<std::string> ExternalData::escape(const std::string& location) const {
    const fs::path path(location);
    if (path.is_absolute())
        return say("external data '{1}' is an absolute path; expected a file inside the model's folder",
                   location);
    if (std::ranges::find(path, fs::path("..")) != path.end())
        return say("external data '{1}' leaves the model's folder; expected a file inside it", location);
    // Links are followed to where they really lead; a path that does not exist yet leads nowhere.
    std::error_code error;
    const fs::path root = fs::canonical(folder(), error);
    if (error) return std::nullopt;
    const fs::path real = fs::weakly_canonical(root / path, error);
    if (error || liesIn(root, real)) return std::nullopt;
    const fs::path realModel = fs::canonical(m_model, error);
    if (!error && liesIn(realModel.parent_path(), real)) return std::nullopt;
    return say("external data '{1}' is a link that leaves the model's folder; expected a file inside it",
               location);
}

Result<std::shared_ptr<const ir::MappedFile>> ExternalData::open(const std::string& location) {
    const fs::path path = (folder() / location).lexically_normal();
    auto& known = m_files[path.string()];
    if (known) return known;
    auto opened = ir::MappedFile::open(path);
    if (!opened) return opened;
    known = *opened;
    m_storedBytes += known->storedBytes();
    return opened;
}

} // namespace edgewright::onnx

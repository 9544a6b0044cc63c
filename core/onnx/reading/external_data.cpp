// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/external_data.h"

#include <algorithm>

namespace edgewright::onnx {

namespace fs = std::filesystem;

std::optional<std::string> ExternalData::escape(const std::string& location) const {
    const fs::path path(location);
    const std::string quoted = "external data '" + location + "' ";
    if (path.is_absolute()) return quoted + "is an absolute path; expected a file inside the model's folder";
    if (std::ranges::find(path, fs::path("..")) != path.end())
        return quoted + "leaves the model's folder; expected a file inside it";
    // Links are followed to where they really lead; a path that does not exist yet leads nowhere.
    std::error_code error;
    const fs::path root = fs::canonical(m_folder, error);
    if (error) return std::nullopt;
    const fs::path real = fs::weakly_canonical(root / path, error);
    if (error) return std::nullopt;
    if (std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first != root.end())
        return quoted + "is a link that leaves the model's folder; expected a file inside it";
    return std::nullopt;
}

Result<std::shared_ptr<const ir::MappedFile>> ExternalData::open(const std::string& location) {
    const fs::path path = (m_folder / location).lexically_normal();
    auto& known = m_files[path.string()];
    if (known) return known;
    auto opened = ir::MappedFile::open(path);
    if (!opened) return opened;
    known = *opened;
    m_storedBytes += known->storedBytes();
    return opened;
}

} // namespace edgewright::onnx

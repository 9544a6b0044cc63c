// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor bytes in files beside the model.
#pragma once

#include "core/ir/storage/mapped_file.h"

#include <map>
#include <optional>
#include <string>

namespace edgewright::onnx {

class ExternalData {
public:
    explicit ExternalData(std::filesystem::path model) : m_model(std::move(model)) {}

    // Says why `location` may not be opened: it leads out of the model's folder. Empty when it stays inside.
    // Where the model is a link, its data may be links into the folder that the model itself lies in: the cache
    // of Hugging Face is made of such links.
    std::optional<std::string> escape(const std::string& location) const;
    // The mapping is made once per file.
    Result<std::shared_ptr<const ir::MappedFile>> open(const std::string& location);
    // ir::MappedFile::storedBytes of all that were opened.
    std::int64_t storedBytes() const { return m_storedBytes; }

private:
    std::filesystem::path folder() const { return m_model.has_parent_path() ? m_model.parent_path() : "."; }

    std::filesystem::path m_model;                                        // the file
    std::map<std::string, std::shared_ptr<const ir::MappedFile>> m_files; // by path
    std::int64_t m_storedBytes = 0;
};

} // namespace edgewright::onnx

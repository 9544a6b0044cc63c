// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_file.h"

#include <algorithm>
#include <vector>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

Result<fs::path> modelFile(const fs::path& path) {
    constexpr std::size_t MaxNamed = 10; // candidates in the message
    std::error_code failed;
    if (!fs::is_directory(path, failed)) return path;
    if (fs::path usual = path / "model.onnx"; fs::is_regular_file(usual, failed)) return usual;
    std::vector<std::string> found;
    for (fs::directory_iterator it(path, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code unreadable;
        if (it->path().extension() == ".onnx" && it->is_regular_file(unreadable))
            found.push_back(it->path().filename().string());
    }
    if (failed) return badInput(path.string() + ": cannot be read: " + failed.message());
    if (found.size() == 1) return path / found.front();
    const std::string what = path.string() + ": is a folder that holds ";
    if (found.empty())
        return badInput(what + "no model; expected model.onnx, or one other file that ends in .onnx");
    std::ranges::sort(found);
    std::string names;
    for (std::size_t i = 0; i < std::min(found.size(), MaxNamed); ++i)
        names += (i == 0 ? "" : ", ") + found[i];
    if (found.size() > MaxNamed) names += " and " + std::to_string(found.size() - MaxNamed) + " more";
    return badInput(what + "several models and no model.onnx; expected the name of one of them: " + names);
}

fs::path namingFolder(const fs::path& file) {
    return file.filename() == "model.onnx" ? file.parent_path().filename() : fs::path();
}

std::string modelName(const fs::path& file) { return (namingFolder(file) / file.filename()).generic_string(); }

} // namespace edgewright::pipeline

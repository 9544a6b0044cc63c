// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_file.h"

#include "core/base/file_text.h"
#include "core/base/say.h"

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
    if (failed) return badInput(say("{1}: cannot be read: {2}", path.string(), systemText(failed.value())));
    if (found.size() == 1) return path / found.front();
    if (found.empty())
        return badInput(
            say("{1}: is a folder that holds no model; expected model.onnx, or one other file that ends "
                "in .onnx",
                path.string()));
    std::ranges::sort(found);
    std::string names;
    for (std::size_t i = 0; i < std::min(found.size(), MaxNamed); ++i)
        names += (i == 0 ? "" : ", ") + found[i];
    if (found.size() > MaxNamed) names = say("{1} and {2} more", names, found.size() - MaxNamed);
    return badInput(
        say("{1}: is a folder that holds several models and no model.onnx; expected the name of one of "
            "them: {2}",
            path.string(), names));
}

fs::path namingFolder(const fs::path& file) {
    return file.filename() == "model.onnx" ? file.parent_path().filename() : fs::path();
}

std::string modelName(const fs::path& file) { return (namingFolder(file) / file.filename()).generic_string(); }

} // namespace edgewright::pipeline

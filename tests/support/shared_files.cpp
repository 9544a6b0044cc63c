// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_files.h"

#include <algorithm>

namespace edgewright::test {

namespace fs = std::filesystem;

fs::path sample(const std::string& name) { return fs::path(EDGEWRIGHT_SOURCE_DIR) / "samples" / name; }

const std::vector<std::string>& samples() {
    static const std::vector<std::string> names{"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d",
                                                "signal_cnn_1d"};
    return names;
}

fs::path shared(const std::string& relative) {
    const fs::path path = fs::path(EDGEWRIGHT_SOURCE_DIR).parent_path() / "shared" / relative;
    std::error_code ignored;
    return fs::exists(path, ignored) ? path : fs::path();
}

const char* sharedMissing() { return "skipped: the shared test collection is not beside this checkout"; }

std::vector<fs::path> sharedCases(const std::string& relative) {
    std::vector<fs::path> result;
    const fs::path root = shared(relative);
    if (root.empty()) return result;
    for (const auto& entry : fs::directory_iterator(root))
        if (fs::exists(entry.path() / "model.onnx")) result.push_back(entry.path());
    std::ranges::sort(result);
    return result;
}

std::vector<fs::path> sharedFiles(const std::string& relative, const std::string& extension) {
    std::vector<fs::path> result;
    const fs::path root = shared(relative);
    if (root.empty()) return result;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == extension) result.push_back(entry.path());
    std::ranges::sort(result);
    return result;
}

} // namespace edgewright::test

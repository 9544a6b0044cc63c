// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_files.h"

#include "tests/support/paths/paths.h"
#include "tests/support/sanitizers.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace edgewright::test {

namespace fs = std::filesystem;

namespace {

bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value && std::string(value) != "0";
}

// Not a failure that a test could go on from, or forget to look at.
void endIfRequired(const fs::path& absent, const char* what) {
    if (!isSet("EDGEWRIGHT_REQUIRE_SHARED")) return;
    std::fprintf(stderr, "FAIL!  : EDGEWRIGHT_REQUIRE_SHARED is set, but %s %s\n", absent.c_str(), what);
    std::exit(EXIT_FAILURE);
}

std::vector<fs::path> sorted(std::vector<fs::path> found, const std::string& relative) {
    if (found.empty()) endIfRequired(sharedRoot() / relative, "holds nothing that the test could use");
    std::ranges::sort(found);
    return found;
}

} // namespace

fs::path sample(const std::string& name) { return sourceFolder() / "samples" / name; }

const std::vector<std::string>& samples() {
    static const std::vector<std::string> names{"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d",
                                                "signal_cnn_1d"};
    return names;
}

fs::path sharedRoot() {
    if (isSet("EDGEWRIGHT_SHARED")) return std::getenv("EDGEWRIGHT_SHARED");
    return sourceFolder().parent_path() / "shared";
}

fs::path sharedIfAny(const std::string& relative) {
    const fs::path path = sharedRoot() / relative;
    std::error_code ignored;
    return fs::exists(path, ignored) ? path : fs::path();
}

fs::path shared(const std::string& relative) {
    fs::path path = sharedIfAny(relative);
    if (path.empty()) endIfRequired(sharedRoot() / relative, "is not there");
    return path;
}

std::string sharedName(const fs::path& path) { return path.lexically_relative(sharedRoot()).generic_string(); }

const char* sharedMissing() { return "the shared test collection is not beside this checkout"; }

std::vector<fs::path> sharedCases(const std::string& relative) {
    std::vector<fs::path> result;
    const fs::path root = shared(relative);
    if (root.empty()) return result;
    for (const auto& entry : fs::directory_iterator(root))
        if (fs::exists(entry.path() / "model.onnx")) result.push_back(entry.path());
    return sorted(std::move(result), relative);
}

std::vector<fs::path> sharedFiles(const std::string& relative, const std::string& extension) {
    std::vector<fs::path> result;
    const fs::path root = shared(relative);
    if (root.empty()) return result;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == extension) result.push_back(entry.path());
    return sorted(std::move(result), relative);
}

std::vector<fs::path> sampled(std::vector<fs::path> files) {
    if (!UnderSanitizer) return files;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < files.size(); i += 4)
        files[kept++] = files[i];
    files.resize(kept);
    return files;
}

} // namespace edgewright::test

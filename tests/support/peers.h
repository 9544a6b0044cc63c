// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime as `./dev peers` fetches it with npm.
#pragma once

#include "tests/support/paths/paths.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace edgewright::test {

// The folder that node is told of; empty: node or onnxruntime-node is not there.
inline std::string nodeModules() {
    const char* named = std::getenv("NODE_PATH");
    const std::string folder =
        named && *named ? named : (sourceFolder() / "build" / "peers" / "node_modules").string();
    std::error_code ignored;
    const bool hasNode = std::filesystem::exists("/usr/bin/node", ignored) ||
                         std::filesystem::exists("/usr/local/bin/node", ignored);
    return hasNode && std::filesystem::exists(folder + "/onnxruntime-node", ignored) ? folder : std::string();
}

inline constexpr const char* NoPeers = "node or onnxruntime-node is not there: ./dev peers fetches it";

} // namespace edgewright::test

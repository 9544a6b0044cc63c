// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths/paths.h"

namespace edgewright::test {

namespace fs = std::filesystem;

fs::path sourceFolder() { return EDGEWRIGHT_SOURCE_DIR; }
fs::path buildFolder() { return EDGEWRIGHT_BUILD_DIR; }
fs::path runtimesFolder() { return sourceFolder() / "resources" / "runtimes"; }
fs::path program(const std::string& name) { return buildFolder() / "bin" / name; }
fs::path loadable(const std::string& name) { return buildFolder() / "lib" / "edgewright" / name; }
fs::path fakeGpu() { return buildFolder() / "fake_gpu"; }
fs::path fakeCuda() { return buildFolder() / "fake_cuda"; }
fs::path testProgram(const std::string& name) { return buildFolder() / "tests" / name; }

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The places of this clone and of what was built of it, whole paths. A test program that opens something of the
// build has it among its dependencies (CMake).
#pragma once

#include <filesystem>
#include <string>

namespace edgewright::test {

std::filesystem::path sourceFolder();
std::filesystem::path buildFolder();
std::filesystem::path runtimesFolder();                  // adapters as they are shipped
std::filesystem::path program(const std::string& name);  // "edgewright-cli"
std::filesystem::path loadable(const std::string& name); // a module, with its ending: "edgewright_onednn.so"
// Made for tests: what stands in for a GPU, its driver and its compiler, and for CUDA where programs are
// traced.
std::filesystem::path fakeGpu();
std::filesystem::path fakeCuda();
// Likewise, programs and libraries beside those of tests: "delay_relay".
std::filesystem::path testProgram(const std::string& name);

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The places of test inputs: our own samples, and the larger collection beside the checkout that only some
// have (../shared, or the folder that EDGEWRIGHT_SHARED names).
//
// If the collection is absent, tests that need it skip with sharedMissing(). With
// EDGEWRIGHT_REQUIRE_SHARED=1 in the environment, asking for a part of it that is not there ends the test
// program with status 1 instead.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::test {

std::filesystem::path sample(const std::string& name); // samples/<name>
// The networks among them: samples/<name>.onnx, its inputs in samples/<name>.
const std::vector<std::string>& samples();
std::filesystem::path sharedRoot(); // the collection, there or not
// <collection>/<relative>; empty where it is absent.
std::filesystem::path shared(const std::string& relative);
// The same for what may be absent from a collection that is there, as a model that its tables name.
std::filesystem::path sharedIfAny(const std::string& relative);
// The path below the collection, with '/': "models/mnist-8-cntk".
std::string sharedName(const std::filesystem::path& path);
const char* sharedMissing(); // for QSKIP
// Folders below <collection>/<relative> that hold a model.onnx, sorted; empty when absent.
std::vector<std::filesystem::path> sharedCases(const std::string& relative);
// Files anywhere below <collection>/<relative> with that extension (".onnx"), sorted; empty when absent.
std::vector<std::filesystem::path> sharedFiles(const std::string& relative, const std::string& extension);

// All of them; under a sanitizer, where everything takes several times as long, every fourth from the first on.
std::vector<std::filesystem::path> sampled(std::vector<std::filesystem::path> files);

} // namespace edgewright::test

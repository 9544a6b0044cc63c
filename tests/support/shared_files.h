// SPDX-License-Identifier: GPL-3.0-or-later
// Where the test inputs lie: our own samples, and the larger collection beside the checkout that only some
// have.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::test {

std::filesystem::path sample(const std::string& name); // samples/<name>
// The networks among them: samples/<name>.onnx, its inputs in samples/<name>.
const std::vector<std::string>& samples();
// ../shared/<relative>; empty where the collection is absent: the test then skips with sharedMissing().
std::filesystem::path shared(const std::string& relative);
const char* sharedMissing();
// Folders below ../shared/<relative> that hold a model.onnx, sorted; empty when absent.
std::vector<std::filesystem::path> sharedCases(const std::string& relative);
// Files anywhere below ../shared/<relative> with that extension (".onnx"), sorted; empty when absent.
std::vector<std::filesystem::path> sharedFiles(const std::string& relative, const std::string& extension);

} // namespace edgewright::test

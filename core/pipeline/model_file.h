// SPDX-License-Identifier: GPL-3.0-or-later
// The model that a path names: a file, or a folder that holds one.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace edgewright::pipeline {

// The model of a path: of a folder its model.onnx, else its only file that ends in .onnx; fails where there is
// none, or several. Any other path is returned as it is, there or not.
Result<std::filesystem::path> modelFile(const std::filesystem::path& path);

// The name of the folder that says which model a model.onnx is, as exporters call every model; empty: the file
// has a name of its own.
std::filesystem::path namingFolder(const std::filesystem::path& file);
// The name of a model for people: that of its file, behind its namingFolder(): "mobilenet/model.onnx".
std::string modelName(const std::filesystem::path& file);

} // namespace edgewright::pipeline

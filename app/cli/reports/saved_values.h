// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs and captured values of a run, in files.
#pragma once

#include "app/cli/outputs.h"
#include "core/onnx/arrays/tensor_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::cli {

// `form` is "pb" or "npy": output_0.pb, ... and capture_0.pb, ... in `folder`; or "npz": outputs.npz, with
// members by value name. Nothing is written where one of them would go over an input. Returns a list of
// {name, file}.
Result<Json> saveValues(Outputs& outputs, const std::filesystem::path& folder, const std::string& form,
                        const std::vector<onnx::NamedTensor>& results,
                        const std::vector<onnx::NamedTensor>& captured);

} // namespace edgewright::cli

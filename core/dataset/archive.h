// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of an .npz, by what they are to a graph.
#pragma once

#include "core/base/result.h"
#include "core/dataset/integer_scale.h"
#include "core/ir/graph.h"
#include "core/onnx/arrays/tensor_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

namespace edgewright::dataset {

struct Archive {
    std::map<ValueId, onnx::NamedTensor> inputs; // as they are stored
    std::map<std::size_t, ir::Tensor> outputs;   // by place; empty unless they were asked for
    std::optional<ir::Tensor> labels;
    ScaleArrays scales;
};

// By the names of inputs and outputs; an only array is that of an only input, whatever its name. Outputs are
// not unpacked unless `withOutputs`. BadInput, naming the array, for one that is nothing of these. The arrays
// unpack to at most `limitBytes`.
Result<Archive> readArchive(const std::filesystem::path& file, const ir::Graph& graph, std::int64_t limitBytes,
                            bool withOutputs = false);

} // namespace edgewright::dataset

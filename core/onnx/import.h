// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an ONNX model file into the IR. The only code, with export.h and tensor_file.h, that knows protobuf.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <filesystem>
#include <memory>

namespace edgewright::onnx {

struct Imported {
    std::shared_ptr<const ir::Model> model;
    // What is wrong or remarkable, structural findings of ir::verify included.
    Diagnostics diagnostics;
};

struct ImportLimits {
    std::int64_t fileBytes = std::int64_t(8) << 30;
    std::int64_t tensorBytes = std::int64_t(4) << 30; // of one tensor
    int subgraphDepth = 32;
};

// What cannot be read as a model (no ONNX, truncated, a Git LFS pointer, a bare graph, external data outside
// the model's folder) is an Error naming file, place and expectation. What can be read but is wrong (cycle,
// missing initializer, two producers, dims that do not match bytes, missing external data) is a Diagnostic, and
// the model opens.
Result<Imported> importModel(const std::filesystem::path& file, const RunContext& run = {},
                             const ImportLimits& limits = {});

} // namespace edgewright::onnx

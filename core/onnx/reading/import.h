// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an ONNX model file into the IR. The only code, with export.h and tensor_file.h, that knows protobuf.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/memory_budget.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <filesystem>
#include <memory>

namespace edgewright::onnx {

struct Imported {
    std::shared_ptr<const ir::Model> model;
    // All that is wrong or remarkable, structural findings of ir::verify included.
    Diagnostics diagnostics;
    MemoryBudget memory = MemoryBudget(0); // what reading took of its limit
};

struct ImportLimits {
    std::int64_t fileBytes = std::int64_t(8) << 30;
    std::int64_t tensorBytes = std::int64_t(4) << 30; // of one tensor
    int subgraphDepth = 32;
    // A limit on all that opening makes: nodes, values, bodies of functions, dense constants and copies.
    // Weights as they lie in the file are not counted. 0: see openingLimit.
    std::int64_t memoryBytes = 0;
};

// A limit that grows with the model: 32 MiB, 128 bytes for each byte that is no weight (a node takes some
// twenty bytes of a file), 2 for each byte of weights. Of files beside the model what they occupy on the disk
// counts.
constexpr std::int64_t WeightFactor = 2;
constexpr std::int64_t openingLimit(std::int64_t structureBytes, std::int64_t weightBytes) {
    return (std::int64_t(32) << 20) + 128 * structureBytes + WeightFactor * weightBytes;
}

// A file that cannot be read as a model (no ONNX, truncated, a Git LFS pointer, a bare graph, external data
// outside the model's folder) is an Error naming file, place and expectation. What can be read but is wrong
// (cycle, missing initializer, two producers, dims that do not match bytes, missing external data) is a
// Diagnostic, and the model opens. What exceeds ImportLimits::memoryBytes is an Error, too (OutOfMemory).
Result<Imported> importModel(const std::filesystem::path& file, const RunContext& run = {},
                             const ImportLimits& limits = {});

} // namespace edgewright::onnx

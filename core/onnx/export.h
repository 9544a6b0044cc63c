// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a model that any ONNX runtime loads: groups made by fusion (nodes with a body in the domain
// ir::FusedDomain) become model-local functions whose body is standard operators.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <filesystem>

namespace edgewright::onnx {

// `graph` replaces model.graph; everything else (opsets, metadata, producer) comes from `model`. Writes to a
// temporary beside `file` first and renames, so that a failure leaves no half-written model.
Result<void> exportModel(const ir::Model& model, const ir::Graph& graph, const std::filesystem::path& file);

} // namespace edgewright::onnx

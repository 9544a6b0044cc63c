// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a model that any ONNX runtime loads: groups made by fusion (nodes with a body in the domain
// ir::FusedDomain) become model-local functions whose body is standard operators.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <filesystem>

namespace edgewright::onnx {

// `graph` replaces model.graph and needs `opsets` (fusion::History::opsets); everything else (metadata,
// producer) comes from `model`. Where the model's weights lay in files of their own, or are too large for one
// protobuf file, they go into `<file's name>.data` beside it. Writes to temporaries first and renames, so that
// a failure leaves no half-written model.
Result<void> exportModel(const ir::Model& model, const ir::Graph& graph, const ir::Opsets& opsets,
                         const std::filesystem::path& file);
// The size that file would have, with the one beside it; nothing is written.
Result<std::int64_t> exportedBytes(const ir::Model& model, const ir::Graph& graph, const ir::Opsets& opsets);
// With the model's own opsets.
Result<void> exportModel(const ir::Model& model, const ir::Graph& graph, const std::filesystem::path& file);

} // namespace edgewright::onnx

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/patch_check.h"

#include "core/fusion/engine/excerpt.h"
#include "core/ops/infer.h"

namespace edgewright::fusion {

std::string whyTypesClash(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Patch& patch) {
    if (patch.added.empty()) return {};
    const ops::Inferred inferred = ops::inferTypes(excerpt(graph, patch), opsets);
    for (const Diagnostic& found : inferred.diagnostics)
        if (found.severity == Severity::Error || found.code == "shape-mismatch")
            return "changes what others read: " + found.message;
    return {};
}

} // namespace edgewright::fusion

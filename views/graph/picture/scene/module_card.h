// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a folded module.
#pragma once

#include "core/modules/modules.h"
#include "views/graph/picture/scene/node_card.h"

#include <QString>

namespace edgewright::views {

// The telling part of its name: "5", "layers.0 … layers.11".
QString moduleName(const modules::Module& module);
// " · LlamaAttention": its class, where the file says it.
QString typeText(const modules::Module& module);
// "× 6 the same": so many equal ones stand in it, or in the graph; empty for one of its own.
QString sameText(const modules::Module& module);

// `operators`: shown in its place when all of it is open. `facts`: of all of them.
NodeCard makeModuleCard(const modules::Modules& modules, modules::ModuleId id, std::size_t operators,
                        const NodeFacts& facts, const CardMetrics& metrics);
// Rich text with the whole path and the sums.
QString moduleToolTip(const modules::Modules& modules, modules::ModuleId id, std::size_t operators,
                      const NodeFacts& facts);

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerator_fields.h"

namespace edgewright::cost {

std::string_view dataflowName(Dataflow dataflow) { return Dataflows[static_cast<std::size_t>(dataflow)].key; }
std::optional<Dataflow> dataflowFrom(std::string_view name) { return enumeratorOf<Dataflow>(Dataflows, name); }
std::string_view objectiveName(Objective objective) {
    return Objectives[static_cast<std::size_t>(objective)].key;
}
std::optional<Objective> objectiveFrom(std::string_view name) {
    return enumeratorOf<Objective>(Objectives, name);
}

} // namespace edgewright::cost

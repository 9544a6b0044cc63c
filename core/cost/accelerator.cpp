// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerator.h"

#include <array>

namespace edgewright::cost {

std::string_view dataflowName(Dataflow dataflow) {
    switch (dataflow) {
    case Dataflow::OutputStationary:
        return "os";
    case Dataflow::WeightStationary:
        return "ws";
    case Dataflow::InputStationary:
        return "is";
    }
    return "";
}

std::optional<Dataflow> dataflowFrom(std::string_view name) {
    for (const Dataflow dataflow :
         {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary})
        if (dataflowName(dataflow) == name) return dataflow;
    return std::nullopt;
}

std::string_view objectiveName(Objective objective) {
    constexpr std::array<std::string_view, 3> Names{"cycles", "energy", "product"};
    return Names[static_cast<std::size_t>(objective)];
}

std::optional<Objective> objectiveFrom(std::string_view name) {
    for (const Objective objective : {Objective::Cycles, Objective::Energy, Objective::Product})
        if (objectiveName(objective) == name) return objective;
    return std::nullopt;
}

} // namespace edgewright::cost

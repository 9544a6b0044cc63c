// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerator.h"

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

} // namespace edgewright::cost

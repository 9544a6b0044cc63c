// SPDX-License-Identifier: GPL-3.0-or-later
// The faults of a definition that files and machines show: found before the first cell runs.
#pragma once

#include "core/base/run_context.h"
#include "core/experiment/cells.h"
#include "core/experiment/prepared_model.h"

#include <functional>
#include <string>
#include <vector>

namespace edgewright::experiment {

struct Fault {
    std::string place;          // in the file of the definition: "models[1].sizes[0]"
    std::string reason;         // with what there is, where that is known
    std::vector<AxisChoice> of; // of the cells that it keeps from running, on each of these axes; empty: all

    bool keeps(const Choices& choices) const;
    std::string text() const { return place + ": " + reason; }
};

// Fails for a machine that is not known.
using KnowsDevice = std::function<Result<void>(const std::string& device)>;

// Among the choices that `cells` have: devices that are not known (`knows` empty: all are), data that is not
// there, models that cannot be opened, sizes of dimensions that a model has not. The other models are in
// `opened` then. Fails with Cancelled alone.
Result<std::vector<Fault>> faultsOf(const Definition& definition, const std::vector<const Cell*>& cells,
                                    const KnowsDevice& knows, OpenedModels& opened, const RunContext& run = {});

} // namespace edgewright::experiment

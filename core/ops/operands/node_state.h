// SPDX-License-Identifier: GPL-3.0-or-later
// State that a kernel prepares from the attributes of a node in its first run and keeps for its later ones.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// prepare(node), which returns Result<T>, is called in the first run alone.
template <typename T, typename Prepare>
Result<std::shared_ptr<const T>> preparedState(KernelContext& context, Prepare prepare) {
    if (!context.state()) {
        ASSIGN_OR_RETURN(auto made, prepare(context.node()));
        context.state() = std::make_shared<T>(std::move(made));
    }
    return std::static_pointer_cast<const T>(context.state());
}

} // namespace edgewright::ops

// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel works out from a node's attributes once and keeps for its later runs.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// The T that make(node), which returns Result<T>, built in the first run.
template <typename T, typename Make>
Result<std::shared_ptr<const T>> madeOnce(KernelContext& context, Make make) {
    if (!context.state()) {
        ASSIGN_OR_RETURN(auto made, make(context.node()));
        context.state() = std::make_shared<T>(std::move(made));
    }
    return std::static_pointer_cast<const T>(context.state());
}

} // namespace edgewright::ops

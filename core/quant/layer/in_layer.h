// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of one layer.
#pragma once

#include "core/base/result.h"

#include <new>
#include <string>

namespace edgewright::quant {

// The result of `compute`; its errors name the layer, too little memory is Unsupported.
template <typename Compute>
auto inLayer(const std::string& name, const Compute& compute) -> decltype(compute()) {
    const std::string place = "layer '" + name + "'";
    try {
        auto result = compute();
        if (!result && result.error().code != ErrorCode::Cancelled)
            return std::move(result).error().within(place);
        return result;
    } catch (const std::bad_alloc&) {
        return unsupported(place + ": not enough memory");
    }
}

} // namespace edgewright::quant

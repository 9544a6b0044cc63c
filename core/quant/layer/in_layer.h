// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of one layer.
#pragma once

#include "core/base/result.h"
#include "core/base/say.h"

#include <new>
#include <string>

namespace edgewright::quant {

// The result of `compute`; its errors name the layer, too little memory is Unsupported.
template <typename Compute>
auto inLayer(const std::string& name, const Compute& compute) -> decltype(compute()) {
    try {
        auto result = compute();
        if (!result && result.error().code != ErrorCode::Cancelled)
            return std::move(result).error().within(say("layer '{1}'", name));
        return result;
    } catch (const std::bad_alloc&) {
        return unsupported(say("layer '{1}': not enough memory", name));
    }
}

} // namespace edgewright::quant

// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries of NVIDIA that do the same as our kernels, for comparison, as far as they are installed.
#pragma once

#include "core/gpu/bench/prepared_work.h"
#include "core/gpu/driver/convolutions.h"
#include "core/gpu/driver/products.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::gpu {

struct Libraries {
    std::optional<Products> products;         // cuBLAS
    std::optional<Convolutions> convolutions; // cuDNN
    std::vector<std::string> problems;        // why one of them is not there

    // `withConvolutions`: cuDNN too, which takes a second to begin. Behind Gpu::open(), on the same thread.
    static Libraries found(bool withConvolutions);

    // Starts there what `work` computes, on that copy of its arrays, over its result; null: none of them
    // has it. Errors: a library that does not take these sizes.
    Result<std::function<Result<void>(std::size_t copy)>> sameAs(Gpu& gpu, const Work& work, const Sizes& sizes,
                                                                 const PreparedWork& prepared) const;
};

} // namespace edgewright::gpu

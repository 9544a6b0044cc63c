// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/libraries.h"

#include "core/base/propagate.h"

namespace edgewright::gpu {

namespace {

template <class Opened>
void keep(std::optional<Opened>& into, Result<Opened> opened, std::vector<std::string>& problems) {
    if (opened)
        into = *std::move(opened);
    else
        problems.push_back(opened.error().message);
}

} // namespace

Libraries Libraries::found(bool withConvolutions) {
    Libraries libraries;
    keep(libraries.products, Products::open(), libraries.problems);
    if (withConvolutions) keep(libraries.convolutions, Convolutions::open(), libraries.problems);
    return libraries;
}

Result<std::function<Result<void>(std::size_t)>> Libraries::sameAs(Gpu& gpu, const Work& work, const Sizes& s,
                                                                   const PreparedWork& prepared) const {
    using Start = std::function<Result<void>(std::size_t)>;
    if (work.library == LibraryCall::None) return Start();
    if (work.library == LibraryCall::Convolution) {
        if (!convolutions) return Start();
        const auto size = [&s](std::size_t at) { return static_cast<int>(s[at]); };
        ASSIGN_OR_RETURN(const auto convolution, convolutions->prepare(gpu, {size(0), size(1), size(2), size(3),
                                                                             size(4), size(5), size(6)}));
        return Start([convolution, &prepared](std::size_t copy) {
            return convolution->start(prepared.address(copy, 0), prepared.address(copy, 1),
                                      prepared.address(copy, 2));
        });
    }
    if (!products) return Start();
    const std::int64_t row = work.buffers[0].row > 0 ? work.buffers[0].row : s[2];
    return Start([this, &prepared, kind = work.library, m = s[0], n = s[1], k = s[2], row](std::size_t copy) {
        return products->start(kind, m, n, k, row, prepared.address(copy, 0), prepared.address(copy, 1),
                               prepared.address(copy, 2));
    });
}

} // namespace edgewright::gpu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/place_inputs.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace edgewright::exec {

namespace {

struct Move {
    std::size_t input = 0;
    ir::Tensor to;
};

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
    const std::less<const std::byte*> before;
    return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

void copy(const ir::Tensor& from, ir::Tensor& to) {
    if (from.bytes().data() == to.bytes().data()) return;
    std::memmove(to.mutableBytes().data(), from.bytes().data(), from.bytes().size());
}

void copyOrSwap(ir::Tensor& from, ir::Tensor& to, bool swaps) {
    if (swaps)
        std::ranges::swap_ranges(from.mutableBytes(), to.mutableBytes());
    else
        copy(from, to);
}

bool isExactly(const ir::Tensor& a, const ir::Tensor& b) {
    return a.bytes().data() == b.bytes().data() && a.bytes().size() == b.bytes().size();
}

ir::Tensor lyingIn(const ir::Tensor& tensor, ir::Tensor place) {
    return ir::Tensor::over(tensor.dtype(), tensor.dims(), place.owner(), place.mutableBytes());
}

// `wanted` still has its elements once `from` has gone `to` its place, or both have changed places.
Result<void> keepWanted(Storage& storage, ir::Tensor& wanted, const ir::Tensor& from, const ir::Tensor& to,
                        bool swaps) {
    if (swaps && isExactly(wanted, to)) {
        wanted = lyingIn(wanted, from);
    } else if (swaps && isExactly(wanted, from)) {
        wanted = lyingIn(wanted, to);
    } else if (overlap(wanted.bytes(), to.bytes()) || (swaps && overlap(wanted.bytes(), from.bytes()))) {
        ASSIGN_OR_RETURN(wanted, outsideArena(storage, wanted));
    }
    return {};
}

} // namespace

Result<ir::Tensor> outsideArena(Storage& storage, const ir::Tensor& value) {
    if (value.isTensor()) {
        if (!storage.inArena(value)) return value;
        ASSIGN_OR_RETURN(auto copy, storage.allocate(value.dtype(), value.dims()));
        std::memcpy(copy.tensor.mutableBytes().data(), value.bytes().data(), value.bytes().size());
        return copy.tensor;
    }
    std::vector<ir::Tensor> items;
    for (const ir::Tensor& item : value.items()) {
        auto own = outsideArena(storage, item);
        if (!own) return own;
        items.push_back(*std::move(own));
    }
    return ir::Tensor::ofItems(value.container(), value.dtype(), std::move(items));
}

Result<void> placeInputs(Storage& storage, const ir::ArenaPlan& plan, const ir::Graph& graph,
                         std::vector<ir::Tensor>& inputs) {
    const auto planned = storage.bytesOf(plan);
    std::vector<Move> moves;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        ir::Tensor& input = inputs[i];
        if (!input.hasData() || !input.isTensor()) continue;
        auto slot = storage.takeSlot(&plan, graph.inputs[i], input.dtype(), input.dims());
        if (slot && !slot->bytes().empty()) {
            moves.push_back({i, *std::move(slot)});
        } else if (isInside(planned, input.bytes())) {
            ASSIGN_OR_RETURN(input, outsideArena(storage, input));
        }
    }
    while (!moves.empty()) {
        // One whose place nobody reads any more, as long as there is one; then they go round in circles.
        const auto free = std::ranges::find_if(moves, [&](const Move& move) {
            return std::ranges::none_of(moves, [&](const Move& other) {
                return other.input != move.input && overlap(move.to.bytes(), inputs[other.input].bytes());
            });
        });
        const bool inCircle = free == moves.end();
        const auto next = inCircle ? moves.end() - 1 : free;
        Move move = *next;
        moves.erase(next);
        const bool swaps = inCircle && isInside(planned, inputs[move.input].bytes());
        for (Move& other : moves)
            RETURN_IF_ERROR(keepWanted(storage, inputs[other.input], inputs[move.input], move.to, swaps));
        copyOrSwap(inputs[move.input], move.to, swaps);
        inputs[move.input] = move.to;
    }
    return {};
}

} // namespace edgewright::exec

// SPDX-License-Identifier: GPL-3.0-or-later
// Attention that is spelled out:
//
//   softmax(query * key^T * scale + mask) * value
//
// with the transposes that bring heads to the front and back, and with keys and values that groups of heads
// share.
#pragma once

#include "core/fusion/patterns/composing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::fusion {

struct AttentionMatch {
    ValueId query;
    ValueId key; // as `keyOrder` brings it to the layout of the query
    ValueId value;
    ValueId mask;                       // added to the scores; invalid: none
    std::optional<ir::Tensor> allowed;  // or: which scores are kept, where the others were put far below
    std::vector<std::int64_t> keyOrder; // a permutation, empty: it lies as the query does
    bool keySingle = false;             // [batch, heads, 1, rows, size]: axis 2 is still to go
    bool valueSingle = false;           // likewise
    // One tensor [batch, rows, 3 * heads * size] that query, key and value are parts of, and which; invalid:
    // they are tensors of their own. Only where headsLast.
    ValueId packed;
    std::array<std::int64_t, 3> parts{0, 1, 2};
    double scale = 1;       // of the scores
    bool headsLast = false; // [batch, rows, heads * size] instead of [batch, heads, rows, size]
    std::int64_t heads = 0; // known where headsLast
    std::int64_t keyHeads = 0;
    std::vector<NodeId> nodes; // last first
    // The reason why it is no Attention after all, and the tensor that stands in the way. Empty: nothing does.
    std::string obstacle;
    ValueId tensor;
};

// The one whose product with the value is `product`, without the nodes that only arrange heads.
std::optional<AttentionMatch> attentionAt(const GraphView& view, const ir::Node& product);
// The same with the heads left in the last axis, when all that arranges them can go; else empty.
std::optional<AttentionMatch> withHeadsLast(const GraphView& view, const AttentionMatch& found);

} // namespace edgewright::fusion

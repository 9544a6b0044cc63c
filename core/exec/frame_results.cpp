// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that write their part of a Concat's result where it belongs, and what the arena's plan has put
// where it lies already.
#include "core/exec/frame.h"

#include "core/base/checked.h"
#include "core/ops/movement/parts.h"

#include <cstring>

namespace edgewright::exec {

std::optional<ir::Tensor> Frame::sliceOf(ValueId id, ir::DataType type, const ir::Dims& dims) {
    if (m_schedule.slices.empty() || m_plan) return std::nullopt;
    const auto found = m_schedule.slices.find(id);
    if (found == m_schedule.slices.end() || found->second.type != type) return std::nullopt;
    const ConcatSlice& slice = found->second;
    const auto elements = checkedProduct(dims);
    if (!elements || ir::byteCount(type, *elements) != slice.bytes) return std::nullopt;
    auto whole = m_partlyWritten.find(slice.whole);
    if (whole == m_partlyWritten.end()) {
        auto made = m_session.storage.allocate(slice.type, slice.dims);
        if (!made) return std::nullopt; // the operator's own, smaller output may still fit
        whole = m_partlyWritten.emplace(slice.whole, *std::move(made)).first;
    }
    ir::Tensor& tensor = whole->second.tensor;
    const auto bytes = tensor.mutableBytes();
    const auto end = checkedAdd(slice.offset, slice.bytes);
    if (!end || static_cast<std::size_t>(*end) > bytes.size()) return std::nullopt;
    return ir::Tensor::over(
        type, dims, tensor.owner(),
        bytes.subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.bytes)));
}

// The result of a Concat whose parts are in place already, or are put there; empty: it has to run.
std::optional<Block> Frame::concatInPlace(const ir::Node& concat) {
    if (!concat.is("Concat")) return std::nullopt;
    const ValueId id = concat.output(0);
    const auto found = m_partlyWritten.find(id);
    Block whole;
    if (found != m_partlyWritten.end()) {
        whole = found->second;
    } else if (m_plan && ops::offsetInOutput(m_graph, concat, 0)) {
        const ir::TensorType& type = m_graph.value(id).type;
        if (auto slot = m_session.storage.takeSlot(m_plan, id, type.dtype, *type.dims()))
            whole.tensor = *std::move(slot);
    }
    if (!whole.tensor.hasData()) return std::nullopt;
    const auto to = whole.tensor.mutableBytes();
    std::size_t size = 0;
    bool any = found != m_partlyWritten.end();
    for (const ValueId input : concat.inputs) {
        const ir::Tensor* part = find(input);
        if (!part || part->dtype() != whole.tensor.dtype()) return std::nullopt;
        any = any || part->bytes().data() == to.data() + size;
        size += part->bytes().size();
        if (size > to.size()) return std::nullopt;
    }
    if (!any || size != to.size()) return std::nullopt;
    std::size_t offset = 0;
    for (const ValueId input : concat.inputs) {
        const auto from = find(input)->bytes();
        if (!from.empty() && from.data() != to.data() + offset)
            std::memmove(to.data() + offset, from.data(), from.size());
        offset += from.size();
    }
    if (found != m_partlyWritten.end()) m_partlyWritten.erase(found);
    return whole;
}

// The outputs of a Slice or Split, if the plan has put all of them where they lie already.
std::optional<std::vector<Block>> Frame::splitInPlace(const ir::Node& node) {
    if (!m_plan || (!node.is("Slice") && !node.is("Split"))) return std::nullopt;
    const ir::Tensor* whole = find(node.input(0));
    if (!whole || !m_session.storage.inArena(*whole) || whole->type() != m_graph.value(node.input(0)).type)
        return std::nullopt;
    std::vector<Block> parts(node.outputs.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ValueId id = node.outputs[i];
        if (!id.valid()) continue;
        const auto place = m_session.storage.place(*m_plan, id); // asked first: offsets are slow to find out
        if (!place || !isInside(whole->bytes(), *place)) return std::nullopt;
        const auto offset = ops::offsetInInput(m_graph, node, i);
        const ir::TensorType& type = m_graph.value(id).type;
        auto slot = offset ? m_session.storage.slot(m_plan, id, type.dtype, *type.dims()) : std::nullopt;
        if (!slot || slot->bytes().data() != whole->bytes().data() + *offset) return std::nullopt;
        parts[i].tensor = *std::move(slot);
    }
    return parts;
}

} // namespace edgewright::exec

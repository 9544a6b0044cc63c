// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"

namespace edgewright::fusion {

namespace {

struct Format {
    int range = 0;     // bits that integers need; exponent of floats is always enough up to float32
    int precision = 0; // bits of the significand
    bool isSigned = false;
    bool floating = false;
    int exponent = 0; // bits
};

std::optional<Format> formatOf(ir::DataType type) {
    switch (type) {
    case ir::DataType::Bool:
        return Format{1, 1, false, false, 0};
    case ir::DataType::UInt8:
        return Format{8, 8, false, false, 0};
    case ir::DataType::Int8:
        return Format{7, 7, true, false, 0};
    case ir::DataType::UInt16:
        return Format{16, 16, false, false, 0};
    case ir::DataType::Int16:
        return Format{15, 15, true, false, 0};
    case ir::DataType::UInt32:
        return Format{32, 32, false, false, 0};
    case ir::DataType::Int32:
        return Format{31, 31, true, false, 0};
    case ir::DataType::UInt64:
        return Format{64, 64, false, false, 0};
    case ir::DataType::Int64:
        return Format{63, 63, true, false, 0};
    case ir::DataType::Float16:
        return Format{15, 11, true, true, 5};
    case ir::DataType::BFloat16:
        return Format{127, 8, true, true, 8};
    case ir::DataType::Float32:
        return Format{127, 24, true, true, 8};
    case ir::DataType::Float64:
        return Format{1023, 53, true, true, 11};
    default:
        return std::nullopt;
    }
}

// Every value of `from` exists in `to`.
bool holdsAll(const Format& from, const Format& to) {
    if (from.floating && !to.floating) return false;
    if (from.isSigned && !to.isSigned) return false;
    return to.precision >= from.precision && to.range >= from.range && to.exponent >= from.exponent;
}

//   x -> Cast(B) -> Cast(C) -> A        =>      x -> Cast(C) -> A          when B holds every value of x
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!second.is("Cast")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->is("Cast")) return NoMatch{};
    const auto refuse = [&](std::string reason) {
        return Refused{{id, first->id}, {middle}, std::move(reason)};
    };

    const ir::DataType a = typeOf(view, first->input(0)).dtype;
    const ir::DataType b = typeOf(view, middle).dtype;
    const ir::DataType c = typeOf(view, second.output(0)).dtype;
    const auto from = formatOf(a);
    const auto through = formatOf(b);
    const auto to = formatOf(c);
    if (!from || !through || !to) return NoMatch{};
    const auto name = [](ir::DataType type) { return std::string(ir::dataTypeName(type)); };
    if (!holdsAll(*from, *through))
        return refuse(first->label() + " rounds or cuts: not every " + name(a) + " is a " + name(b));
    // Floats and integers treat what does not fit differently.
    if (from->floating != through->floating && !to->floating && !holdsAll(*from, *to))
        return refuse("what does not fit into " + name(c) + " comes out differently from " + name(b) +
                      " than from " + name(a));
    // The second one reads x itself; where others read the middle, the first one stays for them.
    if (a != c)
        if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason));
    ir::PatchBuilder patch(view.graph);
    ir::Node merged = second;
    merged.origins.clear();
    merged.inputs[0] = first->input(0);
    if (!whyNotPrivate(view, middle, id)) patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   first->label() + " loses nothing, so that " + second.label() +
                       " can convert its input directly"};
}

} // namespace

extern const Rule merge_casts;
const Rule merge_casts{"merge_casts", "Consecutive casts of which the first loses nothing into one", match,
                       "Cast -> Cast", "Cast"};

} // namespace edgewright::fusion

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/normalisation.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion {

namespace {

using Axes = std::vector<std::int64_t>;

struct Mean {
    ValueId of;
    Axes axes;
    bool unbiased = false; // divided by n - 1
};

std::optional<std::int64_t> extentOf(const GraphView& view, ValueId value, const Axes& axes) {
    const auto& shape = typeOf(view, value).shape;
    if (!shape) return std::nullopt;
    std::int64_t count = 1;
    for (const std::int64_t axis : axes) {
        const ir::Dim& dim = (*shape)[static_cast<std::size_t>(axis)];
        if (!dim.known() || dim.value() < 1 || dim.value() > (std::int64_t(1) << 40) / count)
            return std::nullopt;
        count *= dim.value();
    }
    return count;
}

// ReduceMean with the axes kept, or a sum divided by the number of its terms.
std::optional<Mean> meanAt(Trail& trail, ValueId value) {
    const GraphView& view = trail.view();
    value = trail.acrossCasts(value);
    if (const ir::Node* mean = trail.peek(value, "ReduceMean")) {
        auto axes = reducedAxes(view, *mean);
        if (!axes || !keepsDims(*mean)) return std::nullopt;
        trail.note(mean->id);
        return Mean{mean->input(0), *std::move(axes)};
    }
    const ir::Node* divided = trail.peek(value, "Div");
    const ir::Node* scaled = divided ? divided : trail.peek(value, "Mul");
    if (!scaled) return std::nullopt;
    std::size_t side = 0;
    auto number = uniformNumber(view, scaled->input(1));
    if (!number && !divided) {
        side = 1;
        number = uniformNumber(view, scaled->input(0));
    }
    if (!number || *number == 0) return std::nullopt;
    const ir::Node* sum = trail.peek(scaled->input(side), "ReduceSum");
    auto axes = sum && keepsDims(*sum) ? reducedAxes(view, *sum) : std::nullopt;
    const auto extent = axes ? extentOf(view, sum->input(0), *axes) : std::nullopt;
    if (!extent) return std::nullopt;
    const double by = divided ? *number : 1 / *number;
    const auto near = [&](double wanted) { return std::abs(by - wanted) <= 1e-5 * wanted; };
    if (!near(double(*extent)) && !near(double(*extent) - 1)) return std::nullopt;
    trail.note(scaled->id);
    trail.note(sum->id);
    return Mean{sum->input(0), *std::move(axes), !near(double(*extent))};
}

// The value whose square this is.
ValueId squaredAt(Trail& trail, ValueId value) {
    value = trail.acrossCasts(value);
    if (const ir::Node* power = trail.peek(value, "Pow")) {
        if (!isNumber(trail.view(), power->input(1), 2)) return {};
        trail.note(power->id);
        return power->input(0);
    }
    const ir::Node* product = trail.peek(value, "Mul");
    if (!product || product->input(0) != product->input(1)) return {};
    trail.note(product->id);
    return product->input(0);
}

struct Root {
    ValueId squares; // the mean of squares
    ValueId root;    // of them
    double epsilon = 0;
    bool outside = false; // epsilon is added to the root
};

// value = (squares + epsilon) ^ power
std::optional<Root> rootAt(Trail& trail, ValueId value, double power) {
    const GraphView& view = trail.view();
    value = trail.acrossCasts(value);
    Root root;
    const auto plus = [&](ValueId sum) { // the operand beside epsilon
        const ir::Node* add = trail.peek(sum, "Add");
        if (!add) return ValueId();
        for (std::size_t side = 0; side < 2; ++side)
            if (const auto number = uniformNumber(view, add->input(side));
                number && *number >= 0 && *number < 0.5) {
                trail.note(add->id);
                root.epsilon = *number;
                return add->input(1 - side);
            }
        return ValueId();
    };
    if (power > 0)
        if (const ValueId inner = plus(value); inner.valid()) {
            value = inner;
            root.outside = root.epsilon > 0;
        }
    ValueId under;
    if (const ir::Node* raised = trail.peek(value, "Pow"); raised && isNumber(view, raised->input(1), power)) {
        trail.note(raised->id);
        under = raised->input(0);
    } else if (power > 0) {
        const ir::Node* sqrt = trail.step(value, "Sqrt");
        if (!sqrt) return std::nullopt;
        under = sqrt->input(0);
    } else if (const ir::Node* reciprocal = trail.step(value, "Reciprocal")) {
        return rootAt(trail, reciprocal->input(0), 0.5);
    } else if (const ir::Node* divided = trail.peek(value, "Div")) {
        if (!isNumber(view, divided->input(0), 1)) return std::nullopt;
        trail.note(divided->id);
        return rootAt(trail, divided->input(1), 0.5);
    } else if (const ir::Node* sqrt = trail.step(value, "Sqrt")) {
        const ir::Node* inverse = trail.step(sqrt->input(0), "Reciprocal");
        if (!inverse) return std::nullopt;
        under = inverse->input(0);
    } else {
        return std::nullopt;
    }
    root.root = value;
    under = trail.acrossCasts(under);
    if (!root.outside)
        if (const ValueId inner = plus(under); inner.valid()) under = inner;
    root.squares = under;
    return root;
}

// d / root or d * (1 / root), in this order of operands.
std::optional<Normalised> coreAt(const GraphView& view, const ir::Node& core, ValueId deviation, ValueId by) {
    Trail trail(view);
    trail.note(core.id);
    const auto root = rootAt(trail, by, core.is("Div") ? 0.5 : -0.5);
    if (!root) return std::nullopt;
    const auto variance = meanAt(trail, root->squares);
    if (!variance) return std::nullopt;
    const ValueId squared = squaredAt(trail, variance->of);
    if (!squared.valid()) return std::nullopt;

    Normalised found;
    const auto centre = [&](ValueId value) -> ValueId { // x of x - mean(x)
        const ir::Node* sub = trail.peek(value, "Sub");
        if (!sub) return {};
        Trail ahead = trail;
        ahead.note(sub->id);
        const auto mean = meanAt(ahead, sub->input(1));
        if (!mean || mean->axes != variance->axes || mean->unbiased) return {};
        if (ahead.acrossCasts(mean->of) != ahead.acrossCasts(sub->input(0))) return {};
        trail = std::move(ahead);
        return sub->input(0);
    };
    const ValueId left = trail.acrossCasts(deviation);
    const ValueId right = trail.acrossCasts(squared);
    const ValueId centred = centre(left);
    const ValueId again = left == right ? centred : centre(right);
    found.centred = centred.valid() && again.valid();
    found.x = found.centred ? trail.acrossCasts(centred) : left;
    if (found.x != (found.centred ? trail.acrossCasts(again) : right)) return std::nullopt;
    found.axes = variance->axes;
    found.epsilon = root->epsilon;
    found.nodes = trail.nodes();
    const auto& shape = typeOf(view, found.x).shape;
    if (!shape || !ir::isFloating(typeOf(view, found.x).dtype)) return std::nullopt;
    found.rank = shape->size();
    for (const std::int64_t axis : found.axes) {
        const ir::Dim& dim = (*shape)[static_cast<std::size_t>(axis)];
        if (dim.known()) found.dims.push_back(dim.value());
    }
    if (found.dims.size() != found.axes.size()) found.dims.clear();
    if (variance->unbiased)
        found.obstacle = say("the variance, {1}, is divided by n - 1, and the operator divides by n",
                             described(view, root->squares));
    else if (root->outside)
        found.obstacle = say("epsilon is added to the root, {1}, and the operator adds it under the root",
                             described(view, root->root));
    return found;
}

// Scale and shift behind the core, as long as each is the only reader.
void followAffine(const GraphView& view, Normalised& found) {
    ValueId out = view.graph.node(found.nodes.front()).output(0);
    std::vector<NodeId> casts;
    const auto rankKept = [&](const ir::Node& node) {
        return typeOf(view, node.output(0)).rank() == std::optional(found.rank);
    };
    for (const ir::Node* next = view.onlyConsumer(out); next; next = view.onlyConsumer(out)) {
        if (next->is("Cast") && casts.empty() && ir::isFloating(typeOf(view, next->output(0)).dtype)) {
            casts.push_back(next->id);
            out = next->output(0);
            continue;
        }
        const bool mul = next->is("Mul") && !found.scale.valid() && !found.shift.valid();
        const bool add = next->is("Add") && !found.shift.valid();
        if ((!mul && !add) || next->inputs.size() != 2 || !rankKept(*next)) break;
        const ValueId other = next->input(next->input(0) == out ? 1 : 0);
        if (other == out || other == found.x) break;
        // A constant of no more axes than the tensor, or a tensor that lies along the normalised axes.
        const auto rank = typeOf(view, other).rank();
        const bool constant = knownTensor(view, other) && rank && *rank <= found.rank;
        const bool along = rank && *rank == found.axes.size() && found.trailing() && !found.dims.empty() &&
                           typeOf(view, other).dims() == std::optional<ir::Dims>(found.dims);
        if (!constant && !along) break;
        (mul ? found.scale : found.shift) = other;
        for (const NodeId cast : casts)
            found.nodes.insert(found.nodes.begin(), cast);
        casts.clear();
        found.nodes.insert(found.nodes.begin(), next->id);
        out = next->output(0);
    }
    // A cast at the end goes along when it leads back to the type of x.
    if (!casts.empty() && typeOf(view, out).dtype == typeOf(view, found.x).dtype)
        found.nodes.insert(found.nodes.begin(), casts.front());
}

// When the result is wider than x, the cast of x stays where it is.
bool matchTypes(const GraphView& view, Normalised& found) {
    const ir::DataType made = typeOf(view, view.graph.node(found.nodes.front()).output(0)).dtype;
    while (typeOf(view, found.x).dtype != made) {
        const auto cast = std::ranges::find_if(found.nodes, [&](NodeId id) {
            const ir::Node& node = view.graph.node(id);
            return node.is("Cast") && node.input(0) == found.x && typeOf(view, node.output(0)).dtype == made;
        });
        if (cast == found.nodes.end()) return false;
        found.x = view.graph.node(*cast).output(0);
        found.nodes.erase(cast);
    }
    return true;
}

} // namespace

std::optional<Normalised> normalisedAt(const GraphView& view, const ir::Node& core) {
    if (core.inputs.size() != 2 || (!core.is("Div") && !core.is("Mul"))) return std::nullopt;
    auto found = coreAt(view, core, core.input(0), core.input(1));
    if (!found && core.is("Mul")) found = coreAt(view, core, core.input(1), core.input(0));
    if (!found) return std::nullopt;
    const Normalised bare = *found;
    followAffine(view, *found);
    if (matchTypes(view, *found)) return found;
    // The result is narrower than x: what follows stays behind the operator.
    found = bare;
    return matchTypes(view, *found) ? found : std::nullopt;
}

std::optional<ir::Tensor> filledTensor(ir::DataType type, const ir::Dims& dims, double value) {
    return roundedTensor(type, dims, [value](std::int64_t) { return value; });
}

std::optional<ir::Tensor> expandedOver(const ir::Tensor& constant, std::size_t rank,
                                       const std::vector<std::int64_t>& axes,
                                       const std::vector<std::int64_t>& dims, std::int64_t most) {
    const ir::Dims& given = constant.dims();
    if (given.size() > rank || axes.size() != dims.size()) return std::nullopt;
    std::int64_t count = 1;
    for (const std::int64_t extent : dims) {
        if (extent < 1 || extent > most / count) return std::nullopt;
        count *= extent;
    }
    std::vector<std::int64_t> strides(axes.size(), 0); // in the constant
    std::int64_t stride = 1;
    for (std::size_t i = given.size(); i-- > 0;) {
        const auto axis = static_cast<std::int64_t>(rank - given.size() + i);
        const auto at = std::ranges::find(axes, axis);
        if (given[i] != 1) {
            if (at == axes.end()) return std::nullopt;
            const auto place = static_cast<std::size_t>(at - axes.begin());
            if (dims[place] != given[i]) return std::nullopt;
            strides[place] = stride;
        }
        stride *= given[i];
    }
    return roundedTensor(constant.dtype(), dims, [&](std::int64_t index) {
        std::int64_t from = 0;
        for (std::size_t i = dims.size(); i-- > 0;) {
            from += index % dims[i] * strides[i];
            index /= dims[i];
        }
        return ir::elementAsDouble(constant, from);
    });
}

} // namespace edgewright::fusion

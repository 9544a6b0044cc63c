// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scalar_function.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/scalar_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace edgewright::fusion {

namespace {

constexpr std::size_t MaxSpellingNodes = 20; // of a spelling; the longest known has eleven

bool isRuntime(const GraphView& view, ValueId value) { return !uniformNumber(view, value).has_value(); }

// Grows from the last node towards its sources: a producer joins once all its readers are inside.
class Cone {
public:
    Cone(const GraphView& view, const ir::Node& last) : m_view(view) {
        if (const auto step = scalarStep(view, last)) join(last, step->operands);
    }

    struct Cut {
        ValueId x;
        ValueId parameter;
        std::size_t nodes; // the first so many
    };
    const std::vector<Cut>& cuts() const { return m_cuts; }
    const std::vector<NodeId>& nodes() const { return m_nodes; }
    const std::vector<ValueId>& frontier() const { return m_frontier; }

    void grow() {
        noteCut();
        while (m_nodes.size() < MaxSpellingNodes) {
            const auto it = std::ranges::find_if(m_frontier, [&](ValueId value) { return ready(value); });
            if (it == m_frontier.end()) return;
            force(*it);
            noteCut();
        }
    }
    // Whether force(value) lets a producer join.
    bool canForce(ValueId value) const {
        const ir::Node* node = m_view.producer(value);
        return node && node->output(0) == value && scalarStep(m_view, *node).has_value();
    }
    // Lets the producer of `value` join although others read it.
    void force(ValueId value) {
        const ir::Node* node = m_view.producer(value);
        const auto step = node ? scalarStep(m_view, *node) : std::nullopt;
        if (!step) return;
        std::erase(m_frontier, value);
        join(*node, step->operands);
    }
    // Whether it reads two tensors that are computed otherwise, so that nothing makes it a function of one.
    bool readsTwo() const {
        return std::ranges::count_if(m_frontier, [&](ValueId value) {
                   return !knownTensor(m_view, value) && !canForce(value);
               }) > 1;
    }

private:
    bool inside(NodeId id) const { return std::ranges::find(m_nodes, id) != m_nodes.end(); }
    bool ready(ValueId value) const {
        const ir::Node* node = m_view.producer(value);
        if (!node || m_view.graph.isOutput(value) || !scalarStep(m_view, *node)) return false;
        return std::ranges::all_of(m_view.connections.consumers(value), [&](NodeId id) { return inside(id); });
    }
    void join(const ir::Node& node, std::size_t operands) {
        m_nodes.push_back(node.id);
        for (std::size_t i = 0; i < operands; ++i)
            if (isRuntime(m_view, node.input(i)) &&
                std::ranges::find(m_frontier, node.input(i)) == m_frontier.end())
                m_frontier.push_back(node.input(i));
    }
    void noteCut() {
        if (m_frontier.size() == 1) m_cuts.push_back({m_frontier.front(), ValueId(), m_nodes.size()});
        if (m_frontier.size() != 2) return;
        const std::size_t constant = knownTensor(m_view, m_frontier[0]) ? 0 : 1;
        if (knownTensor(m_view, m_frontier[constant]))
            m_cuts.push_back({m_frontier[1 - constant], m_frontier[constant], m_nodes.size()});
    }

    const GraphView& m_view;
    std::vector<NodeId> m_nodes;
    std::vector<ValueId> m_frontier;
    std::vector<Cut> m_cuts;
};

} // namespace

class ScalarFunctionReader {
public:
    // Empty when x is not of a floating-point type or a step inside keeps less of it than x holds.
    static std::optional<ScalarFunction> read(const GraphView& view, std::span<const NodeId> nodes, ValueId x,
                                              ValueId parameter = {}) {
        const ir::DataType type = typeOf(view, x).dtype;
        if (!ir::isFloating(type) || typeOf(view, view.graph.node(nodes.front()).output(0)).dtype != type)
            return std::nullopt;
        ScalarFunction f;
        f.x = x;
        f.nodes.assign(nodes.begin(), nodes.end());
        f.m_slots.push_back(0);
        f.m_tolerance = numberTolerance(type);
        std::vector<std::pair<ValueId, std::size_t>> written{{x, 0}};
        if (parameter.valid()) {
            f.parameter = parameter;
            f.m_parameter = f.m_slots.size();
            written.emplace_back(parameter, f.m_slots.size());
            f.m_slots.push_back(0);
        }
        std::vector<std::pair<ScalarFunction::Step, ValueId>> steps;
        std::vector<std::array<ValueId, 3>> operands;
        for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
            const ir::Node& node = view.graph.node(*it);
            const auto step = scalarStep(view, node);
            const ir::DataType made = typeOf(view, node.output(0)).dtype;
            if (!step || (ir::isFloating(made) && ir::bitWidth(made) < ir::bitWidth(type))) return std::nullopt;
            ScalarFunction::Step next;
            next.compute = step->compute;
            for (std::size_t i = 0; i < 2; ++i) {
                next.parameters[i] = step->parameters[i];
                f.m_numbers.push_back(step->parameters[i]);
            }
            std::array<ValueId, 3> reads;
            for (std::size_t i = 0; i < step->operands; ++i) {
                reads[i] = node.input(i);
                if (reads[i] == x) continue;
                if (const auto number = uniformNumber(view, reads[i])) {
                    f.m_numbers.push_back(*number);
                    written.emplace_back(reads[i], f.m_slots.size());
                    f.m_slots.push_back(*number);
                    f.m_tolerance = std::max(f.m_tolerance, numberTolerance(typeOf(view, reads[i]).dtype));
                }
            }
            steps.emplace_back(next, node.output(0));
            operands.push_back(reads);
        }
        for (auto& step : steps) {
            written.emplace_back(step.second, f.m_slots.size());
            f.m_slots.push_back(0);
        }
        for (std::size_t s = 0; s < steps.size(); ++s) {
            for (std::size_t i = 0; i < 3; ++i) {
                if (!operands[s][i].valid()) continue;
                const auto at =
                    std::ranges::find(written, operands[s][i], [](const auto& each) { return each.first; });
                if (at == written.end()) return std::nullopt;
                steps[s].first.in[i] = at->second;
            }
            f.m_steps.push_back(steps[s].first);
        }
        return f;
    }
};

double ScalarFunction::at(double value) const {
    // Called hundreds of times for each function: without an allocation unless it is a very long one.
    std::array<double, 4 * MaxSpellingNodes> few;
    std::vector<double> many;
    double* slots = few.data();
    if (m_slots.size() > few.size()) {
        many.resize(m_slots.size());
        slots = many.data();
    }
    std::ranges::copy(m_slots, slots);
    slots[0] = value;
    std::size_t out = m_slots.size() - m_steps.size();
    for (const Step& step : m_steps) {
        const double in[3] = {slots[step.in[0]], slots[step.in[1]], slots[step.in[2]]};
        slots[out++] = step.compute(in, step.parameters);
    }
    return slots[m_slots.size() - 1];
}

ScalarFunction ScalarFunction::with(double number) const {
    ScalarFunction result = *this;
    result.m_slots[m_parameter] = number;
    return result;
}

bool ScalarFunction::agrees(const std::function<double(double)>& wanted) const {
    std::size_t compared = 0;
    const auto same = [&](double point) {
        const double got = at(point);
        if (!std::isfinite(got)) return true; // an overflow of the spelling, not of the operator
        const double g = wanted(point);
        ++compared;
        return std::abs(got - g) <= m_tolerance * std::max(std::abs(g), std::min(1.0, std::abs(point))) + 1e-15;
    };
    for (const double each : {1.0, -1.0, 0.3, -2.6, 4.2, -7.1})
        if (!same(each)) return false;
    for (int i = -48; i <= 48; ++i)
        if (!same(0.31 * i + 0.004)) return false;
    for (const double size : {1e-5, 1e-3, 0.02, 22.0, 31.0, 75.0, 300.0, 1e4, 1e7})
        for (const double sign : {-1.0, 1.0})
            if (!same(sign * size)) return false;
    for (const double number : m_numbers) {
        if (!std::isfinite(number) || std::abs(number) > 1e30) continue;
        for (const double sign : {-1.0, 1.0})
            for (const double factor : {0.999, 1.001, 1.05})
                if (!same(sign * number * factor)) return false;
    }
    return compared >= 60;
}

namespace {

bool among(const std::vector<std::string_view>& ops, const ir::Node& node) {
    return std::ranges::find(ops, std::string_view(node.op)) != ops.end();
}

// Whether a cone that ends in the node could hold an operator without which the target is not tried: looks
// back over more than a cone can, without the work of making one.
bool canHold(const GraphView& view, const ir::Node& last, const ScalarTarget& target) {
    if (target.any.empty()) return true;
    std::array<NodeId, 4 * MaxSpellingNodes> seen;
    std::size_t count = 0;
    seen[count++] = last.id;
    for (std::size_t next = 0; next < count; ++next) {
        const ir::Node& node = view.graph.node(seen[next]);
        const auto step = scalarStep(view, node);
        if (!step) continue;
        if (!node.domain.empty() || node.op == target.op || among(target.any, node)) return true;
        for (std::size_t i = 0; i < step->operands; ++i) {
            const ir::Node* before = view.producer(node.input(i));
            if (!before || std::find(seen.begin(), seen.begin() + count, before->id) != seen.begin() + count)
                continue;
            if (count == seen.size()) return true;
            seen[count++] = before->id;
        }
    }
    return false;
}

struct Found {
    ScalarFunction f;
    std::vector<ir::Attribute> attributes;
};

// Among the cuts of more than `beyond` nodes, the largest that the target fits.
std::optional<Found> fitted(const GraphView& view, const Cone& cone, const ScalarTarget& target,
                            std::size_t beyond = 0) {
    for (auto cut = cone.cuts().rbegin(); cut != cone.cuts().rend() && cut->nodes > beyond; ++cut) {
        if (cut->parameter.valid()) continue;
        const std::span nodes(cone.nodes().data(), cut->nodes);
        const bool foreign =
            std::ranges::any_of(nodes, [&](NodeId id) { return !view.graph.node(id).domain.empty(); });
        if (nodes.size() < target.fewest && !foreign) continue;
        if (!target.any.empty() && !foreign && std::ranges::none_of(nodes, [&](NodeId id) {
                const ir::Node& node = view.graph.node(id);
                return among(target.any, node) || node.op == target.op;
            }))
            continue;
        auto f = ScalarFunctionReader::read(view, nodes, cut->x);
        if (!f) continue;
        auto attributes = target.fit(*f);
        if (attributes) return Found{*std::move(f), *std::move(attributes)};
    }
    return std::nullopt;
}

// Functions of x and a parameter from the cuts of more than `beyond` nodes.
void readParametric(const GraphView& view, const Cone& cone, std::size_t beyond,
                    std::vector<ScalarFunction>& result) {
    for (const Cone::Cut& cut : cone.cuts()) {
        if (!cut.parameter.valid() || cut.nodes <= beyond) continue;
        auto f =
            ScalarFunctionReader::read(view, std::span(cone.nodes().data(), cut.nodes), cut.x, cut.parameter);
        if (f) result.push_back(*std::move(f));
    }
}

constexpr int MaxSharedValues = 2; // values read elsewhere that are crossed to find out what they keep apart

// Calls visit(wider cone, nodes of the one it has grown from) for what lies behind values that others read or
// the model returns, until it has seen enough.
bool acrossShared(const Cone& cone, int values, const std::function<bool(const Cone&, std::size_t)>& visit) {
    constexpr std::size_t MaxFrontierValues = 3;
    if (values == 0 || cone.frontier().size() > MaxFrontierValues || cone.readsTwo()) return false;
    std::vector<Cone> wider;
    for (const ValueId blocked : cone.frontier()) {
        if (!cone.canForce(blocked)) continue;
        Cone next = cone;
        next.force(blocked);
        next.grow();
        if (visit(next, cone.nodes().size())) return true;
        wider.push_back(std::move(next));
    }
    return std::ranges::any_of(wider, [&](const Cone& each) { return acrossShared(each, values - 1, visit); });
}

} // namespace

std::vector<ScalarFunction> parametricFunctions(const GraphView& view, const ir::Node& last) {
    Cone cone(view, last);
    cone.grow();
    std::vector<ScalarFunction> result;
    readParametric(view, cone, 0, result);
    acrossShared(cone, MaxSharedValues, [&](const Cone& wider, std::size_t beyond) {
        readParametric(view, wider, beyond, result);
        return false;
    });
    return result;
}

Match matchScalar(const GraphView& view, NodeId last, const ScalarTarget& target) {
    const ir::Node& node = view.graph.node(last);
    if (!among(target.ends, node) || !canHold(view, node, target)) return NoMatch{};
    Cone cone(view, node);
    cone.grow();
    auto found = fitted(view, cone, target);
    if (!found) // only to say what is in the way
        acrossShared(cone, MaxSharedValues, [&](const Cone& wider, std::size_t beyond) {
            found = fitted(view, wider, target, beyond);
            return found.has_value();
        });
    if (!found) return NoMatch{};
    const ScalarFunction& f = found->f;
    const ir::TensorType& x = typeOf(view, f.x);
    const ir::TensorType& y = typeOf(view, node.output(0));
    // Single numbers can add axes, nothing else; larger constants could also repeat x.
    const bool single = std::ranges::all_of(f.nodes, [&](NodeId id) {
        return std::ranges::all_of(view.graph.node(id).inputs, [&](ValueId input) {
            const ir::Tensor* known = knownTensor(view, input);
            return !known || known->elements() == 1;
        });
    });
    if (!sameShape(x, y) && !(single && x.rank() && x.rank() == y.rank()))
        return Refused{f.nodes, {f.x}, say("the shape of {1} is not known to be kept", described(view, f.x))};
    if (auto refused = whyNotComposed(view, f.nodes, target.op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, f.nodes, target.op, {f.x}, std::move(found->attributes)));
    return composed(view, std::move(patch), f.nodes, target.op);
}

} // namespace edgewright::fusion

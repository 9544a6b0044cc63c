// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/net.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace edgewright::fusion::test {

ir::Tensor randomTensor(const ir::Dims& dims, std::uint32_t seed, float low, float high) {
    auto tensor = ir::Tensor::allocate(ir::DataType::Float32, dims);
    std::mt19937 generator(seed);
    for (float& each : tensor->as<float>())
        each = low + (high - low) * static_cast<float>(generator() >> 8) / static_cast<float>(1 << 24);
    return std::move(tensor).value();
}

ValueId Net::weights(const std::string& name, const ir::Dims& dims, float low, float high) {
    return constant(name, randomTensor(dims, m_seed++, low, high));
}

ValueId Net::ints(const std::string& name, const std::vector<std::int64_t>& v) {
    return constant(name, ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, v));
}

ValueId Net::conv(ValueId x, const ir::Dims& dims, std::vector<ir::Attribute> attributes) {
    const std::string n = std::to_string(m_named++);
    if (attributes.empty() && dims.size() == 4 && dims[2] == 3)
        attributes.push_back({"pads", std::vector<std::int64_t>{1, 1, 1, 1}});
    return node("Conv", {x, weights("w" + n, dims), weights("b" + n, {dims[0]})}, std::move(attributes));
}

ValueId Net::batchNorm(ValueId x, std::int64_t channels) {
    const std::string n = "bn" + std::to_string(m_named++);
    return node("BatchNormalization",
                {x, weights(n + "_scale", {channels}, 0.5F, 2), weights(n + "_bias", {channels}),
                 weights(n + "_mean", {channels}), weights(n + "_var", {channels}, 0.1F, 2)});
}

ir::Graph inferred(const Net& net) {
    Net copy = net;
    return ops::inferTypes(copy.take(), net.opsets).graph;
}

Options only(std::initializer_list<std::string> wanted) {
    Options options;
    options.without.clear();
    for (const Rule* rule : rules())
        if (std::ranges::find(wanted, rule->name) == wanted.end())
            options.without.insert(std::string(rule->name));
    return options;
}

History fused(const Net& net, const Options& options) {
    auto history = fuse(inferred(net), net.opsets, options);
    return history ? std::move(history).value() : History();
}

QStringList opsOf(const ir::Graph& graph) {
    QStringList result;
    for (const NodeId id : graph.order())
        result.append(QString::fromStdString(graph.node(id).op));
    return result;
}

QString reasonOf(const History& history, const std::string& rule) {
    for (const Refusal& refusal : history.refusals)
        if (refusal.rule == rule) return QString::fromStdString(refusal.reason);
    return {};
}

namespace {

double largest(const ir::Tensor& tensor) {
    double most = 0;
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        most = std::max(most, std::abs(ir::elementAsDouble(tensor, i)));
    return most;
}

QString tensorDifference(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type())
        return QString::fromStdString(a.type().text()) + QStringLiteral(" became ") +
               QString::fromStdString(b.type().text());
    if (a.dtype() == ir::DataType::String) return {};
    const double allowed = 1e-4 * std::max(largest(a), 1e-6);
    for (std::int64_t i = 0; i < a.elements(); ++i) {
        const double x = ir::elementAsDouble(a, i);
        const double y = ir::elementAsDouble(b, i);
        if (x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= allowed) continue;
        return QStringLiteral("element %1: %2 became %3").arg(i).arg(x).arg(y);
    }
    return {};
}

} // namespace

QString difference(const ir::Graph& a, const ir::Graph& b, const ir::Opsets& opsets, std::uint64_t seed) {
    const auto feeds = ir::seededFeeds(a, seed);
    if (!feeds) return QString::fromStdString(feeds.error().message);
    const auto before = exec::run(a, opsets, *feeds, {});
    if (!before) return QStringLiteral("before: ") + QString::fromStdString(before.error().message);
    const auto after = exec::run(b, opsets, *feeds, {});
    if (!after) return QStringLiteral("after: ") + QString::fromStdString(after.error().message);
    if (before->outputs.size() != after->outputs.size()) return QStringLiteral("another number of outputs");
    for (std::size_t i = 0; i < before->outputs.size(); ++i)
        if (const QString found = tensorDifference(before->outputs[i], after->outputs[i]); !found.isEmpty())
            return QStringLiteral("output %1: %2").arg(i).arg(found);
    return {};
}

QString difference(const History& history, const Net& net) {
    return difference(history.base, history.graph, net.opsets);
}

QString replayDifference(const History& history) {
    ir::Graph graph = history.base;
    for (const Step& step : history.steps) {
        auto next = ir::apply(graph, step.patch);
        if (!next) return QString::fromStdString(step.rule + ": " + next.error().message);
        graph = std::move(next).value();
    }
    const ir::Graph& wanted = history.graph;
    if (graph.order() != wanted.order()) return QStringLiteral("another order");
    if (graph.outputs != wanted.outputs || graph.inputs != wanted.inputs)
        return QStringLiteral("other inputs or outputs");
    if (graph.valueCount() != wanted.valueCount()) return QStringLiteral("another number of values");
    for (const NodeId id : graph.order()) {
        const ir::Node& a = graph.node(id);
        const ir::Node& b = wanted.node(id);
        if (a.op != b.op || a.name != b.name || a.inputs != b.inputs || a.outputs != b.outputs ||
            a.origins != b.origins)
            return QStringLiteral("node ") + QString::fromStdString(a.label());
    }
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& a = graph.value(ValueId(i));
        const ir::Value& b = wanted.value(ValueId(i));
        if (a.name != b.name || a.type != b.type || a.constant.has_value() != b.constant.has_value())
            return QStringLiteral("value ") + QString::fromStdString(a.name);
    }
    return {};
}

} // namespace edgewright::fusion::test

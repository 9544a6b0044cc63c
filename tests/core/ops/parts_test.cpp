// SPDX-License-Identifier: GPL-3.0-or-later
// Where slices and parts lie, against what the operators themselves take and join.
#include "core/ops/movement/parts.h"

#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <numeric>
#include <random>

namespace edgewright::parts_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

const ir::Opsets Opsets{{"", 17}};

// 0, 1, 2, ... so that elements tell where they come from.
Tensor counted(const Dims& dims) {
    const std::int64_t count = std::accumulate(dims.begin(), dims.end(), std::int64_t(1), std::multiplies<>());
    std::vector<float> elements(static_cast<std::size_t>(count));
    std::iota(elements.begin(), elements.end(), 0.0f);
    return Tensor::of<float>(dims, elements);
}

Tensor list(const std::vector<std::int64_t>& values) {
    return Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values);
}

// The place of a run of neighbours, in bytes; nothing when the elements are none.
std::optional<std::int64_t> stretch(const Tensor& taken) {
    const auto elements = taken.as<float>();
    for (std::size_t i = 1; i < elements.size(); ++i)
        if (elements[i] != elements[i - 1] + 1) return std::nullopt;
    if (elements.empty()) return std::nullopt;
    return static_cast<std::int64_t>(elements[0]) * 4;
}

} // namespace

class PartsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_random{20};
    std::int64_t any(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_random);
    }
    Dims someDims() {
        Dims dims(static_cast<std::size_t>(any(1, 4)));
        for (std::int64_t& extent : dims)
            extent = any(1, 4);
        return dims;
    }

private slots:
    // A place is known exactly where the elements taken are neighbours.
    void slices() {
        int known = 0, scattered = 0;
        for (int round = 0; round < 600; ++round) {
            ir::GraphBuilder builder;
            const Dims dims = someDims();
            const ValueId x = builder.input("x", {DataType::Float32, dims});
            std::vector<std::int64_t> starts, ends, axes, steps;
            for (std::size_t axis = 0; axis < dims.size(); ++axis) {
                if (any(0, 2) == 0) continue;
                const std::int64_t from = any(0, dims[axis] - 1), to = any(from + 1, dims[axis]);
                const bool back = any(0, 4) == 0;
                axes.push_back(static_cast<std::int64_t>(axis) - (any(0, 1) ? std::int64_t(dims.size()) : 0));
                steps.push_back(back ? -1 : any(0, 3) == 0 ? 2 : 1);
                starts.push_back(back        ? to - 1 + (any(0, 1) ? 100 * (to == dims[axis]) : 0)
                                 : any(0, 1) ? from
                                             : from - dims[axis]);
                ends.push_back(back ? from - 1 - dims[axis] : to == dims[axis] ? INT64_MAX : to);
                if (back && from > 0) ends.back() = from - 1;
            }
            if (axes.empty()) continue;
            const ValueId y = builder.node(
                "Slice", {x, builder.constant("s", list(starts)), builder.constant("e", list(ends)),
                          builder.constant("a", list(axes)), builder.constant("t", list(steps))});
            builder.output(y);
            const ir::Graph graph = ops::inferTypes(builder.graph(), Opsets).graph;
            const auto result = exec::run(graph, Opsets, {{x, counted(dims)}}, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            const auto offset = ops::offsetInInput(graph, graph.node(graph.order().front()), 0);
            if (result->outputs[0].bytes().empty()) continue;
            const auto found = stretch(result->outputs[0]);
            QCOMPARE(offset, found);
            ++(found ? known : scattered);
        }
        QVERIFY2(known > 100 && scattered > 100, qPrintable(QString("%1 %2").arg(known).arg(scattered)));
    }

    void attributesOfOldOpsets() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float16, Dims{4, 3}});
        const ValueId y = builder.node(
            "Slice", {x}, {{"starts", std::vector<std::int64_t>{-3}}, {"ends", std::vector<std::int64_t>{3}}});
        builder.output(y);
        const ir::Graph graph = ops::inferTypes(builder.graph(), {{"", 9}}).graph;
        QCOMPARE(ops::offsetInInput(graph, graph.node(graph.order().front()), 0),
                 std::optional<std::int64_t>(6));
    }

    void splits() {
        int known = 0, scattered = 0;
        for (int round = 0; round < 300; ++round) {
            ir::GraphBuilder builder;
            const Dims dims = someDims();
            const auto axis = static_cast<std::size_t>(any(0, static_cast<std::int64_t>(dims.size()) - 1));
            const ValueId x = builder.input("x", {DataType::Float32, dims});
            std::vector<std::int64_t> extents;
            for (std::int64_t left = dims[axis]; left > 0; left -= extents.back())
                extents.push_back(any(1, left));
            std::vector<ValueId> outputs;
            for (std::size_t i = 0; i < extents.size(); ++i)
                outputs.push_back(builder.value("y" + std::to_string(i)));
            builder.nodeInto("Split", {x, builder.constant("n", list(extents))}, outputs,
                             {{"axis", static_cast<std::int64_t>(axis)}});
            for (const ValueId output : outputs)
                builder.output(output);
            const ir::Graph graph = ops::inferTypes(builder.graph(), Opsets).graph;
            const auto result = exec::run(graph, Opsets, {{x, counted(dims)}}, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            for (std::size_t i = 0; i < outputs.size(); ++i) {
                const auto found = stretch(result->outputs[i]);
                QCOMPARE(ops::offsetInInput(graph, graph.node(graph.order().front()), i), found);
                ++(found ? known : scattered);
            }
        }
        QVERIFY2(known > 100 && scattered > 50, qPrintable(QString("%1 %2").arg(known).arg(scattered)));
    }

    void concats() {
        int known = 0, scattered = 0;
        for (int round = 0; round < 300; ++round) {
            ir::GraphBuilder builder;
            Dims dims = someDims();
            if (any(0, 1)) dims[0] = 1;
            const auto axis = static_cast<std::size_t>(any(0, static_cast<std::int64_t>(dims.size()) - 1));
            std::vector<ValueId> inputs;
            ir::Feeds feeds;
            float next = 0;
            for (std::int64_t count = any(2, 4); count > 0; --count) {
                Dims part = dims;
                part[axis] = any(1, 3);
                inputs.push_back(builder.input("x" + std::to_string(count), {DataType::Float32, part}));
                Tensor tensor = counted(part);
                for (float& element : tensor.as<float>())
                    element += next;
                next += 1000;
                feeds[inputs.back()] = tensor;
            }
            const ValueId y = builder.node("Concat", inputs, {{"axis", static_cast<std::int64_t>(axis)}});
            builder.output(y);
            const ir::Graph graph = ops::inferTypes(builder.graph(), Opsets).graph;
            const auto result = exec::run(graph, Opsets, feeds, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            const auto joined = result->outputs[0].as<float>();
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                const auto part = std::as_const(feeds.at(inputs[i])).as<float>();
                const auto at = std::search(joined.begin(), joined.end(), part.begin(), part.end());
                const auto offset = ops::offsetInOutput(graph, graph.node(graph.order().front()), i);
                if (offset) {
                    QCOMPARE(*offset, static_cast<std::int64_t>(at - joined.begin()) * 4);
                    QVERIFY(at != joined.end());
                }
                ++(offset ? known : scattered);
                // Where all parts are stretches, every place is known.
                const bool all = std::ranges::all_of(inputs, [&](ValueId id) {
                    const auto each = std::as_const(feeds.at(id)).as<float>();
                    return std::search(joined.begin(), joined.end(), each.begin(), each.end()) != joined.end();
                });
                if (all && std::all_of(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(axis),
                                       [](std::int64_t n) { return n == 1; }))
                    QVERIFY(offset.has_value());
            }
        }
        QVERIFY2(known > 100 && scattered > 50, qPrintable(QString("%1 %2").arg(known).arg(scattered)));
    }

    // What is not known, has no whole bytes or is another operator.
    void noPlace() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{4}});
        const ValueId open = builder.input("starts", {DataType::Int64, Dims{1}});
        const ValueId four = builder.input("four", {DataType::Int4, Dims{4}});
        const ValueId strings = builder.input("strings", {DataType::String, Dims{4}});
        const ValueId one = builder.constant("one", list({1})), two = builder.constant("two", list({2}));
        const std::vector<ValueId> values{builder.node("Slice", {x, open, two}),
                                          builder.node("Slice", {four, one, two}),
                                          builder.node("Slice", {strings, one, two}), builder.node("Neg", {x})};
        for (const ValueId value : values)
            builder.graph().value(value).type = ir::TensorType(DataType::Float32, Dims{1});
        const ir::Graph& graph = builder.graph();
        for (const NodeId id : graph.order()) {
            QVERIFY(!ops::offsetInInput(graph, graph.node(id), 0));
            QVERIFY(!ops::offsetInOutput(graph, graph.node(id), 0));
        }
    }
};

EDGEWRIGHT_TEST(PartsTest)

} // namespace edgewright::parts_test

#include "parts_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an output, and their errors apart from that of the whole.
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/pipeline/quantization/output_parts.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::output_parts_test {

using namespace edgewright::pipeline;

namespace {

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

} // namespace

class OutputPartsTest : public QObject {
    Q_OBJECT

private slots:
    // [1,4,6] and [1,5,6] along axis 1, which Transpose makes the last one.
    void behindTransposeAndSigmoid() {
        ir::GraphBuilder b;
        const ValueId boxes = b.input("boxes", floats({1, 4, 6})),
                      scores = b.input("scores", floats({1, 5, 6}));
        const ValueId both = b.node("Concat", {boxes, scores}, {{"axis", std::int64_t(-2)}});
        const ValueId moved = b.node("Transpose", {both}, {{"perm", std::vector<std::int64_t>{2, 0, 1}}});
        const ValueId through = b.node("Sigmoid", {moved});
        const ValueId summed = b.node("ReduceSum", {both});
        for (const ValueId each : {both, through, summed, boxes})
            b.output(each);
        const ir::Graph graph = ops::inferTypes(b.take(), {{"", 13}}).graph;
        const OutputParts direct = partsOf(graph, both), last = partsOf(graph, through);
        QCOMPARE(direct.axis, std::size_t(1));
        QCOMPARE(last.axis, std::size_t(2));
        for (const OutputParts& parts : {direct, last}) {
            QCOMPARE(parts.parts.size(), std::size_t(2));
            QCOMPARE(parts.parts[0].name, std::string("boxes"));
            QCOMPARE(parts.parts[1].name, std::string("scores"));
            QVERIFY(parts.parts[0].begin == 0 && parts.parts[0].end == 4 && parts.parts[1].end == 9);
        }
        QVERIFY(partsOf(graph, summed).parts.empty() && partsOf(graph, boxes).parts.empty());
    }

    // Two outputs stacked: each is unsqueezed, and a part of its own along the new axis.
    void stacked() {
        ir::GraphBuilder b;
        const ValueId axes = b.constant("axes", ir::Tensor::of<std::int64_t>({1}, {1}));
        std::vector<ValueId> parts;
        for (const char* name : {"first", "second"})
            parts.push_back(b.node("Unsqueeze", {b.input(name, floats({1, 6})), axes}));
        const ValueId both = b.node("Concat", parts, {{"axis", std::int64_t(1)}});
        b.output(both);
        const OutputParts found = partsOf(ops::inferTypes(b.take(), {{"", 13}}).graph, both);
        QCOMPARE(found.axis, std::size_t(1));
        QCOMPARE(found.parts.size(), std::size_t(2));
        QVERIFY(found.parts[0].end == 1 && found.parts[1].begin == 1 && found.parts[1].end == 2);
    }

    // 10 and 20 with errors of 1, and 0.1 with an error of 0.1, in two rows.
    void sumsByHand() {
        PartSums sums({1, {{"a", 0, 2}, {"b", 2, 3}}});
        const auto reference = ir::Tensor::of<float>({2, 3}, std::vector<float>{10, 20, 0.1f, 10, 20, 0.1f});
        sums.add(ir::Tensor::of<float>({2, 3}, std::vector<float>{11, 21, 0, 9, 19, 0}), reference);
        QVERIFY(std::abs(sums.at(0).sqnrDb() - 10 * std::log10(500.0 / 2)) < 1e-4);
        QVERIFY(std::abs(sums.at(1).sqnrDb()) < 1e-4);
        QCOMPARE(sums.at(0).elements(), 4);
        QCOMPARE(sums.at(0).spread().samples, std::size_t(1));                        // both rows are of one
        sums.add(ir::Tensor::of<float>({1, 2}, std::vector<float>{1, 2}), reference); // not of these parts
        QCOMPARE(sums.at(0).elements(), 4);
    }
};

EDGEWRIGHT_TEST(OutputPartsTest)

} // namespace edgewright::output_parts_test

#include "output_parts_test.moc"

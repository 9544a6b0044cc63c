// SPDX-License-Identifier: GPL-3.0-or-later
// Block moves and attention that are spelled out.
#include "tests/core/fusion/expect_composed.h"
#include "tests/support/test_class.h"

#include "core/ops/infer.h"

namespace edgewright::compose_moves_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

Net moved(const ir::Dims& dims, const Ints& split, const Ints& order, const Ints& to, std::int64_t opset = 13) {
    Net n(opset);
    const ValueId x = n.floats("x", dims);
    const ValueId blocks = n.node("Reshape", {x, n.ints("split", split)});
    const ValueId turned = n.node("Transpose", {blocks}, {{"perm", order}});
    n.output(n.node("Abs", {n.node("Reshape", {turned, n.ints("to", to)})}));
    return n;
}

struct Heads : Net {
    explicit Heads(std::int64_t opset = 24) : Net(opset) {}

    ValueId split(ValueId v, std::int64_t rows, std::int64_t heads, std::int64_t size, const Ints& order) {
        const std::string n = std::to_string(m_count++);
        return node("Transpose", {node("Reshape", {v, ints("split" + n, {2, rows, heads, size})})},
                    {{"perm", order}});
    }
    // softmax(q k / 2 + mask) v
    ValueId attend(ValueId q, ValueId k, ValueId v, ValueId mask) {
        ValueId scores = node("Div", {node("MatMul", {q, k}), scalar("two" + std::to_string(m_count++), 2)});
        if (mask.valid()) scores = node("Add", {scores, mask});
        return node("MatMul", {node("Softmax", {scores}, {{"axis", std::int64_t(-1)}}), v});
    }

private:
    int m_count = 0;
};

} // namespace

class ComposeMovesTest : public QObject {
    Q_OBJECT

private slots:
    void depthToSpace() {
        EXPECT_COMPOSED(moved({2, 12, 3, 5}, {2, 2, 2, 3, 3, 5}, {0, 3, 4, 1, 5, 2}, {2, 3, 6, 10}),
                        "compose_depth_to_space", "DepthToSpace Abs");
        EXPECT_COMPOSED(moved({2, 12, 3, 5}, {2, 3, 2, 2, 3, 5}, {0, 1, 4, 2, 5, 3}, {2, 3, 6, 10}),
                        "compose_depth_to_space", "DepthToSpace Abs");
        EXPECT_REFUSED(moved({2, 12, 3, 5}, {2, 3, 2, 2, 3, 5}, {0, 1, 4, 2, 5, 3}, {2, 3, 6, 10}, 9),
                       "compose_depth_to_space", "needs opset 11; the model has 9");
        EXPECT_REFUSED(moved({2, 18, 3, 5}, {2, 3, 3, 2, 3, 5}, {0, 1, 4, 2, 5, 3}, {2, 3, 9, 10}),
                       "compose_depth_to_space", "has square ones");
        // Joined in another way.
        QVERIFY(fused(moved({2, 12, 3, 5}, {2, 2, 2, 3, 3, 5}, {0, 3, 4, 1, 5, 2}, {2, 3, 10, 6}),
                      only({"compose_depth_to_space"}))
                    .steps.empty());
    }
    void spaceToDepth() {
        EXPECT_COMPOSED(moved({2, 3, 6, 10}, {2, 3, 3, 2, 5, 2}, {0, 3, 5, 1, 2, 4}, {2, 12, 3, 5}),
                        "compose_space_to_depth", "SpaceToDepth Abs");
        EXPECT_REFUSED(moved({2, 3, 6, 10}, {2, 3, 3, 2, 5, 2}, {0, 1, 3, 5, 2, 4}, {2, 12, 3, 5}),
                       "compose_space_to_depth", "the pixels of a block end up beside each other");
        EXPECT_REFUSED(moved({2, 3, 6, 10}, {2, 3, 2, 3, 5, 2}, {0, 3, 5, 1, 2, 4}, {2, 18, 2, 5}),
                       "compose_space_to_depth", "has square ones");
    }
    void channelShuffleStays() {
        const Net net = moved({2, 6, 4, 4}, {2, 2, 3, 4, 4}, {0, 2, 1, 3, 4}, {2, 6, 4, 4});
        QVERIFY(fused(net, only({"compose_depth_to_space", "compose_space_to_depth"})).steps.empty());
    }

    void attention_data() {
        QTest::addColumn<bool>("masked");
        QTest::addColumn<bool>("apart"); // the transposes of keys are two
        for (const bool masked : {false, true})
            for (const bool apart : {false, true})
                QTest::addRow("%s%s", masked ? "masked" : "plain", apart ? " apart" : "") << masked << apart;
    }
    void attention() {
        QFETCH(bool, masked);
        QFETCH(bool, apart);
        Heads n;
        const ValueId q = n.split(n.floats("q", {2, 5, 12}), 5, 3, 4, {0, 2, 1, 3});
        const ValueId key = n.floats("k", {2, 7, 12});
        const ValueId k =
            apart ? n.node("Transpose", {n.split(key, 7, 3, 4, {0, 2, 1, 3})}, {{"perm", Ints{0, 1, 3, 2}}})
                  : n.split(key, 7, 3, 4, {0, 2, 3, 1});
        const ValueId v = n.split(n.floats("v", {2, 7, 15}), 7, 3, 5, {0, 2, 1, 3});
        const ValueId y = n.attend(q, k, v, masked ? n.floats("mask", {2, 1, 1, 7}) : ValueId());
        const ValueId back = n.node("Transpose", {y}, {{"perm", Ints{0, 2, 1, 3}}});
        n.output(n.node("Reshape", {back, n.ints("joined", {2, 5, 15})}));
        EXPECT_COMPOSED(n, "compose_attention", masked ? "Expand Attention" : "Attention");
    }
    // ONNX Runtime wants a row of the mask for each query.
    void maskOverRows_data() {
        QTest::addColumn<bool>("open"); // the number of queries is not known
        QTest::addColumn<QString>("mask");
        QTest::addColumn<QString>("ops");
        QTest::newRow("a row each") << false << "2 1 5 7"
                                    << "Attention";
        QTest::newRow("one for all heads") << false << "5 7"
                                           << "Attention";
        QTest::newRow("one row") << false << "2 1 1 7"
                                 << "Expand Attention";
        QTest::newRow("one row for all") << false << "1 7"
                                         << "Expand Attention";
        QTest::newRow("open rows") << true << "2 1 1 7"
                                   << "Shape Concat Expand Attention";
        QTest::newRow("open rows for all") << true << "1 7"
                                           << "Shape Concat Expand Attention";
    }
    void maskOverRows() {
        QFETCH(bool, open);
        QFETCH(QString, mask);
        QFETCH(QString, ops);
        ir::Dims dims;
        for (const QString& extent : mask.split(QLatin1Char(' ')))
            dims.push_back(extent.toLongLong());
        Heads n;
        const ir::Dim rows = open ? ir::Dim::named("rows") : ir::Dim(5);
        const ValueId q =
            n.input("q", ir::TensorType(ir::DataType::Float32, std::vector<ir::Dim>{2, 3, rows, 4}));
        const ValueId k = n.node("Transpose", {n.floats("k", {2, 3, 7, 4})}, {{"perm", Ints{0, 1, 3, 2}}});
        n.output(n.attend(q, k, n.floats("v", {2, 3, 7, 6}), n.floats("mask", dims)));
        const History history = fused(n, only({"compose_attention"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), ops);
        QCOMPARE(replayDifference(history), QString());
        const ir::Node& made = history.graph.node(history.graph.order().back());
        const auto& given = *history.graph.value(made.input(3)).type.shape;
        QCOMPARE(QString::fromStdString(given[given.size() - 2].text()), QString::fromStdString(rows.text()));
        const ir::Bindings six{{"rows", 6}};
        QCOMPARE(difference(ops::inferTypes(history.base, n.opsets, six).graph,
                            ops::inferTypes(history.graph, n.opsets, six).graph, n.opsets),
                 QString());
    }
    void attentionOfHeads() { // the arrangement of heads is used elsewhere
        Heads n;
        const ValueId q = n.floats("q", {2, 3, 5, 4});
        const ValueId k = n.floats("k", {2, 3, 7, 4});
        const ValueId kt = n.node("Transpose", {k}, {{"perm", Ints{0, 1, 3, 2}}});
        n.output(n.attend(n.node("Mul", {q, n.scalar("s", 0.7F)}), n.node("Mul", {kt, n.scalar("t", 0.7F)}),
                          n.floats("v", {2, 3, 7, 6}), ValueId()));
        EXPECT_COMPOSED(n, "compose_attention", "Attention");
        Heads bare; // keys that come turned already
        bare.output(bare.attend(bare.floats("q", {2, 3, 5, 4}), bare.floats("k", {2, 3, 4, 7}),
                                bare.floats("v", {2, 3, 7, 6}), ValueId()));
        EXPECT_COMPOSED(bare, "compose_attention", "Transpose Attention");
        Heads flat; // batch times heads
        const ValueId fk = flat.node("Transpose", {flat.floats("k", {6, 7, 4})}, {{"perm", Ints{0, 2, 1}}});
        flat.output(flat.attend(flat.floats("q", {6, 5, 4}), fk, flat.floats("v", {6, 7, 4}),
                                flat.floats("m", {5, 7})));
        EXPECT_COMPOSED(flat, "compose_attention", "Attention");
    }
    void groupedQueries() {
        for (const bool joined : {false, true})
            grouped(joined);
    }
    void oneProjection() {
        for (const bool gathers : {true, false}) {
            Heads n;
            const ValueId x = n.floats("x", {2, 5, 36});
            const ValueId turned = n.node("Transpose", {n.node("Reshape", {x, n.ints("to", {2, 5, 3, 3, 4})})},
                                          {{"perm", Ints{2, 0, 3, 1, 4}}});
            std::vector<ValueId> parts;
            if (!gathers) {
                std::vector<ValueId> pieces{n.value("a"), n.value("b"), n.value("c")};
                n.nodeInto("Split", {turned}, pieces, {{"num_outputs", std::int64_t(3)}});
                const ValueId axes = n.ints("axes", {0});
                for (const ValueId each : pieces)
                    parts.push_back(n.node("Squeeze", {each, axes}));
            } else {
                for (const std::int64_t i : {2, 0, 1})
                    parts.push_back(n.node(
                        "Gather",
                        {turned, n.constant("i" + std::to_string(i), ir::Tensor::scalar<std::int64_t>(i))}));
            }
            const ValueId k = n.node("Transpose", {parts[1]}, {{"perm", Ints{0, 1, 3, 2}}});
            const ValueId y = n.attend(parts[0], k, parts[2], ValueId());
            const ValueId back = n.node("Transpose", {y}, {{"perm", Ints{0, 2, 1, 3}}});
            n.output(n.node("Reshape", {back, n.ints("joined", {2, 5, 12})}));
            EXPECT_COMPOSED(n, "compose_attention", "Split Attention");
        }
    }
    void attentionRefused() {
        const auto write = [](std::int64_t opset, const ir::Dims& key, const ir::Dims& mask) {
            Heads n(opset);
            const ValueId k = n.node("Transpose", {n.floats("k", key)}, {{"perm", Ints{0, 1, 3, 2}}});
            n.output(
                n.attend(n.floats("q", {2, 3, 5, 4}), k, n.floats("v", {2, 3, 7, 6}), n.floats("mask", mask)));
            return n;
        };
        EXPECT_REFUSED(write(17, {2, 3, 7, 4}, {5, 7}), "compose_attention",
                       "needs opset 23; the model has 17");
        EXPECT_REFUSED(write(23, {1, 3, 7, 4}, {5, 7}), "compose_attention",
                       "are not known to be those of the scores");
        EXPECT_REFUSED(write(23, {2, 3, 7, 4}, {5, 1}), "compose_attention", "may not reach over all columns");
        const auto replaced = [](ValueId condition, Heads& n, float low) {
            const ValueId k = n.node("Transpose", {n.floats("k", {2, 3, 7, 4})}, {{"perm", Ints{0, 1, 3, 2}}});
            const ValueId scores = n.node("MatMul", {n.floats("q", {2, 3, 5, 4}), k});
            const ValueId masked = n.node("Where", {condition, scores, n.scalar("low", low)});
            n.output(n.node("MatMul", {n.node("Softmax", {masked}, {{"axis", std::int64_t(-1)}}),
                                       n.floats("v", {2, 3, 7, 6})}));
        };
        Heads run;
        replaced(run.input("mask", ir::TensorType(ir::DataType::Bool, ir::Dims{2, 1, 1, 7})), run, -1e9F);
        EXPECT_REFUSED(run, "compose_attention", "Where_2 may mask whole rows of the scores with 'mask'");
        const auto rows = [](bool keep) { // row i keeps the columns up to i; without `keep` the first none
            auto tensor = ir::Tensor::allocate(ir::DataType::Bool, {1, 1, 5, 7});
            for (std::size_t i = 0; i < 35; ++i)
                tensor->as<std::uint8_t>()[i] = i % 7 <= i / 7 && (keep || i / 7 > 0) ? 1 : 0;
            return std::move(tensor).value();
        };
        Heads causal;
        replaced(causal.constant("mask", rows(true)), causal, -1e9F);
        EXPECT_COMPOSED(causal, "compose_attention", "Attention");
        Heads whole;
        replaced(whole.constant("mask", rows(false)), whole, -1e9F);
        EXPECT_REFUSED(whole, "compose_attention", "may mask whole rows");
        Heads near;
        replaced(near.constant("mask", rows(true)), near, -5);
        EXPECT_REFUSED(near, "compose_attention", "are not put far below the others");
        Heads seen;
        const ValueId kt =
            seen.node("Transpose", {seen.floats("k", {2, 3, 7, 4})}, {{"perm", Ints{0, 1, 3, 2}}});
        const ValueId shares = seen.node("Softmax", {seen.node("MatMul", {seen.floats("q", {2, 3, 5, 4}), kt})},
                                         {{"axis", std::int64_t(-1)}});
        seen.output(shares);
        seen.output(seen.node("MatMul", {shares, seen.floats("v", {2, 3, 7, 6})}));
        EXPECT_REFUSED(seen, "compose_attention", "is a graph output");
    }

private:
    void grouped(bool joined) { // with the reshape before it: one from [2, 21, size]
        Heads n;
        const auto repeated = [&](const std::string& name, std::int64_t size) {
            const ValueId few = n.floats(name, joined ? ir::Dims{2, 21, size} : ir::Dims{2, 3, 7, size});
            const ValueId single = joined ? n.node("Reshape", {few, n.ints(name + "_axes", {2, 3, 1, 7, size})})
                                          : n.node("Unsqueeze", {few, n.ints(name + "_axes", {2})});
            const ValueId wide = n.node("Expand", {single, n.ints(name + "_wide", {2, 3, 2, 7, size})});
            return n.node("Reshape", {wide, n.ints(name + "_many", {2, 6, 7, size})});
        };
        const ValueId k = n.node("Transpose", {repeated("k", 4)}, {{"perm", Ints{0, 1, 3, 2}}});
        n.output(n.attend(n.floats("q", {2, 6, 5, 4}), k, repeated("v", 4), ValueId()));
        EXPECT_COMPOSED(n, "compose_attention",
                        joined ? "Reshape Reshape Squeeze Squeeze Attention" : "Attention");
    }
};

EDGEWRIGHT_TEST(ComposeMovesTest)

} // namespace edgewright::compose_moves_test

#include "compose_moves_test.moc"

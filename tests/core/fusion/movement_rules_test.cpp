// SPDX-License-Identifier: GPL-3.0-or-later
// The rules about operators that move elements or change their type: what they merge, what they leave alone,
// and why.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

namespace edgewright::movement_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

ir::Attribute perm(Ints axes) { return {"perm", std::move(axes)}; }
ir::Attribute axis(std::int64_t value) { return {"axis", value}; }
ir::Attribute to(ir::DataType type) { return {"to", static_cast<std::int64_t>(type)}; }

} // namespace

class MovementRulesTest : public QObject {
    Q_OBJECT

private slots:
    void reshapes() {
        Net net;
        const ValueId x = net.node("Neg", {net.floats("x", {2, 3, 4})});
        const ValueId flat = net.node("Reshape", {x, net.ints("s", {2, -1})});
        const ValueId wide = net.node("Unsqueeze", {flat, net.ints("a", {0})});
        net.output(net.node("Relu", {net.node("Squeeze", {wide, net.ints("b", {0})})}));
        EXPECT_FUSED(net, "merge_reshapes", "Neg Reshape Relu");
        Net back; // nothing is left of the second one, although the middle is read elsewhere
        const ValueId y = back.node("Neg", {back.floats("x", {2, 3})});
        const ValueId middle = back.node("Reshape", {y, back.ints("r", {3, 2})});
        back.output(back.node("Relu", {back.node("Reshape", {middle, back.ints("s", {2, 3})})}));
        back.output(back.node("Abs", {middle}));
        EXPECT_FUSED(back, "merge_reshapes", "Neg Reshape Relu Abs");
        Net open; // one extent is open, and stays on its axis
        const ValueId z = open.input(
            "x", ir::TensorType(ir::DataType::Float32, {ir::Dim::named("batch"), ir::Dim(3), ir::Dim(4)}));
        const ValueId one = open.node("Reshape", {z, open.ints("s", {0, 12})});
        open.output(open.node("Reshape", {one, open.ints("t", {0, 2, 6})}));
        const History history = fused(open, only({"merge_reshapes"}));
        QCOMPARE(opsOf(history.graph), QStringList{QStringLiteral("Reshape")});
    }
    void reshapesRefused() {
        Net shared;
        const ValueId x = shared.floats("x", {2, 3, 4});
        const ValueId flat = shared.node("Reshape", {x, shared.ints("s", {2, -1})});
        shared.output(shared.node("Reshape", {flat, shared.ints("t", {4, 6})}));
        shared.output(shared.node("Relu", {flat}));
        EXPECT_REFUSED(shared, "merge_reshapes", "the output of Reshape_0 is also read by Relu_2");
        Net open;
        const ir::TensorType type(ir::DataType::Float32,
                                  {ir::Dim::named("a"), ir::Dim(4), ir::Dim::named("b")});
        const ValueId z = open.input("x", type);
        const ValueId wide = open.node("Unsqueeze", {z, open.ints("u", {0})});
        open.output(open.node("Unsqueeze", {wide, open.ints("v", {0})}));
        EXPECT_REFUSED(open, "merge_reshapes", "cannot be written as a constant");
    }

    void transposes() {
        Net net;
        const ValueId x = net.node("Neg", {net.floats("x", {2, 3, 4})});
        const ValueId first = net.node("Transpose", {x}, {perm({1, 2, 0})});
        net.output(net.node("Relu", {net.node("Transpose", {first}, {perm({0, 2, 1})})}));
        EXPECT_FUSED(net, "merge_transposes", "Neg Transpose Relu");
        Net back;
        const ValueId y = back.node("Neg", {back.floats("x", {2, 3, 4})});
        const ValueId turned = back.node("Transpose", {y}, {perm({1, 2, 0})});
        back.output(back.node("Relu", {back.node("Transpose", {turned}, {perm({2, 0, 1})})}));
        back.output(back.node("Abs", {turned}));
        EXPECT_FUSED(back, "merge_transposes", "Neg Transpose Relu Abs");
        Net shared;
        const ValueId z = shared.node("Transpose", {shared.floats("x", {2, 3, 4})}, {perm({1, 2, 0})});
        shared.output(shared.node("Transpose", {z}, {perm({1, 0, 2})}));
        shared.output(shared.node("Relu", {z}));
        EXPECT_REFUSED(shared, "merge_transposes", "the output of Transpose_0 is also read by Relu_2");
    }

    void transposesOfOnes() {
        Net net;
        net.output(
            net.node("Relu", {net.node("Transpose", {net.floats("x", {1, 5, 1, 4})}, {perm({2, 1, 0, 3})})}));
        EXPECT_FUSED(net, "reshape_transpose", "Reshape Relu");
        Net moving;
        moving.output(moving.node("Transpose", {moving.floats("x", {1, 5, 4})}, {perm({0, 2, 1})}));
        QVERIFY(fused(moving, only({"reshape_transpose"})).steps.empty());
        Net open;
        const ir::TensorType type(ir::DataType::Float32, {ir::Dim(1), ir::Dim(), ir::Dim()});
        open.output(open.node("Transpose", {open.input("x", type)}, {perm({1, 0, 2})}));
        EXPECT_REFUSED(open, "reshape_transpose", "more than one open extent");
    }

    void casts() {
        Net net;
        const ValueId x = net.input("x", ir::TensorType(ir::DataType::Int32, ir::Dims{4}));
        const ValueId wide = net.node("Cast", {x}, {to(ir::DataType::Int64)});
        net.output(net.node("Cast", {wide}, {to(ir::DataType::Float32)}));
        EXPECT_FUSED(net, "merge_casts", "Cast");
        Net lossy;
        const ValueId half = lossy.node("Cast", {lossy.floats("x", {4})}, {to(ir::DataType::Float16)});
        lossy.output(lossy.node("Cast", {half}, {to(ir::DataType::Float32)}));
        EXPECT_REFUSED(lossy, "merge_casts", "not every float32 is a float16");
        Net clipped; // -1 is 255 in uint8 from int8, and undefined from float32
        const ValueId y = clipped.input("x", ir::TensorType(ir::DataType::Int8, ir::Dims{4}));
        const ValueId real = clipped.node("Cast", {y}, {to(ir::DataType::Float32)});
        clipped.output(clipped.node("Cast", {real}, {to(ir::DataType::UInt8)}));
        EXPECT_REFUSED(clipped, "merge_casts", "what does not fit into uint8");
        Net shared;
        const ValueId z = shared.input("x", ir::TensorType(ir::DataType::Int32, ir::Dims{4}));
        const ValueId both = shared.node("Cast", {z}, {to(ir::DataType::Int64)});
        shared.output(shared.node("Cast", {both}, {to(ir::DataType::Float32)}));
        shared.output(shared.node("Neg", {both}));
        EXPECT_REFUSED(shared, "merge_casts", "the output of Cast_0 is also read by Neg_2");
    }

    void inverses() {
        Net net;
        const ValueId x = net.node("Relu", {net.floats("x", {3})});
        const ValueId twice = net.node("Neg", {net.node("Neg", {x})});
        net.output(net.node("Exp", {net.node("Abs", {net.node("Abs", {twice})})}));
        const History history = fused(net, only({"cancel_inverses", "eliminate_unused"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Relu Abs Exp"));
        QCOMPARE(difference(history, net), QString());
        Net sign;
        sign.output(sign.node("Exp", {sign.node("Abs", {sign.node("Neg", {sign.floats("x", {3})})})}));
        EXPECT_FUSED(sign, "cancel_inverses", "Abs Exp");
        Net shared;
        const ValueId neg = shared.node("Neg", {shared.floats("x", {3})});
        shared.output(shared.node("Abs", {neg}));
        shared.output(shared.node("Exp", {neg}));
        EXPECT_REFUSED(shared, "cancel_inverses", "the output of Neg_0 is also read by Exp_2");
    }

    void slices() {
        Net net;
        const ValueId x = net.floats("x", {10, 9});
        const ValueId first =
            net.node("Slice", {x, net.ints("s", {1, 8}), net.ints("e", {10, 0}), net.ints("a", {0, 1}),
                               net.ints("t", {2, -2})}); // 1 3 5 7 9, 8 6 4 2
        net.output(net.node("Slice", {first, net.ints("u", {3, 1}), net.ints("v", {-9, 9}),
                                      net.ints("b", {0, -1}), net.ints("w", {-1, 1})})); // 7 5 3 1, 6 4 2
        EXPECT_FUSED(net, "merge_slices", "Slice");
        const ir::Graph merged = fused(net, only({"merge_slices"})).graph;
        QCOMPARE(merged.value(merged.outputs[0]).type.text(), std::string("float32[4,3]"));
        Net open;
        const ValueId y = open.floats("x", {10});
        const ValueId ends = open.input("n", ir::TensorType(ir::DataType::Int64, ir::Dims{1}));
        const ValueId part = open.node("Slice", {y, open.ints("s", {0}), ends});
        open.output(open.node("Slice", {part, open.ints("t", {0}), open.ints("e", {2})}));
        EXPECT_REFUSED(open, "merge_slices", "what Slice_0 takes follows only at run time");
        Net shared;
        const ValueId z =
            shared.node("Slice", {shared.floats("x", {10}), shared.ints("s", {1}), shared.ints("e", {9})});
        shared.output(shared.node("Slice", {z, shared.ints("t", {0}), shared.ints("f", {2})}));
        shared.output(shared.node("Relu", {z}));
        EXPECT_REFUSED(shared, "merge_slices", "the output of Slice_0 is also read by Relu_2");
    }

    void slicesDownToTheFirst() { // there is no index behind element 0 on the way down
        Net net;
        const ValueId reversed =
            net.node("Slice", {net.floats("x", {10}), net.ints("s", {9}), net.ints("e", {-11}),
                               net.ints("a", {0}), net.ints("t", {-1})});
        net.output(net.node("Slice", {reversed, net.ints("u", {2}), net.ints("v", {10})}));
        EXPECT_FUSED(net, "merge_slices", "Slice");
        Net empty;
        const ValueId part =
            empty.node("Slice", {empty.floats("x", {10}), empty.ints("s", {2}), empty.ints("e", {6})});
        empty.output(empty.node("Slice", {part, empty.ints("u", {4}), empty.ints("v", {9})}));
        EXPECT_FUSED(empty, "merge_slices", "Slice");
    }

    void joinedSlices() {
        Net net;
        const ValueId x = net.node("Neg", {net.floats("x", {2, 6})});
        const auto slice = [&](const std::string& n, std::int64_t from, std::int64_t until) {
            return net.node("Slice",
                            {x, net.ints(n + "s", {from}), net.ints(n + "e", {until}), net.ints(n + "a", {1})});
        };
        const ValueId a = slice("a", 0, 2), b = slice("b", 2, 5), c = slice("c", 5, 6);
        net.output(net.node("Relu", {net.node("Concat", {b, c}, {axis(1)})}));
        net.output(net.node("Abs", {net.node("Concat", {a, b, c}, {axis(-1)})}));
        const History history = fused(net, only({"join_slices", "eliminate_unused"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Neg Slice Relu Abs"));
        QCOMPARE(difference(history, net), QString());
        Net cut;
        const ValueId p = cut.node("Neg", {cut.floats("p", {2, 3})});
        const ValueId q = cut.node("Neg", {cut.floats("q", {2, 4})});
        const ValueId both = cut.node("Concat", {p, q}, {axis(1)});
        cut.output(cut.node(
            "Relu", {cut.node("Slice", {both, cut.ints("s", {3}), cut.ints("e", {7}), cut.ints("a", {1})})}));
        cut.output(both);
        EXPECT_FUSED(cut, "join_slices", "Neg Neg Concat Relu");
        Net gap;
        const ValueId y = gap.floats("x", {6});
        gap.output(gap.node("Concat",
                            {gap.node("Slice", {y, gap.ints("s", {0}), gap.ints("e", {2})}),
                             gap.node("Slice", {y, gap.ints("t", {3}), gap.ints("f", {6})})},
                            {axis(0)}));
        QVERIFY(fused(gap, only({"join_slices"})).steps.empty());
    }

    void concats() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const ValueId inner = net.node("Concat", {x, net.node("Neg", {x})}, {axis(1)});
        net.output(net.node("Concat", {net.node("Abs", {x}), inner}, {axis(-1)}));
        EXPECT_FUSED(net, "merge_concats", "Neg Abs Concat");
        Net shared;
        const ValueId y = shared.floats("x", {2, 3});
        const ValueId joined = shared.node("Concat", {y, shared.node("Neg", {y})}, {axis(1)});
        shared.output(shared.node("Concat", {y, joined}, {axis(1)}));
        shared.output(shared.node("Relu", {joined}));
        EXPECT_REFUSED(shared, "merge_concats", "the output of Concat_1 is also read by Relu_3");
        Net other;
        const ValueId z = other.floats("x", {3, 3});
        const ValueId rows = other.node("Concat", {z, z}, {axis(0)});
        other.output(other.node("Concat", {rows, rows}, {axis(1)}));
        QVERIFY(fused(other, only({"merge_concats"})).steps.empty());
        Net old(1), unsaid(13); // without an axis: 1 up to opset 3, required from 4 on
        for (Net* each : {&old, &unsaid}) {
            const ValueId t = each->floats("x", {2, 3});
            const ValueId both = each->node("Concat", {t, each->node("Relu", {t})});
            each->output(each->node("Concat", {t, both}));
        }
        EXPECT_FUSED(old, "merge_concats", "Relu Concat");
        QVERIFY(fused(unsaid, only({"merge_concats"})).steps.empty());
    }

    void splits() {
        Net net;
        const ValueId x = net.node("Neg", {net.floats("x", {2, 6})});
        const ValueId a = net.value("a"), b = net.value("b");
        net.nodeInto("Split", {x, net.ints("parts", {2, 4})}, {a, b}, {axis(1)});
        net.output(net.node("Relu", {net.node("Concat", {a, b}, {axis(1)})}));
        const History history = fused(net, only({"cancel_splits", "eliminate_unused"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Neg Relu"));
        QCOMPARE(difference(history, net), QString());
        for (const bool fits : {true, false}) {
            Net back;
            const ValueId p = back.node("Neg", {back.floats("p", {2, 3})});
            const ValueId q = back.node("Abs", {back.floats("q", {2, 5})});
            const ValueId u = back.value("u"), v = back.value("v");
            back.nodeInto(
                "Split",
                {back.node("Concat", {p, q}, {axis(1)}), back.ints("n", fits ? Ints{3, 5} : Ints{4, 4})},
                {u, v}, {axis(1)});
            back.output(back.node("Relu", {u}));
            back.output(back.node("Exp", {v}));
            if (fits) {
                const History cancelled = fused(back, only({"cancel_splits", "eliminate_unused"}));
                QCOMPARE(opsOf(cancelled.graph).join(QLatin1Char(' ')), QStringLiteral("Neg Abs Relu Exp"));
                QCOMPARE(difference(cancelled, back), QString());
            } else {
                EXPECT_REFUSED(back, "cancel_splits", "parts elsewhere than Concat_2 joins");
            }
        }
    }

    void pads() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        const ValueId once = net.node("Pad", {x, net.ints("p", {0, 1, 2, 0}), net.scalar("v", 3)});
        net.output(net.node("Pad", {once, net.ints("q", {1, 0, 0, 4}), net.scalar("w", 3)}));
        EXPECT_FUSED(net, "merge_pads", "Pad");
        for (const bool crop : {false, true}) {
            Net other;
            const ValueId y = other.floats("x", {2, 3});
            const ValueId inner = other.node("Pad", {y, other.ints("p", {0, crop ? -1 : 1, 2, 0})});
            other.output(other.node(
                "Pad", {inner, other.ints("q", {1, 0, 0, 4}), other.scalar("w", crop ? 0.0F : 3.0F)}));
            if (crop)
                EXPECT_REFUSED(other, "merge_pads", "Pad_0 crops");
            else
                EXPECT_REFUSED(other, "merge_pads", "Pad_0 fills with 0.000000, Pad_1 with 3.000000");
        }
    }

    void reductions() {
        Net net;
        const ValueId x = net.floats("x", {2, 3, 4});
        const ValueId mean =
            net.node("ReduceMean", {x}, {{"axes", Ints{1, -1}}, {"keepdims", std::int64_t(1)}});
        net.output(net.node("Squeeze", {mean, net.ints("a", {1, 2})}));
        EXPECT_FUSED(net, "merge_reductions", "ReduceMean");
        Net keeping;
        const ValueId most = keeping.node("ReduceMax", {keeping.floats("x", {2, 3, 4})},
                                          {{"axes", Ints{1}}, {"keepdims", std::int64_t(0)}});
        keeping.output(keeping.node("Unsqueeze", {most, keeping.ints("a", {1})}));
        EXPECT_FUSED(keeping, "merge_reductions", "ReduceMax");
        Net shaped;
        const ValueId sum = shaped.node("ReduceSum", {shaped.floats("x", {2, 3, 4}), shaped.ints("a", {1})});
        shaped.output(shaped.node("Reshape", {sum, shaped.ints("s", {2, 4})}));
        EXPECT_FUSED(shaped, "merge_reductions", "ReduceSum");
        Net elsewhere;
        const ValueId some = elsewhere.node("ReduceMax", {elsewhere.floats("x", {2, 3, 4})},
                                            {{"axes", Ints{1}}, {"keepdims", std::int64_t(0)}});
        elsewhere.output(elsewhere.node("Unsqueeze", {some, elsewhere.ints("a", {0})}));
        QVERIFY(fused(elsewhere, only({"merge_reductions"})).steps.empty());
        Net shared;
        const ValueId both = shared.node("ReduceMax", {shared.floats("x", {2, 3})}, {{"axes", Ints{1}}});
        shared.output(shared.node("Squeeze", {both, shared.ints("a", {1})}));
        shared.output(shared.node("Relu", {both}));
        EXPECT_REFUSED(shared, "merge_reductions", "the output of ReduceMax_0 is also read by Relu_2");
    }

    void expansions() {
        Net net;
        const ValueId x = net.floats("x", {1, 4});
        const ValueId wide = net.node("Expand", {x, net.ints("s", {3, 4})});
        net.output(net.node("Add", {wide, net.floats("a", {3, 4})}));
        EXPECT_FUSED(net, "eliminate_expand", "Add");
        Net needed;
        const ValueId spread = needed.node("Expand", {needed.floats("x", {1, 4}), needed.ints("s", {3, 4})});
        needed.output(needed.node("Add", {spread, needed.floats("a", {1, 4})}));
        EXPECT_REFUSED(needed, "eliminate_expand", "without Expand_0 the result of Add_1 might be smaller");
        Net raised; // axes of one element are axes
        const ValueId deep = raised.node("Expand", {raised.floats("x", {2, 1}), raised.ints("s", {1, 1, 1})});
        raised.output(raised.node("Mul", {deep, raised.floats("w", {2, 4})}));
        EXPECT_REFUSED(raised, "eliminate_expand", "without Expand_0 the result of Mul_1 might be smaller");
    }

    void negatedChoice() {
        Net net;
        const ValueId x = net.floats("x", {4});
        const ValueId positive = net.node("Greater", {x, net.scalar("zero", 0)});
        net.output(net.node("Where", {net.node("Not", {positive}), x, net.node("Exp", {x})}));
        EXPECT_FUSED(net, "eliminate_not", "Greater Exp Where");
        Net shared;
        const ValueId y = shared.floats("x", {4});
        const ValueId no = shared.node("Not", {shared.node("Greater", {y, shared.scalar("zero", 0)})});
        shared.output(shared.node("Where", {no, y, shared.node("Exp", {y})}));
        shared.output(shared.node("Cast", {no}, {to(ir::DataType::Int32)}));
        EXPECT_REFUSED(shared, "eliminate_not", "the output of Not_1 is also read by Cast_4");
    }

    void constantCondition() {
        for (const bool taken : {true, false}) {
            Net net;
            const ValueId x = net.floats("x", {3});
            const ValueId doubled = net.node("Add", {x, x});
            const auto branch = [&](const std::string& op) {
                ir::GraphBuilder body(op);
                const ValueId outer =
                    body.value("captured", ir::TensorType(ir::DataType::Float32, ir::Dims{3}));
                body.graph().value(outer).outer = doubled;
                body.output(body.node("Relu", {body.node(op, {outer})}));
                return std::make_shared<const ir::Graph>(body.take());
            };
            const ValueId condition = net.constant("c", ir::Tensor::scalar<bool>(taken));
            net.output(
                net.node("Neg", {net.node("If", {condition},
                                          {{"then_branch", branch("Exp")}, {"else_branch", branch("Abs")}})}));
            const char* ops = taken ? "Add Exp Relu Neg" : "Add Abs Relu Neg";
            const History history = fused(net, only({"inline_if"}));
            QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QString::fromLatin1(ops));
            QCOMPARE(difference(history, net), QString());
            QCOMPARE(replayDifference(history), QString());
            QVERIFY(fuse(history.graph, net.opsets, only({"inline_if"}))->steps.empty());
        }
        Net open;
        ir::GraphBuilder body("b");
        body.output(body.constant("one", ir::Tensor::scalar<float>(1)));
        const auto graph = std::make_shared<const ir::Graph>(body.take());
        const ValueId condition = open.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        open.output(open.node("If", {condition}, {{"then_branch", graph}, {"else_branch", graph}}));
        QVERIFY(fused(open, only({"inline_if"})).steps.empty());
    }
};

EDGEWRIGHT_TEST(MovementRulesTest)

} // namespace edgewright::movement_rules_test

#include "movement_rules_test.moc"

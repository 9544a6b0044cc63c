// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisations, shares and reductions that are spelled out: each spelling becomes the operator with the same
// numbers, and what stands in the way is said.
#include "tests/core/fusion/expect_composed.h"
#include "tests/support/test_class.h"

namespace edgewright::compose_norms_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

struct Norm : Net {
    explicit Norm(std::int64_t opset = 24) : Net(opset) {}

    ValueId reduce(const char* op, ValueId v, const Ints& axes, std::int64_t keep = 1) {
        std::vector<ir::Attribute> attributes{{"keepdims", keep}};
        const std::int64_t since = std::string_view(op) == "ReduceSum" ? 13 : 18;
        if (opsets.at("") >= since)
            return node(op, {v, ints("axes" + std::to_string(m_count++), axes)}, std::move(attributes));
        attributes.push_back({"axes", axes});
        return node(op, {v}, std::move(attributes));
    }
    ValueId num(float v) { return scalar("n" + std::to_string(m_count++), v); }
    ValueId mean(ValueId v, const Ints& axes) { return reduce("ReduceMean", v, axes); }
    ValueId sub(ValueId a, ValueId b) { return node("Sub", {a, b}); }
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId add(ValueId a, ValueId b) { return node("Add", {a, b}); }
    ValueId div(ValueId a, ValueId b) { return node("Div", {a, b}); }
    ValueId square(ValueId v) { return node("Pow", {v, num(2)}); }
    ValueId root(ValueId v, float epsilon) { return node("Sqrt", {add(v, num(epsilon))}); }
    // (x - mean) / sqrt(var + eps)
    ValueId standard(ValueId x, const Ints& axes) {
        const ValueId d = sub(x, mean(x, axes));
        return div(d, root(mean(square(d), axes), 1e-3F));
    }

private:
    int m_count = 0;
};

} // namespace

class ComposeNormsTest : public QObject {
    Q_OBJECT

private slots:
    void layerNorm_data() {
        QTest::addColumn<int>("form");
        for (int i = 0; i < 9; ++i)
            QTest::addRow("form %d", i) << i;
    }
    void layerNorm() {
        QFETCH(int, form);
        Norm n(form == 8 ? 17 : 24);
        const ValueId x = n.floats("x", {2, 5, 12});
        const Ints axes = form == 1 ? Ints{1, 2} : Ints{-1};
        const ValueId d = n.sub(x, n.mean(x, axes));
        const ValueId again = form == 2 ? n.sub(x, n.mean(x, axes)) : d; // the exporters of old
        const ValueId squares = form == 3 ? n.mul(d, d) : n.square(again);
        const ValueId variance =
            form == 4 ? n.div(n.reduce("ReduceSum", squares, axes), n.num(12)) : n.mean(squares, axes);
        ValueId y;
        if (form == 5)
            y = n.mul(d, n.node("Reciprocal", {n.root(variance, 1e-5F)}));
        else if (form == 6)
            y = n.mul(n.node("Pow", {n.add(n.num(1e-5F), variance), n.num(-0.5F)}), d);
        else
            y = n.div(d, n.root(variance, 1e-5F));
        const ir::Dims dims = form == 1 ? ir::Dims{5, 12} : ir::Dims{12};
        if (form != 7) y = n.mul(n.weights("scale", dims, 0.5F, 2), y);
        if (form != 7) y = n.add(y, n.weights("shift", form == 3 ? ir::Dims{1} : dims));
        n.output(n.node("Abs", {y}));
        EXPECT_COMPOSED(n, "compose_layer_normalization", "LayerNormalization Abs");
    }

    void layerNormOfChannels() { // of an image: turned there and back
        Norm n;
        const ValueId x = n.floats("x", {2, 6, 4, 3});
        ValueId y = n.standard(x, {1});
        y = n.add(n.mul(y, n.weights("scale", {6, 1, 1}, 0.5F, 2)), n.weights("shift", {6, 1, 1}));
        n.output(n.node("Abs", {y}));
        EXPECT_COMPOSED(n, "compose_layer_normalization", "Transpose LayerNormalization Transpose Abs");
    }

    void layerNormBetweenCasts() {
        Net plain(24);
        const ValueId half = plain.input("x", ir::TensorType(ir::DataType::Float16, ir::Dims{2, 8}));
        const auto cast = [&](ValueId v, ir::DataType to) {
            return plain.node("Cast", {v}, {{"to", static_cast<std::int64_t>(to)}});
        };
        const ValueId x = cast(half, ir::DataType::Float32);
        const Ints last{-1};
        const auto mean = [&](ValueId v) {
            return plain.node("ReduceMean", {v, plain.ints("a" + std::to_string(v.index()), last)});
        };
        const ValueId d = plain.node("Sub", {x, mean(x)});
        const ValueId squares = plain.node("Pow", {d, plain.scalar("two", 2)});
        const ValueId root = plain.node("Sqrt", {plain.node("Add", {mean(squares), plain.scalar("e", 1e-5F)})});
        const ValueId y = plain.node("Div", {d, root});
        plain.output(cast(y, ir::DataType::Float16));
        const History history = fused(plain, only({"compose_layer_normalization"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("LayerNormalization"));
        // Without the way back the result is wider than x: the first cast stays.
        Net wide = plain;
        wide.graph().outputs = {y};
        const History kept = fused(wide, only({"eliminate_unused", "compose_layer_normalization"}));
        QCOMPARE(opsOf(kept.graph).join(QLatin1Char(' ')), QStringLiteral("Cast LayerNormalization"));
    }

    // float16 holds more digits than bfloat16 and less range: a cast there is no widening, although it comes
    // back.
    void normBetweenHalves() {
        for (const ir::DataType between : {ir::DataType::Float16, ir::DataType::Float32}) {
            Net n(24);
            const auto cast = [&](ValueId v, ir::DataType to) {
                return n.node("Cast", {v}, {{"to", static_cast<std::int64_t>(to)}});
            };
            const auto number = [&](const char* name, float value) {
                auto tensor = ir::Tensor::allocate(between, {});
                if (between == ir::DataType::Float32)
                    tensor->as<float>()[0] = value;
                else
                    tensor->as<std::uint16_t>()[0] = ir::floatToHalf(value);
                return n.constant(name, std::move(tensor).value());
            };
            const ValueId x =
                cast(n.input("x", ir::TensorType(ir::DataType::BFloat16, ir::Dims{2, 8})), between);
            const ValueId mean = n.node("ReduceMean", {n.node("Mul", {x, x}), n.ints("last", {-1})});
            const ValueId root = n.node("Sqrt", {n.node("Add", {mean, number("e", 1e-3F)})});
            n.output(cast(n.node("Div", {x, root}), ir::DataType::BFloat16));
            const History history = fused(n, only({"compose_rms_normalization"}));
            QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')),
                     between == ir::DataType::Float32 ? QStringLiteral("RMSNormalization")
                                                      : QStringLiteral("Cast RMSNormalization Cast"));
        }
    }

    void layerNormRefused() {
        Norm old(13);
        old.output(old.standard(old.floats("x", {2, 8}), {-1}));
        EXPECT_REFUSED(old, "compose_layer_normalization", "which needs opset 17; the model has 13");
        Norm shared;
        const ValueId x = shared.floats("x", {2, 8});
        const ValueId d = shared.sub(x, shared.mean(x, {-1}));
        shared.output(shared.node("Cos", {d}));
        shared.output(shared.div(d, shared.root(shared.mean(shared.square(d), {-1}), 1e-5F)));
        EXPECT_REFUSED(shared, "compose_layer_normalization", "the output of Sub_1 is also read by Cos_2");
        Norm unbiased;
        const ValueId u = unbiased.floats("x", {2, 8});
        const ValueId e = unbiased.sub(u, unbiased.mean(u, {-1}));
        const ValueId sum = unbiased.reduce("ReduceSum", unbiased.square(e), {-1});
        unbiased.output(unbiased.div(e, unbiased.root(unbiased.div(sum, unbiased.num(7)), 1e-5F)));
        EXPECT_REFUSED(unbiased, "compose_layer_normalization",
                       "is divided by n - 1, and the operator divides by n");
        Norm outside;
        const ValueId v = outside.floats("x", {2, 8});
        const ValueId f = outside.sub(v, outside.mean(v, {-1}));
        const ValueId deviation = outside.node("Sqrt", {outside.mean(outside.square(f), {-1})});
        outside.output(outside.div(f, outside.add(deviation, outside.num(1e-5F))));
        EXPECT_REFUSED(outside, "compose_layer_normalization", "epsilon is added to the root");
        Norm other; // the variance of other axes
        const ValueId w = other.floats("x", {2, 8});
        const ValueId g = other.sub(w, other.mean(w, {0}));
        other.output(other.div(g, other.root(other.mean(other.square(g), {1}), 1e-5F)));
        QVERIFY(fused(other, only({"compose_layer_normalization"})).steps.empty());
        Norm open;
        const ValueId t =
            open.input("x", ir::TensorType(ir::DataType::Float32, {ir::Dim(2), ir::Dim::named("n")}));
        open.output(open.standard(t, {-1}));
        EXPECT_REFUSED(open, "compose_layer_normalization", "that are normalised are not known");
    }

    void rmsNorm() {
        for (const bool scaled : {true, false}) {
            Norm n;
            const ValueId x = n.floats("x", {2, 5, 12});
            const ValueId inverse = n.node("Reciprocal", {n.root(n.mean(n.square(x), {-1}), 1e-6F)});
            ValueId y = n.mul(x, inverse);
            if (scaled) y = n.mul(n.weights("scale", {12}, 0.5F, 2), y);
            n.output(n.add(y, n.weights("other", {12}))); // no part of it
            EXPECT_COMPOSED(n, "compose_rms_normalization", "RMSNormalization Add");
        }
        Norm t5;
        const ValueId x = t5.floats("x", {2, 12});
        t5.output(t5.div(x, t5.root(t5.mean(t5.mul(x, x), {-1}), 1e-6F)));
        EXPECT_COMPOSED(t5, "compose_rms_normalization", "RMSNormalization");
        Norm old(22);
        const ValueId y = old.floats("x", {2, 12});
        old.output(old.div(y, old.root(old.mean(old.mul(y, y), {-1}), 1e-6F)));
        EXPECT_REFUSED(old, "compose_rms_normalization", "needs opset 23; the model has 22");
        Norm rows;
        const ValueId z = rows.floats("x", {4, 12});
        rows.output(rows.div(z, rows.root(rows.mean(rows.mul(z, z), {0}), 1e-6F)));
        EXPECT_REFUSED(rows, "compose_rms_normalization", "works along the last axes");
    }

    void instanceNorm() {
        for (const bool affine : {true, false}) {
            Norm n(11);
            const ValueId x = n.floats("x", {2, 3, 4, 5});
            ValueId y = n.standard(x, {2, 3});
            if (affine) y = n.add(n.mul(y, n.weights("scale", {1, 3, 1, 1})), n.weights("shift", {3, 1, 1}));
            n.output(n.node("Abs", {y}));
            EXPECT_COMPOSED(n, "compose_instance_normalization", "InstanceNormalization Abs");
        }
        Norm plane; // one number for each pixel: no instance norm
        const ValueId x = plane.floats("x", {2, 3, 4, 5});
        plane.output(plane.mul(plane.standard(x, {2, 3}), plane.weights("scale", {4, 5})));
        QVERIFY(fused(plane, only({"compose_instance_normalization"})).steps.empty());
        EXPECT_COMPOSED(plane, "compose_layer_normalization", "LayerNormalization");
    }

    void groupNorm() {
        const auto write = [](std::int64_t opset, bool perGroup, bool odd) {
            Norm n(opset);
            const ValueId x = n.floats("x", {2, 6, 4, 5});
            const ValueId split = n.node("Reshape", {x, n.ints("split", {0, odd ? 4 : 3, -1})});
            const std::int64_t groups = odd ? 4 : 3;
            const ValueId norm =
                n.node("InstanceNormalization",
                       {split, n.weights("own", {groups}, 0.5F, 2), n.weights("base", {groups})},
                       {{"epsilon", 1e-3F}});
            ValueId y = n.node("Reshape", {norm, n.ints("back", {2, 6, 4, 5})});
            if (!perGroup) y = n.mul(y, n.weights("scale", {6, 1, 1}));
            n.output(n.node("Abs", {n.add(y, n.num(0.5F))}));
            return n;
        };
        EXPECT_COMPOSED(write(21, false, false), "compose_group_normalization", "GroupNormalization Abs");
        EXPECT_COMPOSED(write(18, true, false), "compose_group_normalization", "GroupNormalization Abs");
        EXPECT_REFUSED(write(18, false, false), "compose_group_normalization",
                       "needs opset 21; the model has 18");
        EXPECT_REFUSED(write(17, true, false), "compose_group_normalization",
                       "needs opset 18; the model has 17");
        QVERIFY(fused(write(21, false, true), only({"compose_group_normalization"})).steps.empty());
        constexpr std::int64_t Many = std::int64_t(1) << 40; // a scale for each of them is not written out
        Norm large(21);
        const ValueId x = large.floats("x", {1, Many, 4});
        const ValueId split = large.node("Reshape", {x, large.ints("split", {0, 2, -1})});
        const ValueId norm =
            large.node("InstanceNormalization", {split, large.weights("own", {2}), large.weights("base", {2})});
        large.output(large.node("Reshape", {norm, large.ints("back", {1, Many, 4})}));
        const History history = fused(large, only({"compose_group_normalization"}));
        QVERIFY(history.steps.empty() && history.faults.empty());
    }

    void lpNorm() {
        Norm n;
        const ValueId x = n.floats("x", {2, 7, 3});
        const ValueId norm = n.reduce("ReduceL2", x, {1});
        const ValueId guarded = n.node("Clip", {norm, n.num(1e-12F)});
        n.output(n.div(x, n.node("Expand", {guarded, n.ints("shape", {2, 7, 3})})));
        EXPECT_COMPOSED(n, "compose_lp_normalization", "LpNormalization");
        Norm spelled(11);
        const ValueId y = spelled.floats("x", {2, 7});
        const ValueId sum = spelled.reduce("ReduceSum", spelled.mul(y, y), {1});
        spelled.output(spelled.div(y, spelled.node("Sqrt", {sum})));
        EXPECT_COMPOSED(spelled, "compose_lp_normalization", "LpNormalization");
        Norm one;
        const ValueId z = one.floats("x", {2, 7});
        one.output(one.div(z, one.reduce("ReduceL1", z, {-1})));
        EXPECT_COMPOSED(one, "compose_lp_normalization", "LpNormalization");
        Norm bounded;
        const ValueId u = bounded.floats("x", {2, 7});
        bounded.output(
            bounded.div(u, bounded.node("Max", {bounded.reduce("ReduceL2", u, {1}), bounded.num(0.1F)})));
        EXPECT_REFUSED(bounded, "compose_lp_normalization", "the norm is kept above a bound");
        Norm both;
        const ValueId v = both.floats("x", {2, 7});
        both.output(both.div(v, both.reduce("ReduceL2", v, {0, 1})));
        EXPECT_REFUSED(both, "compose_lp_normalization", "works along one axis");
    }

    void softmax() {
        for (const bool stable : {true, false})
            for (const bool inverse : {true, false}) {
                Norm n(13);
                const ValueId x = n.floats("x", {2, 7, 3});
                const ValueId z = stable ? n.sub(x, n.reduce("ReduceMax", x, {1})) : x;
                const ValueId e = n.node("Exp", {z});
                const ValueId sum = n.reduce("ReduceSum", e, {1});
                n.output(inverse ? n.mul(n.node("Reciprocal", {sum}), e) : n.div(e, sum));
                EXPECT_COMPOSED(n, "compose_softmax", "Softmax");
            }
        Norm old(12);
        const ValueId x = old.floats("x", {2, 7, 3});
        const ValueId e = old.node("Exp", {x});
        old.output(old.div(e, old.reduce("ReduceSum", e, {1})));
        EXPECT_REFUSED(old, "compose_softmax", "the sum runs over axis 1 of 'x', and Softmax before opset 13");
        Norm flat(13);
        const ValueId f = flat.node("Exp", {flat.floats("x", {2, 7})});
        flat.output(flat.div(f, flat.reduce("ReduceSum", f, {0, 1})));
        EXPECT_REFUSED(flat, "compose_softmax", "over 2 axes");
        Norm shared(13);
        const ValueId s = shared.node("Exp", {shared.floats("x", {2, 7})});
        shared.output(shared.div(s, shared.reduce("ReduceSum", s, {1})));
        shared.output(shared.node("Neg", {s}));
        EXPECT_REFUSED(shared, "compose_softmax", "the output of Exp_0 is also read by Neg_3");
    }

    void logSoftmax() {
        Norm direct(13);
        direct.output(direct.node("Log", {direct.node("Softmax", {direct.floats("x", {2, 7})})}));
        EXPECT_COMPOSED(direct, "compose_log_softmax", "LogSoftmax");
        Norm n(13);
        const ValueId x = n.floats("x", {2, 7});
        const ValueId z = n.sub(x, n.reduce("ReduceMax", x, {1}));
        n.output(n.sub(z, n.node("Log", {n.reduce("ReduceSum", n.node("Exp", {z}), {1})})));
        EXPECT_COMPOSED(n, "compose_log_softmax", "LogSoftmax");
        Norm reduced(13);
        const ValueId y = reduced.floats("x", {2, 7});
        reduced.output(reduced.sub(y, reduced.reduce("ReduceLogSumExp", y, {-1})));
        EXPECT_COMPOSED(reduced, "compose_log_softmax", "LogSoftmax");
        Norm written(13);
        const ValueId e = written.node("Exp", {written.floats("x", {2, 7})});
        written.output(written.node("Log", {written.div(e, written.reduce("ReduceSum", e, {1}))}));
        EXPECT_COMPOSED(written, "compose_log_softmax", "LogSoftmax");
        Norm shared(13);
        const ValueId p = shared.node("Softmax", {shared.floats("x", {2, 7})});
        shared.output(shared.node("Log", {p}));
        shared.output(p);
        EXPECT_REFUSED(shared, "compose_log_softmax", "is a graph output");
    }

    void reductions_data() {
        QTest::addColumn<QString>("made");
        QTest::addColumn<int>("opset");
        for (const char* made : {"ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp"})
            for (const int opset : {11, 13, 18})
                QTest::addRow("%s %d", made, opset) << QString::fromLatin1(made) << opset;
    }
    void reductions() {
        QFETCH(QString, made);
        QFETCH(int, opset);
        for (const std::int64_t keep : {0, 1}) {
            Norm n(opset);
            const ValueId x = n.node("Sigmoid", {n.floats("x", {2, 7, 3})});
            ValueId y = x;
            if (made == QLatin1String("ReduceL1")) y = n.node("Abs", {x});
            if (made == QLatin1String("ReduceL2")) y = n.mul(x, x);
            if (made == QLatin1String("ReduceSumSquare")) y = n.square(x);
            if (made == QLatin1String("ReduceLogSumExp")) y = n.node("Exp", {x});
            y = n.reduce("ReduceSum", y, {-1}, keep);
            if (made == QLatin1String("ReduceL2")) y = n.node("Sqrt", {y});
            if (made.startsWith(QStringLiteral("ReduceLog"))) y = n.node("Log", {y});
            n.output(y);
            EXPECT_COMPOSED(n, "compose_reduction", (QStringLiteral("Sigmoid ") + made).toLatin1().constData());
        }
    }
    void reductionsLeft() {
        Norm shared(13);
        const ValueId squares = shared.node("Abs", {shared.floats("x", {2, 7})});
        shared.output(shared.reduce("ReduceSum", squares, {1}));
        shared.output(squares);
        EXPECT_REFUSED(shared, "compose_reduction", "is a graph output");
        Norm run(13);
        const ValueId axes = run.input("axes", ir::TensorType(ir::DataType::Int64, ir::Dims{1}));
        run.output(run.node("ReduceSum", {run.node("Abs", {run.floats("x", {2, 7})}), axes}));
        EXPECT_REFUSED(run, "compose_reduction", "is the graph input 'axes'");
    }

    void globalPool() {
        Norm n(11);
        n.output(n.mean(n.floats("x", {2, 3, 4, 5}), {2, -1}));
        EXPECT_COMPOSED(n, "compose_global_average_pool", "GlobalAveragePool");
        Norm flat(11);
        flat.output(flat.reduce("ReduceMean", flat.floats("x", {2, 3, 4, 5}), {2, 3}, 0));
        flat.output(flat.mean(flat.floats("y", {2, 3, 4, 5}), {1, 2}));
        QVERIFY(fused(flat, only({"compose_global_average_pool"})).steps.empty());
        Norm moments(11); // of a normalisation
        moments.output(moments.standard(moments.floats("x", {2, 3, 4, 5}), {2, 3}));
        QVERIFY(fused(moments, only({"compose_global_average_pool"})).steps.empty());
        Norm run(18);
        const ValueId axes = run.input("axes", ir::TensorType(ir::DataType::Int64, ir::Dims{2}));
        run.output(run.node("ReduceMean", {run.floats("x", {2, 3, 4, 5}), axes}));
        EXPECT_REFUSED(run, "compose_global_average_pool", "is the graph input 'axes'");
    }
};

EDGEWRIGHT_TEST(ComposeNormsTest)

} // namespace edgewright::compose_norms_test

#include "compose_norms_test.moc"

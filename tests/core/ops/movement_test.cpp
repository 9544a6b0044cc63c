// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that change the shape or the place of elements.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <numeric>

namespace edgewright::movement_test {

using ir::DataType;
using ir::Dim;
using ir::Dims;
using ir::Tensor;
using test::Ints;
using test::Probe;

namespace {

Tensor ints(std::vector<std::int64_t> values) {
    return Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}

// 0, 1, 2, ... in float32.
Tensor counted(Dims dims) {
    auto tensor = Tensor::allocate(DataType::Float32, std::move(dims));
    std::iota(tensor->as<float>().begin(), tensor->as<float>().end(), 0.0f);
    return std::move(tensor).value();
}

std::vector<float> elements(const Tensor& tensor) {
    const auto span = tensor.as<float>();
    return {span.begin(), span.end()};
}

ir::TensorType symbolic() {
    return {DataType::Float32, std::vector<Dim>{Dim::named("batch"), Dim(3), Dim::named("w")}};
}

std::string shapeOf(const test::Outcome& outcome, std::size_t index = 0) {
    return outcome ? outcome.types[index].text() : std::string(outcome.text());
}

} // namespace

class MovementTest : public QObject {
    Q_OBJECT

private slots:
    void reshape_data() {
        QTest::addColumn<QVector<qint64>>("shape");
        QTest::addColumn<int>("allowZero");
        QTest::addColumn<QString>("result"); // empty: refused
        QTest::newRow("plain") << QVector<qint64>{4, 6} << 0 << "float32[4,6]";
        QTest::newRow("open") << QVector<qint64>{-1, 8} << 0 << "float32[3,8]";
        QTest::newRow("copied") << QVector<qint64>{0, 0, -1} << 0 << "float32[2,3,4]";
        QTest::newRow("copied last") << QVector<qint64>{6, 1, 0} << 0 << "float32[6,1,4]";
        QTest::newRow("does not fill") << QVector<qint64>{5, 5} << 0 << "";
        QTest::newRow("open does not divide") << QVector<qint64>{-1, 5} << 0 << "";
        QTest::newRow("two open") << QVector<qint64>{-1, -1} << 0 << "";
        QTest::newRow("negative") << QVector<qint64>{-2, 12} << 0 << "";
        QTest::newRow("copies beyond") << QVector<qint64>{2, 3, 4, 0} << 0 << "";
        QTest::newRow("zero is zero") << QVector<qint64>{0, 6} << 1 << "";
        QTest::newRow("overflow") << QVector<qint64>{std::numeric_limits<qint64>::max(), 8} << 0 << "";
    }

    void reshape() {
        QFETCH(QVector<qint64>, shape);
        QFETCH(int, allowZero);
        QFETCH(QString, result);
        const auto out = Probe("Reshape", 14)
                             .attribute("allowzero", std::int64_t(allowZero))
                             .input(counted({2, 3, 4}))
                             .input(ints({shape.begin(), shape.end()}))
                             .run();
        QCOMPARE(bool(out), !result.isEmpty());
        if (!out) {
            QCOMPARE(out.error->code, ErrorCode::BadInput);
            return;
        }
        QCOMPARE(out[0].type().text(), result.toStdString());
        QCOMPARE(elements(out[0]), elements(counted({24})));
    }

    void symbolsPassThrough() {
        const auto x = symbolic();
        QCOMPARE(shapeOf(Probe("Reshape", 14).typed(x).input(ints({0, -1})).infer()),
                 std::string("float32[batch,3*w]"));
        QCOMPARE(shapeOf(Probe("Reshape", 14).typed(x).input(ints({-1, 3, 0})).infer()),
                 std::string("float32[batch,3,w]"));
        QCOMPARE(shapeOf(Probe("Transpose", 13).attribute("perm", Ints{2, 0, 1}).typed(x).infer()),
                 std::string("float32[w,batch,3]"));
        QCOMPARE(shapeOf(Probe("Concat", 13).attribute("axis", std::int64_t(1)).typed(x).typed(x).infer()),
                 std::string("float32[batch,6,w]"));
        QCOMPARE(shapeOf(Probe("Unsqueeze", 13).typed(x).input(ints({0, -1})).infer()),
                 std::string("float32[1,batch,3,w,1]"));
        QCOMPARE(shapeOf(Probe("Flatten", 13).typed(x).infer()), std::string("float32[batch,3*w]"));
        QCOMPARE(shapeOf(Probe("Slice", 13)
                             .typed(x)
                             .input(ints({0, 1}))
                             .input(ints({std::numeric_limits<std::int64_t>::max(), 3}))
                             .input(ints({0, 1}))
                             .infer()),
                 std::string("float32[batch,2,w]"));
        QCOMPARE(
            shapeOf(Probe("Slice", 13).typed(x).input(ints({1})).input(ints({5})).input(ints({0})).infer()),
            std::string("float32[?,3,w]"));
        QCOMPARE(shapeOf(Probe("Shape", 13).typed(x).infer()), std::string("int64[3]"));
        QCOMPARE(shapeOf(Probe("Expand", 13).typed(x).input(ints({1, 3, 1})).infer()),
                 std::string("float32[batch,3,w]"));
        QCOMPARE(shapeOf(Probe("Tile", 13).typed(x).input(ints({1, 2, 1})).infer()),
                 std::string("float32[batch,6,w]"));
        QCOMPARE(shapeOf(Probe("Pad", 13).typed(x).input(ints({0, 1, 0, 0, 0, 0})).infer()),
                 std::string("float32[batch,4,w]"));
        QCOMPARE(shapeOf(Probe("Gather", 13)
                             .typed(x)
                             .typed({DataType::Int64, std::vector<Dim>{Dim::named("n")}})
                             .infer()),
                 std::string("float32[n,3,w]"));
        QCOMPARE(shapeOf(Probe("Split", 13)
                             .attribute("axis", std::int64_t(1))
                             .typed(x)
                             .input(ints({1, 2}))
                             .outputs(2)
                             .infer(),
                         1),
                 std::string("float32[batch,2,w]"));
    }

    void shapeKnowsItsElements() {
        const auto out = Probe("Shape", 15)
                             .attribute("start", std::int64_t(1))
                             .attribute("end", std::int64_t(-1))
                             .input(counted({2, 3, 4, 5}), false)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[0]), (Ints{3, 4}));
        QCOMPARE(ir::toInt64s(out.announced.at(0)), (Ints{3, 4}));
        const auto size = Probe("Size", 13).input(counted({2, 3, 4}), false).run();
        QCOMPARE(ir::elementAsInt64(size.announced.at(0), 0), std::int64_t(24));
        QVERIFY(Probe("Shape", 13).typed({DataType::Float32}).infer());
    }

    void squeezeAndUnsqueeze() {
        const auto x = counted({1, 3, 1, 2});
        QCOMPARE(Probe("Squeeze", 11).attribute("axes", Ints{0, -2}).input(x).run()[0].dims(), (Dims{3, 2}));
        QCOMPARE(Probe("Squeeze", 13).input(x).input(ints({2})).run()[0].dims(), (Dims{1, 3, 2}));
        QCOMPARE(Probe("Squeeze", 13).input(x).run()[0].dims(), (Dims{3, 2}));
        QVERIFY(!Probe("Squeeze", 13).input(x).input(ints({1})).run());
        QVERIFY(!Probe("Squeeze", 13).input(x).input(ints({4})).run());
        QVERIFY(!Probe("Squeeze", 13).input(x).input(ints({0, -4})).run());
        QCOMPARE(Probe("Unsqueeze", 11).attribute("axes", Ints{0, 3}).input(counted({2, 3})).run()[0].dims(),
                 (Dims{1, 2, 3, 1}));
        QVERIFY(!Probe("Unsqueeze", 13).input(x).run());
    }

    void transposeMoves() {
        const auto out =
            Probe("Transpose", 13).attribute("perm", Ints{2, 0, 1}).input(counted({2, 2, 3})).run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}));
        QCOMPARE(elements(Probe("Transpose", 13).input(counted({2, 3})).run()[0]),
                 (std::vector<float>{0, 3, 1, 4, 2, 5}));
        const auto words = Probe("Transpose", 13).input(Tensor::ofStrings({2, 2}, {"a", "b", "c", "d"})).run();
        QCOMPARE(words[0].strings(), (std::vector<std::string>{"a", "c", "b", "d"}));
        QVERIFY(!Probe("Transpose", 13).attribute("perm", Ints{0, 0}).input(counted({2, 3})).run());
        QVERIFY(!Probe("Transpose", 13).attribute("perm", Ints{0}).input(counted({2, 3})).run());
    }

    // Squares, runs and single elements, by the bytes that they move.
    void transposesOfEveryWidth() {
        const std::pair<Dims, Ints> cases[] = {{{3, 20, 33}, {2, 0, 1}}, {{2, 5, 16, 8}, {0, 2, 1, 3}},
                                               {{2, 40}, {1, 0}},        {{37, 2}, {1, 0}},
                                               {{4, 3, 64}, {1, 0, 2}},  {{2, 3, 5, 7}, {3, 1, 2, 0}}};
        for (const auto type :
             {ir::DataType::UInt8, ir::DataType::Int16, ir::DataType::Int32, ir::DataType::Float64})
            for (const auto& [dims, perm] : cases) {
                auto x = Tensor::allocate(type, dims);
                unsigned next = 0;
                for (std::byte& each : x->mutableBytes())
                    each = static_cast<std::byte>(next = next * 5 + 1);
                const auto out = Probe("Transpose", 13).attribute("perm", perm).input(*x).run();
                QVERIFY2(out, out.text());
                const auto width = x->bytes().size() / static_cast<std::size_t>(x->elements());
                Dims index(dims.size(), 0);
                for (std::size_t at = 0; at < static_cast<std::size_t>(x->elements()); ++at) {
                    std::size_t from = 0; // index[k] is along axis k of the result
                    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
                        const auto place = std::ranges::find(perm, std::int64_t(axis)) - perm.begin();
                        from = from * static_cast<std::size_t>(dims[axis]) +
                               static_cast<std::size_t>(index[static_cast<std::size_t>(place)]);
                    }
                    QVERIFY(std::ranges::equal(out[0].bytes().subspan(at * width, width),
                                               x->bytes().subspan(from * width, width)));
                    for (std::size_t k = dims.size(); k-- > 0;) {
                        if (++index[k] < dims[static_cast<std::size_t>(perm[k])]) break;
                        index[k] = 0;
                    }
                }
            }
    }

    void concatAndSplit() {
        const auto joined = Probe("Concat", 13)
                                .attribute("axis", std::int64_t(-1))
                                .input(counted({2, 1}))
                                .input(counted({2, 2}))
                                .run();
        QVERIFY2(joined, joined.text());
        QCOMPARE(elements(joined[0]), (std::vector<float>{0, 0, 1, 1, 2, 3}));
        QVERIFY(!Probe("Concat", 13)
                     .attribute("axis", std::int64_t(0))
                     .input(counted({2, 1}))
                     .input(counted({2, 2}))
                     .run());

        const auto parts = Probe("Split", 13)
                               .attribute("axis", std::int64_t(1))
                               .input(counted({2, 3}))
                               .input(ints({2, 1}))
                               .outputs(2)
                               .run();
        QVERIFY2(parts, parts.text());
        QCOMPARE(elements(parts[0]), (std::vector<float>{0, 1, 3, 4}));
        QCOMPARE(elements(parts[1]), (std::vector<float>{2, 5}));
        // Opset 18: the last part takes what is left.
        const auto uneven =
            Probe("Split", 18).attribute("num_outputs", std::int64_t(3)).input(counted({7})).outputs(3).run();
        QVERIFY2(uneven, uneven.text());
        QCOMPARE(uneven[0].dims(), Dims{3});
        QCOMPARE(uneven[2].dims(), Dims{1});
        QVERIFY(!Probe("Split", 13).input(counted({4})).input(ints({1, 2})).outputs(2).run());
        QVERIFY(!Probe("Split", 13).input(counted({4})).input(ints({-1, 5})).outputs(2).run());
    }

    void slice_data() {
        QTest::addColumn<qint64>("start");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<QVector<float>>("expected");
        const qint64 low = std::numeric_limits<qint64>::min();
        const qint64 high = std::numeric_limits<qint64>::max();
        QTest::newRow("inner") << qint64(1) << qint64(4) << qint64(1) << QVector<float>{1, 2, 3};
        QTest::newRow("from the end") << qint64(-2) << high << qint64(1) << QVector<float>{4, 5};
        QTest::newRow("every second") << qint64(0) << high << qint64(2) << QVector<float>{0, 2, 4};
        QTest::newRow("backwards") << qint64(-1) << low << qint64(-1) << QVector<float>{5, 4, 3, 2, 1, 0};
        QTest::newRow("backwards by two") << qint64(4) << qint64(0) << qint64(-2) << QVector<float>{4, 2};
        QTest::newRow("empty") << qint64(4) << qint64(2) << qint64(1) << QVector<float>{};
        QTest::newRow("longest step") << qint64(0) << high << high << QVector<float>{0};
        QTest::newRow("longest step back") << qint64(5) << low << low << QVector<float>{5};
    }

    void slice() {
        QFETCH(qint64, start);
        QFETCH(qint64, end);
        QFETCH(qint64, step);
        QFETCH(QVector<float>, expected);
        const auto out = Probe("Slice", 13)
                             .input(counted({6}))
                             .input(ints({start}))
                             .input(ints({end}))
                             .input(ints({0}))
                             .input(ints({step}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{expected.begin(), expected.end()}));
    }

    void sliceAttributesAndAxes() {
        const auto out = Probe("Slice", 1)
                             .attribute("starts", Ints{1})
                             .attribute("ends", Ints{2})
                             .attribute("axes", Ints{1})
                             .input(counted({2, 3}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{1, 4}));
        QVERIFY(!Probe("Slice", 13)
                     .input(counted({6}))
                     .input(ints({0}))
                     .input(ints({1}))
                     .input(ints({0}))
                     .input(ints({0}))
                     .run());
        QVERIFY(
            !Probe("Slice", 13).input(counted({6})).input(ints({0})).input(ints({1})).input(ints({1})).run());
        QVERIFY(!Probe("Slice", 13).input(counted({6})).input(ints({0, 0})).input(ints({1})).run());
    }

    void expandAndTile() {
        const auto grown = Probe("Expand", 13).input(counted({2, 1})).input(ints({2, 2, 3})).run();
        QVERIFY2(grown, grown.text());
        QCOMPARE(elements(grown[0]), (std::vector<float>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
        QVERIFY(!Probe("Expand", 13).input(counted({2})).input(ints({3})).run());
        QVERIFY(!Probe("Expand", 13).input(counted({1})).input(ints({-1})).run());
        const auto tiled = Probe("Tile", 13).input(counted({1, 2})).input(ints({2, 2})).run();
        QVERIFY2(tiled, tiled.text());
        QCOMPARE(elements(tiled[0]), (std::vector<float>{0, 1, 0, 1, 0, 1, 0, 1}));
        QVERIFY(!Probe("Tile", 13).input(counted({2})).input(ints({-1})).run());
        QVERIFY(!Probe("Tile", 13)
                     .input(counted({2}))
                     .input(ints({std::numeric_limits<std::int64_t>::max()}))
                     .run());
    }

    void pad_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QVector<float>>("expected");
        QTest::newRow("constant") << "constant" << QVector<float>{9, 9, 0, 1, 2, 9};
        QTest::newRow("edge") << "edge" << QVector<float>{0, 0, 0, 1, 2, 2};
        QTest::newRow("reflect") << "reflect" << QVector<float>{2, 1, 0, 1, 2, 1};
        QTest::newRow("wrap") << "wrap" << QVector<float>{1, 2, 0, 1, 2, 0};
    }

    void pad() {
        QFETCH(QString, mode);
        QFETCH(QVector<float>, expected);
        const auto out = Probe("Pad", 19)
                             .attribute("mode", mode.toStdString())
                             .input(counted({3}))
                             .input(ints({2, 1}))
                             .input(Tensor::scalar(9.0f))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{expected.begin(), expected.end()}));
    }

    void padVariants() {
        const auto old = Probe("Pad", 2)
                             .attribute("pads", Ints{0, 1, 1, 0})
                             .attribute("value", 7.0f)
                             .input(counted({1, 2}))
                             .run();
        QVERIFY2(old, old.text());
        QCOMPARE(elements(old[0]), (std::vector<float>{7, 0, 1, 7, 7, 7}));
        const auto axis =
            Probe("Pad", 18).input(counted({2, 2})).input(ints({1, 0})).omitted().input(ints({-1})).run();
        QVERIFY2(axis, axis.text());
        QCOMPARE(elements(axis[0]), (std::vector<float>{0, 0, 1, 0, 2, 3}));
        const auto cropped = Probe("Pad", 13).input(counted({4})).input(ints({-1, -1})).run();
        QVERIFY2(cropped, cropped.text());
        QCOMPARE(elements(cropped[0]), (std::vector<float>{1, 2}));
        QVERIFY(!Probe("Pad", 13).input(counted({4})).input(ints({-3, -2})).run());
        QVERIFY(!Probe("Pad", 13)
                     .input(counted({4}))
                     .input(ints({std::numeric_limits<std::int64_t>::max(), 1}))
                     .run());
        QVERIFY(!Probe("Pad", 13).input(counted({4})).input(ints({1})).run());
    }

    void depthAndSpace() {
        const auto x = counted({1, 8, 1, 1});
        QCOMPARE(elements(Probe("DepthToSpace", 13).attribute("blocksize", std::int64_t(2)).input(x).run()[0]),
                 (std::vector<float>{0, 2, 4, 6, 1, 3, 5, 7}));
        QCOMPARE(elements(Probe("DepthToSpace", 13)
                              .attribute("blocksize", std::int64_t(2))
                              .attribute("mode", std::string("CRD"))
                              .input(x)
                              .run()[0]),
                 (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}));
        const auto back = Probe("SpaceToDepth", 13)
                              .attribute("blocksize", std::int64_t(2))
                              .input(counted({1, 1, 2, 4}))
                              .run();
        QVERIFY2(back, back.text());
        QCOMPARE(elements(back[0]), (std::vector<float>{0, 2, 1, 3, 4, 6, 5, 7}));
        QVERIFY(!Probe("DepthToSpace", 13).attribute("blocksize", std::int64_t(0)).input(x).run());
        QVERIFY(!Probe("DepthToSpace", 13).attribute("blocksize", std::int64_t(3)).input(x).run());
        QVERIFY(!Probe("DepthToSpace", 13)
                     .attribute("blocksize", std::numeric_limits<std::int64_t>::max())
                     .input(x)
                     .run());
    }

    void constants() {
        const auto floats = Probe("Constant", 13).attribute("value_floats", test::Floats{1, 2}).run();
        QVERIFY2(floats, floats.text());
        QCOMPARE(elements(floats.announced.at(0)), (std::vector<float>{1, 2}));
        QCOMPARE(elements(floats[0]), (std::vector<float>{1, 2}));
        QCOMPARE(Probe("Constant", 13).attribute("value_string", std::string("hi")).run()[0].strings(),
                 std::vector<std::string>{"hi"});
        QVERIFY(!Probe("Constant", 13).run());
        const auto filled = Probe("ConstantOfShape", 9)
                                .attribute("value", Tensor::of<std::int64_t>({1}, {7}))
                                .input(ints({2, 2}))
                                .run();
        QVERIFY2(filled, filled.text());
        QCOMPARE(ir::toInt64s(filled[0]), (Ints{7, 7, 7, 7}));
        QVERIFY(!Probe("ConstantOfShape", 9).input(ints({-1})).run());
        const std::int64_t huge = std::int64_t(1) << 40;
        QVERIFY(!Probe("ConstantOfShape", 9).input(ints({huge, huge})).run());
    }

    void rangeAndFriends() {
        const auto scalar = [](std::int64_t x) { return Tensor::scalar(x); };
        QCOMPARE(ir::toInt64s(Probe("Range", 11).input(scalar(10)).input(scalar(3)).input(scalar(-3)).run()[0]),
                 (Ints{10, 7, 4}));
        QCOMPARE(Probe("Range", 11).input(scalar(3)).input(scalar(1)).input(scalar(1)).run()[0].dims(),
                 Dims{0});
        QVERIFY(!Probe("Range", 11).input(scalar(0)).input(scalar(1)).input(scalar(0)).run());
        QVERIFY(!Probe("Range", 11)
                     .input(scalar(std::numeric_limits<std::int64_t>::min()))
                     .input(scalar(std::numeric_limits<std::int64_t>::max()))
                     .input(scalar(1))
                     .run());
        const auto triangle =
            Probe("Trilu", 14).attribute("upper", std::int64_t(0)).input(counted({2, 3})).run();
        QVERIFY2(triangle, triangle.text());
        QCOMPARE(elements(triangle[0]), (std::vector<float>{0, 0, 0, 3, 4, 0}));
        QCOMPARE(
            elements(Probe("Trilu", 14).input(counted({2, 3})).input(Tensor::scalar<std::int64_t>(1)).run()[0]),
            (std::vector<float>{0, 1, 2, 0, 0, 5}));
        QVERIFY(Probe("Trilu", 14)
                    .input(counted({2, 3}))
                    .input(Tensor::scalar(std::numeric_limits<std::int64_t>::min()))
                    .run());
        QCOMPARE(elements(Probe("EyeLike", 9).attribute("k", std::int64_t(-1)).input(counted({2, 2})).run()[0]),
                 (std::vector<float>{0, 0, 1, 0}));
        const auto dropped = Probe("Dropout", 13).input(counted({2})).outputs(2).run();
        QVERIFY2(dropped, dropped.text());
        QCOMPARE(elements(dropped[0]), (std::vector<float>{0, 1}));
        QCOMPARE(ir::toInt64s(dropped[1]), (Ints{1, 1}));
    }

    void imageOperators() {
        const auto cropped =
            Probe("Crop", 7).attribute("border", Ints{1, 0, 1, 1}).input(counted({1, 1, 2, 4})).run();
        QVERIFY2(cropped, cropped.text());
        QCOMPARE(elements(cropped[0]), (std::vector<float>{1, 2}));
        QVERIFY(!Probe("Crop", 7).attribute("border", Ints{2, 0, 2, 0}).input(counted({1, 1, 2, 4})).run());
        const auto scaled = Probe("ImageScaler", 7)
                                .attribute("scale", 2.0f)
                                .attribute("bias", test::Floats{1, -1})
                                .input(counted({1, 2, 1, 2}))
                                .run();
        QVERIFY2(scaled, scaled.text());
        QCOMPARE(elements(scaled[0]), (std::vector<float>{1, 3, 3, 5}));
        QCOMPARE(elements(Probe("Affine", 7)
                              .attribute("alpha", 2.0f)
                              .attribute("beta", 1.0f)
                              .input(counted({2}))
                              .run()[0]),
                 (std::vector<float>{1, 3}));
    }
};

EDGEWRIGHT_TEST(MovementTest)

} // namespace edgewright::movement_test

#include "movement_test.moc"

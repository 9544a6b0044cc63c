// SPDX-License-Identifier: GPL-3.0-or-later
// Type inference with symbols in the place of extents, and with shapes that nobody should believe.
#include "core/ir/builder.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/extent_bounds.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::symbolic_shapes_test {

namespace {

const ir::Opsets Opset13{{"", 13}};

ir::TensorType floats(std::vector<ir::Dim> dims) { return {ir::DataType::Float32, std::move(dims)}; }
ir::Dim symbol(const char* name) { return ir::Dim::named(name); }

ir::Tensor zeros(ir::Dims dims) { return *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims)); }

QString typeOf(const ops::Inferred& inferred, ValueId id) {
    return QString::fromStdString(inferred.graph.value(id).type.text());
}

std::vector<std::string> codes(const ops::Inferred& inferred) {
    std::vector<std::string> result;
    for (const Diagnostic& each : inferred.diagnostics)
        result.push_back(each.code);
    return result;
}

} // namespace

class SymbolicShapesTest : public QObject {
    Q_OBJECT
private slots:
    void windowsGiveExpressions() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 3, symbol("h"), symbol("w")}));
        const ValueId w = builder.constant("w", zeros({3, 3, 3, 3}));
        using Ints = std::vector<std::int64_t>;
        ValueId at = x;
        for (int i = 0; i < 3; ++i)
            at = builder.node("Conv", {at, w}, {{"strides", Ints{2, 2}}, {"pads", Ints{1, 1, 1, 1}}});
        const ValueId valid = builder.node("MaxPool", {x}, {{"kernel_shape", Ints{2, 2}}});
        const ValueId same = builder.node(
            "MaxPool", {x},
            {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{2, 2}}, {"auto_pad", std::string("SAME_UPPER")}});
        const ValueId ceil = builder.node(
            "MaxPool", {x},
            {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"ceil_mode", std::int64_t(1)}});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, at), QStringLiteral("float32[1,3,floor((h + 7)/8),floor((w + 7)/8)]"));
        QCOMPARE(typeOf(inferred, valid), QStringLiteral("float32[1,3,h - 1,w - 1]"));
        QCOMPARE(typeOf(inferred, same), QStringLiteral("float32[1,3,floor((h + 1)/2),floor((w + 1)/2)]"));
        QCOMPARE(typeOf(inferred, ceil), QStringLiteral("float32[1,3,floor((h + 1)/2),floor((w + 1)/2)]"));
        // The expressions are true: with numbers the same comes out.
        const ir::Bindings numbers{{"h", 37}, {"w", 64}};
        const auto bound = ops::inferTypes(builder.graph(), Opset13, numbers);
        for (const ValueId id : {at, valid, same, ceil}) {
            ir::TensorType type = inferred.graph.value(id).type;
            for (ir::Dim& dim : *type.shape)
                dim = ir::substitute(dim, numbers);
            QCOMPARE(type, bound.graph.value(id).type);
        }
    }
    void elementsFlowAsSymbols() {
        // Attention heads as exporters split them: Shape -> Gather -> Unsqueeze, Mul, Div -> Concat -> Reshape.
        ir::GraphBuilder builder;
        const auto ints = [&](const char* name, std::vector<std::int64_t> values) {
            return builder.constant(name, ir::Tensor::of<std::int64_t>({std::int64_t(values.size())}, values));
        };
        const auto scalar = [&](const char* name, std::int64_t value) {
            return builder.constant(name, ir::Tensor::scalar<std::int64_t>(value));
        };
        const ValueId x = builder.input("x", floats({symbol("batch"), symbol("seq"), 64}));
        const ValueId shape = builder.node("Shape", {x});
        const ValueId zero = ints("axis0", {0});
        const auto extent = [&](const char* name, std::int64_t axis) {
            return builder.node("Gather", {shape, scalar(name, axis)});
        };
        const ValueId batch = builder.node("Unsqueeze", {extent("i0", 0), zero});
        const ValueId length = extent("i1", 1);
        const ValueId seq = builder.node("Unsqueeze", {length, zero});
        const ValueId size = builder.node("Div", {extent("i2", 2), scalar("heads", 8)});
        const ValueId perHead = builder.node("Unsqueeze", {size, zero});
        const ValueId target =
            builder.node("Concat", {batch, seq, ints("eight", {8}), perHead}, {{"axis", std::int64_t(0)}});
        const ValueId heads = builder.node("Reshape", {x, target});
        const ValueId flat = builder.node("Reshape", {x, ints("minus", {-1, 64})});
        const ValueId filled = builder.node("ConstantOfShape", {target});
        const ValueId twice = builder.node("Mul", {length, scalar("two", 2)});
        const ValueId range = builder.node("Range", {scalar("start", 0), twice, scalar("step", 1)});
        const ValueId half = builder.node("Div", {seq, ints("by2", {2})});
        const ValueId front = builder.node("Slice", {x, ints("from", {0}), half, ints("axis1", {1})});
        const ValueId back = builder.node("Slice", {x, half, ints("end", {INT64_MAX}), ints("axis1b", {1})});
        const ValueId joined = builder.node("Concat", {x, front}, {{"axis", std::int64_t(1)}});
        const ValueId count = builder.node("Size", {x});
        const ValueId line = builder.node("ConstantOfShape", {builder.node("Unsqueeze", {count, zero})});
        // As torch writes expand(): where(shape == -1, 1, shape).
        const ValueId wanted = builder.node("Concat", {ints("four", {4}), batch, seq, ints("sixty-four", {64})},
                                            {{"axis", std::int64_t(0)}});
        const ValueId open = builder.node("Equal", {wanted, ints("ones-", {-1, -1, -1, -1})});
        const ValueId chosen = builder.node("Where", {open, ints("ones", {1, 1, 1, 1}), wanted});
        const ValueId expanded = builder.node("Expand", {x, chosen});
        const ValueId tiled = builder.node(
            "Tile", {x, builder.node("Concat", {ints("one", {1, 1}), seq}, {{"axis", std::int64_t(0)}})});
        const ValueId pads = builder.node("Concat", {ints("p0", {0, 0, 0, 0}), seq, ints("p1", {1})},
                                          {{"axis", std::int64_t(0)}});
        const ValueId padded = builder.node("Pad", {x, pads});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QVERIFY2(inferred.diagnostics.empty(),
                 inferred.diagnostics.empty() ? "" : inferred.diagnostics[0].message.c_str());
        const std::vector<std::pair<ValueId, const char*>> expected{
            {heads, "float32[batch,seq,8,8]"},
            {flat, "float32[batch*seq,64]"},
            {filled, "float32[batch,seq,8,8]"},
            {range, "int64[2*seq]"},
            {front, "float32[batch,floor(seq/2),64]"},
            {back, "float32[batch,-floor(seq/2) + seq,64]"},
            {joined, "float32[batch,floor(seq/2) + seq,64]"},
            {line, "float32[64*batch*seq]"},
            {expanded, "float32[4,batch,seq,64]"},
            {tiled, "float32[batch,seq,64*seq]"},
            {padded, "float32[batch,2*seq,65]"},
        };
        const ir::Bindings numbers{{"batch", 3}, {"seq", 7}};
        const auto bound = ops::inferTypes(builder.graph(), Opset13, numbers);
        QVERIFY(bound.unresolved.empty());
        for (const auto& [id, text] : expected) {
            QCOMPARE(typeOf(inferred, id), QString::fromUtf8(text));
            ir::TensorType type = inferred.graph.value(id).type;
            for (ir::Dim& dim : *type.shape)
                dim = ir::substitute(dim, numbers);
            QCOMPARE(type, bound.graph.value(id).type);
        }
    }
    void expressionsInTheFileAreBound() {
        ir::GraphBuilder builder;
        const ValueId a = builder.input("a", floats({1, symbol("past + 1")}));
        const ValueId b = builder.input("b", floats({1, symbol("past")}));
        const ValueId c = builder.input("c", floats({1, symbol("?")}));
        const auto inferred = ops::inferTypes(builder.graph(), Opset13, {{"past", 4}});
        QCOMPARE(typeOf(inferred, a), QStringLiteral("float32[1,5]"));
        QCOMPARE(typeOf(inferred, b), QStringLiteral("float32[1,4]"));
        QCOMPARE(typeOf(inferred, c), QStringLiteral("float32[1,?]"));
        QCOMPARE(ops::defaultBindings(builder.graph()), (ir::Bindings{{"past", 16}, {"c#1", 512}}));
    }
    void whatOnlyTheDataDecideGetsAName() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({8}));
        const ValueId places = builder.node("NonZero", {x});
        const ValueId moved = builder.node("Transpose", {places});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        const QString name = QString::fromStdString(inferred.graph.value(places).name);
        QCOMPARE(typeOf(inferred, moved), QStringLiteral("int64[%1#1,1]").arg(name));
    }

    void tripCountsGiveExtents() {
        // Loop over Shape(x)[0] with a condition that never changes: what it scans is as long as the trip
        // count.
        for (const bool ends : {false, true}) {
            ir::GraphBuilder body;
            body.input("i", {ir::DataType::Int64, ir::Dims{}});
            const ValueId goes = body.input("goes", {ir::DataType::Bool, ir::Dims{}});
            const ValueId state = body.input("state", floats({2}));
            body.output(body.node(ends ? "Not" : "Identity", {goes}));
            body.output(body.node("Relu", {state}));
            body.output(body.node("Neg", {state}));
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", floats({symbol("n"), 3}));
            const ValueId trips =
                builder.node("Gather", {builder.node("Shape", {x}),
                                        builder.constant("zero", ir::Tensor::scalar<std::int64_t>(0))});
            const ValueId carried = builder.value("carried"), scanned = builder.value("scanned");
            builder.nodeInto("Loop",
                             {trips, builder.constant("true", ir::Tensor::scalar(true)),
                              builder.constant("start", zeros({2}))},
                             {carried, scanned}, {{"body", std::make_shared<const ir::Graph>(body.take())}});
            const auto inferred = ops::inferTypes(builder.graph(), Opset13);
            QCOMPARE(typeOf(inferred, carried), QStringLiteral("float32[2]"));
            QCOMPARE(typeOf(inferred, scanned),
                     ends ? QStringLiteral("float32[scanned#0,2]") : QStringLiteral("float32[n,2]"));
        }
    }

    // ---- Hostile shapes

    void hugeConstantsAreNotMade() {
        // From a few bytes: 10^9 elements and more. Types are all that inference may make of them.
        ir::GraphBuilder builder;
        const auto ints = [&](const char* name, std::vector<std::int64_t> values) {
            return builder.constant(name, ir::Tensor::of<std::int64_t>({std::int64_t(values.size())}, values));
        };
        const auto scalar = [&](const char* name, std::int64_t value) {
            return builder.constant(name, ir::Tensor::scalar<std::int64_t>(value));
        };
        const ValueId huge = ints("huge", {1000, 1000, 1000});
        const ValueId one = builder.constant("one", ir::Tensor::of<float>({1, 1, 1}, {1.0f}));
        const std::vector<ValueId> made{
            builder.node("ConstantOfShape", {huge}),
            builder.node("Expand", {one, huge}),
            builder.node("Tile", {one, huge}),
            builder.node("Range", {scalar("from", 0), scalar("to", 1'000'000'000), scalar("by", 1)}),
            builder.node("Pad", {one, ints("pads", {0, 0, 0, 0, 0, 999'999'999})}),
            builder.node("OneHot", {ints("i", {1}), scalar("depth", 1'000'000'000), ints("offOn", {0, 1})}),
            builder.node("EyeLike", {builder.node("ConstantOfShape", {ints("square", {40000, 40000})})}),
        };
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        for (const ValueId id : made) {
            QVERIFY(!inferred.graph.value(id).folded);
            QVERIFY2(inferred.graph.value(id).type.elements().value_or(0) >= 1'000'000'000,
                     qPrintable(typeOf(inferred, id)));
        }
    }
    void impossibleShapesAreErrors_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QList<qint64>>("shape");
        for (const char* op : {"ConstantOfShape", "Expand", "Tile", "Reshape"}) {
            QTest::addRow("%s negative", op) << QString::fromUtf8(op) << QList<qint64>{-5, 2};
            QTest::addRow("%s overflow", op) << QString::fromUtf8(op) << QList<qint64>{INT64_MAX, INT64_MAX};
        }
    }
    void impossibleShapesAreErrors() {
        QFETCH(QString, op);
        QFETCH(QList<qint64>, shape);
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({3, 3}));
        const ValueId target = builder.constant(
            "shape", ir::Tensor::of<std::int64_t>({shape.size()}, {shape.begin(), shape.end()}));
        const bool alone = op == QStringLiteral("ConstantOfShape");
        const ValueId y = builder.node(op.toStdString(), alone ? std::vector{target} : std::vector{x, target});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QVERIFY(!inferred.graph.value(y).type.elements()); // and nothing counts elements that cannot be counted
        QVERIFY(op == QStringLiteral("Tile") || codes(inferred) == std::vector<std::string>{"shape-error"});
    }
    void manyAxesAreRefused() {
        ir::GraphBuilder builder;
        const std::vector<std::int64_t> ones(5000, 1);
        const ValueId shape = builder.constant("shape", ir::Tensor::of<std::int64_t>({5000}, ones));
        const ValueId y = builder.node("ConstantOfShape", {shape});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QVERIFY(!inferred.graph.value(y).type.shape);
        QCOMPARE(codes(inferred), std::vector<std::string>{"shape-error"});
    }
    // No run finds more: as the specification of each operator has it.
    void upperBounds() {
        ir::GraphBuilder builder;
        using Ints = std::vector<std::int64_t>;
        const auto input = [&](const char* name, ir::DataType type, ir::Dims dims) {
            return builder.input(name, {type, std::move(dims)});
        };
        const ValueId x = input("x", ir::DataType::Float32, {4, 5});
        const ValueId nonZero = builder.node("NonZero", {x});
        const ValueId flat = builder.node("Compress", {x, input("few", ir::DataType::Bool, {7})});
        const ValueId rows =
            builder.node("Compress", {x, input("many", ir::DataType::Bool, {9})}, {{"axis", std::int64_t(0)}});
        const ValueId unique = builder.node("Unique", {x});
        const ValueId columns = builder.node("Unique", {x}, {{"axis", std::int64_t(-1)}});
        const ValueId boxes = input("boxes", ir::DataType::Float32, {2, 64, 4});
        const ValueId scores = input("scores", ir::DataType::Float32, {2, 5, 64});
        const auto limit = [&](std::int64_t most) {
            return builder.constant("", ir::Tensor::of<std::int64_t>({1}, {most}));
        };
        const ValueId all = builder.node("NonMaxSuppression", {boxes, scores, limit(100)});
        const ValueId three = builder.node("NonMaxSuppression", {boxes, scores, limit(3)});
        const ValueId told =
            builder.node("NonMaxSuppression", {boxes, scores, input("most", ir::DataType::Int64, {1})});
        const ValueId twice = builder.node("Concat", {all, three}, {{"axis", std::int64_t(0)}});
        const ValueId turned = builder.node("Transpose", {three}, {{"perm", Ints{1, 0}}});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        const auto bounds = ops::extentBounds(inferred.graph);
        const auto largest = [&](ValueId id) {
            const auto type = ops::largestType(inferred.graph.value(id).type, bounds);
            return type ? QString::fromStdString(type->text()) : QString();
        };
        QCOMPARE(largest(nonZero), QStringLiteral("int64[2,20]"));
        QCOMPARE(largest(flat), QStringLiteral("float32[7]"));
        QCOMPARE(largest(rows), QStringLiteral("float32[4,5]"));
        QCOMPARE(largest(unique), QStringLiteral("float32[20]"));
        QCOMPARE(largest(columns), QStringLiteral("float32[4,5]"));
        QCOMPARE(largest(all), QStringLiteral("int64[640,3]"));
        QCOMPARE(largest(three), QStringLiteral("int64[30,3]"));
        QCOMPARE(largest(told), QStringLiteral("int64[640,3]"));
        QCOMPARE(largest(twice), QStringLiteral("int64[670,3]"));
        QCOMPARE(largest(turned), QStringLiteral("int64[3,30]"));

        // There is none for an extent that falls where a name grows.
        const ir::SymbolValues names{{"n", 4}, {"a-b", 5}};
        QVERIFY(!ops::largestType(floats({symbol("10 - n")}), names));
        QVERIFY(!ops::largestType(floats({symbol("m")}), names));
        QCOMPARE(ops::largestType(floats({symbol("2*n + 1"), symbol("a-b")}), names)->text(),
                 std::string("float32[9,5]"));
    }
    void nestingIsBounded() {
        // Deeper than the limit: what lies below keeps its declared types.
        const auto leaf = [] {
            ir::GraphBuilder builder;
            builder.output(builder.constant("leaf", zeros({2})));
            return std::make_shared<const ir::Graph>(builder.take());
        };
        std::shared_ptr<const ir::Graph> inner = leaf();
        for (int level = 0; level < 200; ++level) {
            ir::GraphBuilder builder;
            const ValueId condition = builder.input("c", {ir::DataType::Bool, ir::Dims{}});
            builder.output(builder.node("If", {condition}, {{"then_branch", inner}, {"else_branch", leaf()}}));
            inner = std::make_shared<const ir::Graph>(builder.take());
        }
        const auto inferred = ops::inferTypes(*inner, Opset13);
        QVERIFY(!inferred.graph.value(inferred.graph.outputs[0]).type.shape);
        // A few levels of it are followed.
        ir::GraphBuilder builder;
        const ValueId condition = builder.input("c", {ir::DataType::Bool, ir::Dims{}});
        const ValueId y = builder.node("If", {condition}, {{"then_branch", leaf()}, {"else_branch", leaf()}});
        QCOMPARE(typeOf(ops::inferTypes(builder.graph(), Opset13), y), QStringLiteral("float32[2]"));
    }
};

EDGEWRIGHT_TEST(SymbolicShapesTest)

} // namespace edgewright::symbolic_shapes_test

#include "symbolic_shapes_test.moc"

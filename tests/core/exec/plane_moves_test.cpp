// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that move elements as one copy: the same elements as member by member, less memory, and which groups
// qualify.
#include "core/exec/fused/plane_moves.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::plane_moves_test {

using ir::DataType;
using ir::Dims;
using Ints = std::vector<std::int64_t>;

namespace {

const ir::Opsets Opsets{{"", 18}};

struct Group {
    ir::Graph members, group; // the same computation
};

// One group of all nodes; constants become its inputs, as fusion makes it.
Group grouped(ir::GraphBuilder& builder,
              const Dims& declared = {}) { // declared: of values whose shape is not known
    Group made;
    made.members = ops::inferTypes(builder.graph(), Opsets).graph;
    for (std::size_t i = 0; !declared.empty() && i < made.members.valueCount(); ++i)
        if (ir::Value& value = made.members.value(ValueId(i)); !value.type.dims())
            value.type = {DataType::Float32, declared};
    made.group = test::asOneGroup(made.members);
    return made;
}

// Every element its own number.
ir::Feeds counted(const ir::Graph& graph) {
    ir::Feeds feeds;
    int next = 1;
    for (const ValueId id : graph.inputs) {
        const ir::TensorType& type = graph.value(id).type;
        auto tensor = ir::Tensor::allocate(type.dtype, *type.dims());
        if (type.dtype == DataType::Float32)
            for (float& each : tensor->as<float>())
                each = static_cast<float>(next++);
        else
            for (std::byte& each : tensor->mutableBytes())
                each = static_cast<std::byte>(next++ % 251);
        feeds.emplace(id, *std::move(tensor));
    }
    return feeds;
}

ValueId reshape(ir::GraphBuilder& b, ValueId x, Ints dims) {
    const auto rank = static_cast<std::int64_t>(dims.size());
    return b.node("Reshape", {x, b.constant("dims", ir::Tensor::of<std::int64_t>({rank}, std::move(dims)))});
}

using Build = std::function<ValueId(ir::GraphBuilder&, const std::vector<ValueId>&)>;

} // namespace

class PlaneMovesTest : public QObject {
    Q_OBJECT

private slots:
    void sameElements_data() {
        QTest::addColumn<QList<QList<qint64>>>("inputs");
        QTest::addColumn<Build>("build");
        QTest::addColumn<bool>("bytes");
        QTest::addColumn<bool>("oneCopy");
        using Lists = QList<QList<qint64>>;
        const auto row = [](const char* name, Lists inputs, bool bytes, bool oneCopy, Build build) {
            QTest::newRow(name) << inputs << build << bytes << oneCopy;
        };
        const Ints swapped{0, 2, 1, 3, 4};
        const auto shuffle = [swapped](std::int64_t groups, std::int64_t each, std::int64_t side) -> Build {
            return [=](auto& b, const auto& in) {
                const ValueId x = in.size() == 1 ? in[0] : b.node("Concat", in, {{"axis", std::int64_t(1)}});
                const ValueId y =
                    b.node("Transpose", {reshape(b, x, {1, groups, each, side, side})}, {{"perm", swapped}});
                return reshape(b, y, {1, groups * each, side, side});
            };
        };
        row("channel shuffle of two halves", {{1, 6, 5, 5}, {1, 6, 5, 5}}, false, true, shuffle(2, 6, 5));
        row("channel shuffle of bytes", {{1, 4, 8, 8}, {1, 4, 8, 8}}, true, true, shuffle(2, 4, 8));
        row("three groups of one tensor", {{1, 12, 4, 4}}, false, true, shuffle(3, 4, 4));
        row("halves that end inside a group", {{1, 5, 4, 4}, {1, 7, 4, 4}}, false, false, shuffle(2, 6, 4));
        row("batch", {{3, 2, 4, 4}, {3, 4, 4, 4}}, false, true, [](auto& b, const auto& in) {
            const ValueId x = b.node("Concat", in, {{"axis", std::int64_t(-3)}});
            return b.node("Transpose", {x}, {{"perm", Ints{1, 0, 2, 3}}});
        });
        row("concat of transposed", {{2, 3, 8}, {4, 2, 8}}, false, true, [](auto& b, const auto& in) {
            const ValueId first = b.node("Transpose", {in[0]}, {{"perm", Ints{1, 0, 2}}});
            return b.node("Concat", {first, in[1]}, {{"axis", std::int64_t(0)}});
        });
        row("the same tensor twice", {{1, 4, 3, 3}}, false, true, [](auto& b, const auto& in) {
            const ValueId x = b.node("Concat", {in[0], in[0]}, {{"axis", std::int64_t(1)}});
            return b.node("Flatten", {x}, {{"axis", std::int64_t(1)}});
        });
        row("heads of attention", {{1, 7, 24}}, false, true, [](auto& b, const auto& in) {
            return b.node("Transpose", {reshape(b, in[0], {1, 7, 3, 8})}, {{"perm", Ints{0, 2, 1, 3}}});
        });
        row("single elements", {{1, 6, 5, 5}}, false, false, [](auto& b, const auto& in) {
            return b.node("Flatten", {b.node("Transpose", {in[0]}, {{"perm", Ints{0, 2, 3, 1}}})});
        });
        row("arithmetic", {{1, 6, 5, 5}}, false, false,
            [](auto& b, const auto& in) { return b.node("Neg", {b.node("Flatten", {in[0]})}); });
    }

    // A shape that is an input, and a declared type that says something else.
    void otherShapeThanDeclared() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", {DataType::Float32, Dims{48}});
        const ValueId s = b.input("s", {DataType::Int64, Dims{2}});
        const ValueId y = b.node("Reshape", {x, s});
        b.output(b.node("Transpose", {y}, {{"perm", Ints{0, 1}}}));
        Group made = grouped(b, {4, 12});
        QVERIFY(exec::PlaneMoves::make(made.group.node(made.group.order()[0])) != nullptr);
        for (const auto& [rows, columns] : {std::pair(4, 12), std::pair(6, 8), std::pair(-1, 3)}) {
            ir::Feeds feeds = counted(made.group);
            feeds.insert_or_assign(made.group.inputs[1], ir::Tensor::of<std::int64_t>({2}, {rows, columns}));
            const auto result = exec::run(made.group, Opsets, feeds, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QCOMPARE(result->outputs[0].dims(), (Dims{rows < 0 ? 16 : rows, columns}));
            QCOMPARE(result->outputs[0].as<float>()[47], feeds.at(made.group.inputs[0]).as<float>()[47]);
        }
    }

    void sameElements() {
        using Lists = QList<QList<qint64>>;
        QFETCH(Lists, inputs);
        QFETCH(Build, build);
        QFETCH(bool, bytes);
        QFETCH(bool, oneCopy);
        ir::GraphBuilder builder;
        std::vector<ValueId> in;
        for (const auto& dims : inputs)
            in.push_back(
                builder.input("x" + std::to_string(in.size()),
                              {bytes ? DataType::UInt8 : DataType::Float32, Dims(dims.begin(), dims.end())}));
        builder.output(build(builder, in));
        const Group made = grouped(builder);
        QCOMPARE(exec::PlaneMoves::make(made.group.node(made.group.order()[0])) != nullptr, oneCopy);
        const auto apart = exec::run(made.members, Opsets, counted(made.members), {});
        QVERIFY2(apart, apart ? "" : apart.error().message.c_str());
        for (int threads : {1, 2}) {
            exec::RunOptions options;
            options.threads = threads;
            const auto together = exec::run(made.group, Opsets, counted(made.group), options);
            QVERIFY2(together, together ? "" : together.error().message.c_str());
            const ir::Tensor& actual = together->outputs[0];
            const ir::Tensor& expected = apart->outputs[0];
            QVERIFY(actual.type() == expected.type());
            QVERIFY(std::ranges::equal(actual.bytes(), expected.bytes()));
            if (oneCopy) QCOMPARE(together->valueBytes, *expected.type().bytes());
        }
    }
};

EDGEWRIGHT_TEST(PlaneMovesTest)

} // namespace edgewright::plane_moves_test

#include "plane_moves_test.moc"

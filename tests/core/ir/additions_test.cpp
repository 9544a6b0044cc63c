// SPDX-License-Identifier: GPL-3.0-or-later
// Names of their own for what a pass adds, and nodes that stand for the same nodes of the model.
#include "core/ir/additions.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::additions_test {

using namespace edgewright::ir;

class AdditionsTest : public QObject {
    Q_OBJECT

private slots:
    void valuesHaveNamesOfTheirOwn() {
        GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{2}});
        builder.value("x_codes_2");
        builder.output(builder.node("Relu", {x}));
        const Graph source = builder.take();
        Graph copy = source;
        Additions added(copy, source);
        const ValueId first = added.value("x_codes"), second = added.value("x_codes"),
                      third = added.constant("x", Tensor::of<float>({2}, {1, 2}));
        QCOMPARE(copy.value(first).name, std::string("x_codes"));
        QCOMPARE(copy.value(second).name, std::string("x_codes_3"));
        QCOMPARE(copy.value(third).name, std::string("x_2"));
        QVERIFY(!copy.value(first).constant && copy.value(third).constant);
        QCOMPARE(copy.value(third).type.text(), std::string("float32[2]"));
        QCOMPARE(copy.valueCount(), source.valueCount() + 3);
    }

    void aStandInHasTheOrigins() {
        Node relu;
        relu.id = NodeId(7);
        relu.name = "act";
        const Node own = standIn(relu, "_clip", "Clip", {ValueId(0)}, {ValueId(1)}, {{"to", std::int64_t(1)}});
        QCOMPARE(own.name, std::string("act_clip"));
        QCOMPARE(own.op, std::string("Clip"));
        QCOMPARE(own.origins, std::vector{NodeId(7)});
        QCOMPARE(own.intOr("to", 0), std::int64_t(1));
        relu.origins = {NodeId(2), NodeId(5)};
        QCOMPARE(standIn(relu, "_clip", "Clip", {}, {}).origins, (std::vector{NodeId(2), NodeId(5)}));
    }
};

EDGEWRIGHT_TEST(AdditionsTest)

} // namespace edgewright::additions_test

#include "additions_test.moc"

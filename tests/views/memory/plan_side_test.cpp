// SPDX-License-Identifier: GPL-3.0-or-later
// What charts and lists know of a plan, without a page.
#include "core/ir/builder.h"
#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/life_card.h"
#include "views/memory/lists/peak_report.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::plan_side_test {

using namespace edgewright::views;

class PlanSideTest : public QObject {
    Q_OBJECT

private slots:
    // What is a part of another tensor has a rectangle of its own, inside of the other's place.
    void partsHaveRectangles() {
        ir::GraphBuilder builder;
        const ir::TensorType row(ir::DataType::Float32, ir::Dims{1, 64}),
            rows(ir::DataType::Float32, ir::Dims{2, 64});
        const auto node = [&](const char* op, std::vector<ValueId> inputs, const ir::TensorType& type,
                              std::vector<ir::Attribute> attributes = {}) {
            const ValueId value = builder.node(op, std::move(inputs), std::move(attributes));
            builder.graph().value(value).type = type;
            return value;
        };
        const ValueId x = builder.input("x", row);
        const ValueId a = node("Neg", {x}, row), b = node("Exp", {x}, row);
        const ValueId whole = node("Concat", {a, b}, rows, {{"axis", std::int64_t(0)}});
        const ValueId one = builder.constant("one", ir::Tensor::of<std::int64_t>({1}, {1}));
        const ValueId two = builder.constant("two", ir::Tensor::of<std::int64_t>({1}, {2}));
        const ValueId slice = node("Slice", {whole, one, two}, row);
        const ValueId y = node("MatMul", {slice, x}, row);
        builder.output(y);
        auto analysis = std::make_shared<pipeline::Analysis>();
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(builder.take());
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        const auto plan = pipeline::plan(*typed->graph, {{"", 13}}, {});
        QVERIFY(plan.has_value());
        analysis->memoryBefore = *plan;
        const auto side = PlanSide::make(analysis, false);
        QVERIFY(side != nullptr);
        const auto place = [&](ValueId value) { return side->box(side->lifeOf(value)); };
        QCOMPARE(place(whole).size, 512);
        QCOMPARE(place(a).offset, place(whole).offset);
        QCOMPARE(place(b).offset, place(whole).offset + 256);
        QCOMPARE(place(slice).offset, place(b).offset);
        QCOMPARE(place(a).size, 256);
        QCOMPARE(side->life(side->lifeOf(a)).upper, 3); // read by the Concat in step 2
        QCOMPARE(side->life(side->lifeOf(whole)).lower, 2);
        QCOMPARE(side->life(side->lifeOf(whole)).upper, 4);
        QCOMPARE(side->life(side->lifeOf(slice)).upper, 5);
        // Until the second part is written, its bytes of the whole are free.
        const BufferId buffer = place(whole).buffer;
        QCOMPARE(side->wholeOf(buffer), side->lifeOf(whole));
        QVERIFY(!side->problem().buffers[buffer.index()].gaps.empty());
        QVERIFY(lifeCard(*side, side->lifeOf(whole)).contains(QStringLiteral("Left free by parts")));
        QVERIFY(!lifeCard(*side, side->lifeOf(a)).contains(QStringLiteral("Left free by parts")));
        QCOMPARE(side->links().size(), 3u);
        QCOMPARE(side->links()[0].from, side->lifeOf(a)); // the part was there before the whole
        QCOMPARE(side->links()[0].made, side->lifeOf(a));
        QCOMPARE(side->links()[2].from, side->lifeOf(whole));
        QCOMPARE(side->links()[2].at, side->life(side->lifeOf(slice)).box);
        // In step 3 the slice lies in the whole: it takes nothing.
        const StepReport report = reportOf(*side, 3);
        QCOMPARE(report.alive.size(), 2u);
        QCOMPARE(report.alive[0].life, side->lifeOf(whole));
        const ArenaPainter painter(side, {}, 60);
        const QRectF area(0, 0, 500, 400);
        const PlaneWindow window = painter.extent();
        for (const ValueId value : {a, b, whole, slice, y}) {
            const auto rect = painter.lifeRect(area, window, side->lifeOf(value));
            QVERIFY(rect.has_value());
            QCOMPARE(painter.lifeAt(area, window, QPointF(rect->right() - 3, rect->center().y() - 3)),
                     value == a || value == b ? side->lifeOf(whole)
                     : value == whole         ? side->lifeOf(slice)
                                              : side->lifeOf(value));
        }
    }
};

EDGEWRIGHT_TEST(PlanSideTest)

} // namespace edgewright::plan_side_test

#include "plan_side_test.moc"

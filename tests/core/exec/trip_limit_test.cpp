// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that runs a body again and again stops at RunOptions::loopTripLimit, with an error that names the
// node, and runs as often as the limit allows.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

namespace edgewright::trip_limit_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

constexpr std::int64_t Trips = 20;

using Body = std::shared_ptr<const ir::Graph>;

Body shared(ir::GraphBuilder& builder) { return std::make_shared<const ir::Graph>(builder.take()); }

// iteration, condition, carried -> condition, -carried
Body loopBody() {
    ir::GraphBuilder inner;
    inner.input("i", {DataType::Int64, Dims{}});
    const ValueId more = inner.input("more", {DataType::Bool, Dims{}});
    const ValueId carried = inner.input("carried", {DataType::Float32, Dims{1}});
    inner.output(inner.node("Identity", {more}));
    inner.output(inner.node("Neg", {carried}));
    return shared(inner);
}

// state, slice -> state + slice, state + slice
Body scanBody() {
    ir::GraphBuilder inner;
    const ValueId state = inner.input("state", {DataType::Float32, Dims{1}});
    const ValueId slice = inner.input("slice", {DataType::Float32, Dims{1}});
    const ValueId sum = inner.node("Add", {state, slice});
    inner.output(sum);
    inner.output(inner.node("Identity", {sum}));
    return shared(inner);
}

Tensor zeros(Dims dims) {
    Tensor tensor = *Tensor::allocate(DataType::Float32, std::move(dims));
    for (float& each : tensor.as<float>())
        each = 0;
    return tensor;
}

struct Built {
    ir::Graph graph;
    ir::Feeds feeds;
    std::int64_t opset = 21;
};

// One node of `kind` that wants to run its body Trips times.
Built build(const std::string& kind) {
    ir::GraphBuilder builder;
    Built built;
    const auto give = [&](const Tensor& tensor) {
        const ValueId id = builder.input("in" + std::to_string(built.feeds.size()), tensor.type());
        built.feeds[id] = tensor;
        return id;
    };
    const ValueId out = builder.value("out");
    if (kind == "Loop") {
        const ValueId trips = give(Tensor::scalar<std::int64_t>(Trips));
        builder.nodeInto("Loop", {trips, ValueId(), give(zeros({1}))}, {out}, {{"body", loopBody()}});
    } else if (kind == "Scan") {
        builder.nodeInto("Scan", {give(zeros({1})), give(zeros({Trips, 1}))}, {out, builder.value("all")},
                         {{"body", scanBody()}, {"num_scan_inputs", std::int64_t(1)}});
    } else if (kind == "Scan of a batch") {
        // Two sequences of half as many steps: the limit counts both.
        built.opset = 8;
        builder.nodeInto("Scan", {ValueId(), give(zeros({2, 1})), give(zeros({2, Trips / 2, 1}))},
                         {out, builder.value("all")},
                         {{"body", scanBody()}, {"num_scan_inputs", std::int64_t(1)}});
    } else if (kind == "SequenceMap") {
        ir::GraphBuilder inner;
        inner.output(inner.node("Neg", {inner.input("item", {DataType::Float32, Dims{1}})}));
        const ValueId items = builder.node("SplitToSequence", {give(zeros({Trips}))});
        builder.nodeInto("SequenceMap", {items}, {out}, {{"body", shared(inner)}});
    } else { // a Loop in the branch of an If
        ir::GraphBuilder branch;
        const ValueId trips = branch.constant("trips", Tensor::scalar<std::int64_t>(Trips));
        const ValueId result = branch.value("result");
        branch.nodeInto("Loop", {trips, ValueId(), branch.constant("start", zeros({1}))}, {result},
                        {{"body", loopBody()}});
        branch.output(result);
        const Body body = shared(branch);
        builder.nodeInto("If", {give(Tensor::scalar(true))}, {out},
                         {{"then_branch", body}, {"else_branch", body}});
    }
    builder.output(out);
    built.graph = builder.take();
    return built;
}

Result<exec::RunResult> run(const Built& built, std::int64_t limit) {
    exec::RunOptions options;
    options.loopTripLimit = limit;
    const ir::Opsets opsets{{"", built.opset}};
    return exec::run(ops::inferTypes(built.graph, opsets).graph, opsets, built.feeds, options);
}

} // namespace

class TripLimitTest : public QObject {
    Q_OBJECT

private slots:
    void stops_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("place");
        QTest::newRow("Loop") << QStringLiteral("Loop") << QStringLiteral("node 'Loop_0' (Loop)");
        QTest::newRow("Scan") << QStringLiteral("Scan") << QStringLiteral("node 'Scan_0' (Scan)");
        QTest::newRow("Scan of a batch")
            << QStringLiteral("Scan of a batch") << QStringLiteral("node 'Scan_0' (Scan)");
        QTest::newRow("SequenceMap") << QStringLiteral("SequenceMap")
                                     << QStringLiteral("node 'SequenceMap_1' (SequenceMap)");
        QTest::newRow("Loop in an If") << QStringLiteral("If") << QStringLiteral("node 'Loop_0' (Loop)");
    }
    void stops() {
        QFETCH(QString, kind);
        QFETCH(QString, place);
        const Built built = build(kind.toStdString());
        const auto allowed = run(built, Trips);
        QVERIFY2(allowed, allowed ? "" : allowed.error().message.c_str());
        for (const std::int64_t limit : {Trips - 1, std::int64_t(1)}) {
            const auto stopped = run(built, limit);
            QVERIFY(!stopped);
            const QString message = QString::fromStdString(stopped.error().message);
            QVERIFY2(message.contains(place), qPrintable(message));
            QVERIFY2(message.contains(QStringLiteral("limit of %1").arg(limit)), qPrintable(message));
        }
    }

    // Each execution of an inner loop has the limit for itself: 20 times 20 trips are no more than 20 at a
    // time.
    void innerLoopsCountForThemselves() {
        ir::GraphBuilder outer;
        outer.input("i", {DataType::Int64, Dims{}});
        const ValueId more = outer.input("more", {DataType::Bool, Dims{}});
        const ValueId carried = outer.input("carried", {DataType::Float32, Dims{1}});
        const ValueId again = outer.value("again");
        const ValueId trips = outer.constant("trips", Tensor::scalar<std::int64_t>(Trips));
        outer.nodeInto("Loop", {trips, ValueId(), carried}, {again}, {{"body", loopBody()}});
        outer.output(outer.node("Identity", {more}));
        outer.output(again);
        ir::GraphBuilder builder;
        Built built;
        const ValueId start = builder.input("start", {DataType::Float32, Dims{1}});
        built.feeds[start] = zeros({1});
        const ValueId out = builder.value("out");
        const ValueId count = builder.constant("count", Tensor::scalar<std::int64_t>(Trips));
        builder.nodeInto("Loop", {count, ValueId(), start}, {out}, {{"body", shared(outer)}});
        builder.output(out);
        built.graph = builder.take();
        QVERIFY(run(built, Trips));
        const auto stopped = run(built, Trips - 1);
        QVERIFY(!stopped);
        // Both loops are named: the inner one that met the limit, and the outer one that ran it.
        QCOMPARE(QString::fromStdString(stopped.error().message).count(QStringLiteral("(Loop)")), 2);
    }

    // A condition that stays true, a trip count that is not there, not positive, or larger than anything.
    void tripCountsOfLoops() {
        const auto withTrips = [](std::optional<std::int64_t> trips) {
            ir::GraphBuilder builder;
            Built built;
            const ValueId start = builder.input("start", {DataType::Float32, Dims{1}});
            built.feeds[start] = zeros({1});
            const ValueId count = trips ? builder.constant("trips", Tensor::scalar(*trips)) : ValueId();
            const ValueId out = builder.value("out");
            builder.nodeInto("Loop", {count, ValueId(), start}, {out}, {{"body", loopBody()}});
            builder.output(out);
            built.graph = builder.take();
            return run(built, Trips);
        };
        QVERIFY(!withTrips(std::nullopt));
        QVERIFY(!withTrips(std::numeric_limits<std::int64_t>::max()));
        QVERIFY(withTrips(0));
        QVERIFY(withTrips(-1));
        QVERIFY(withTrips(std::numeric_limits<std::int64_t>::min()));
    }
};

EDGEWRIGHT_TEST(TripLimitTest)

} // namespace edgewright::trip_limit_test

#include "trip_limit_test.moc"

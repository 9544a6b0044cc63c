// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made plan on the memory page: what is drawn where, and what a click, a selection and a control do.
#include "views/memory/memory_view.h"

#include "core/ir/builder.h"
#include "views/memory/arena_painter.h"
#include "views/support/stage_overlay.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace edgewright;
using namespace edgewright::views;

namespace {

const ir::TensorType Small(ir::DataType::Float32, ir::Dims{1, 256});  // 1 KiB
const ir::TensorType Large(ir::DataType::Float32, ir::Dims{1, 1024}); // 4 KiB

memory::Buffer buffer(const char* name, std::int64_t size, std::int64_t lower, std::int64_t upper,
                      memory::BufferKind kind = memory::BufferKind::Activation) {
    memory::Buffer b;
    b.name = name;
    b.size = size;
    b.lower = lower;
    b.upper = upper;
    b.kind = kind;
    return b;
}

std::shared_ptr<pipeline::MemoryPlan> planOf(std::vector<memory::Buffer> buffers,
                                             std::vector<std::int64_t> offsets,
                                             std::vector<std::vector<ValueId>> values,
                                             std::vector<NodeId> producer, std::vector<NodeId> steps) {
    auto plan = std::make_shared<pipeline::MemoryPlan>();
    plan->liveness.problem.buffers = std::move(buffers);
    plan->liveness.problem.steps = static_cast<std::int64_t>(steps.size());
    plan->liveness.steps = std::move(steps);
    plan->liveness.values = std::move(values);
    plan->liveness.producer = std::move(producer);
    plan->solution.offsets = std::move(offsets);
    plan->liveBytes.assign(plan->liveness.steps.size(), 0);
    for (std::size_t i = 0; i < plan->liveness.problem.buffers.size(); ++i) {
        const memory::Buffer& b = plan->liveness.problem.buffers[i];
        plan->solution.peak = std::max(plan->solution.peak, plan->solution.offsets[i] + b.size);
        plan->sum += b.size;
        for (std::int64_t step = b.lower; step < b.upper; ++step)
            plan->liveBytes[static_cast<std::size_t>(step)] += b.size;
    }
    for (std::size_t step = 0; step < plan->liveBytes.size(); ++step)
        if (plan->liveBytes[step] > plan->lowerBound) {
            plan->lowerBound = plan->liveBytes[step];
            plan->peakStep = static_cast<std::int64_t>(step);
        }
    return plan;
}

// x -> A -> a -> Relu -> r -> B -> y, and the same with A and Relu fused into F.
struct Example {
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();
    ValueId x, a, r, y;
    NodeId nodeA, relu, nodeB, fused;

    Example() {
        ir::GraphBuilder builder;
        x = builder.input("x", Small);
        a = builder.value("a", Large);
        nodeA = builder.nodeInto("Conv", {x}, {a});
        r = builder.value("r", Large);
        relu = builder.nodeInto("Relu", {a}, {r});
        y = builder.value("y", Small);
        nodeB = builder.nodeInto("Conv", {r}, {y});
        builder.output(y);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(builder.graph());

        auto history = std::make_shared<fusion::History>();
        history->base = builder.graph();
        history->graph = builder.graph();
        history->graph.removeNode(nodeA);
        history->graph.removeNode(relu);
        ir::Node node;
        node.op = "ConvRelu";
        node.name = "group";
        node.inputs = {x};
        node.outputs = {r};
        node.origins = {nodeA, relu};
        node.id = history->graph.nextNode();
        fused = node.id;
        history->graph.insertNode(std::move(node), 0);
        fusion::Step step;
        step.nodes = {nodeA, relu};
        step.made = {fused};
        step.patch.removed = {nodeA, relu};
        history->steps.push_back(std::move(step));

        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        analysis->fusion = history;
        using memory::BufferKind;
        analysis->memoryBefore = planOf({buffer("x", 1024, 0, 1, BufferKind::Input), buffer("a", 4096, 0, 2),
                                         buffer("r", 4096, 1, 3), buffer("y", 1024, 2, 3, BufferKind::Output)},
                                        {8192, 0, 4096, 0}, {{x}, {a}, {r}, {y}},
                                        {NodeId(), nodeA, relu, nodeB}, {nodeA, relu, nodeB});
        analysis->memoryAfter =
            planOf({buffer("x", 1024, 0, 1, BufferKind::Input), buffer("r", 4096, 0, 2),
                    buffer("y", 1024, 1, 2, BufferKind::Output)},
                   {4096, 0, 4096}, {{x}, {r}, {y}}, {NodeId(), fused, nodeB}, {fused, nodeB});
    }
};

QByteArray svgOf(const Figure& figure) {
    QTemporaryDir dir;
    const QString file = dir.filePath(figure.name + QStringLiteral(".svg"));
    if (!exportFigure(figure, file)) return {};
    QFile svg(file);
    return svg.open(QIODevice::ReadOnly) ? svg.readAll() : QByteArray();
}

} // namespace

class MemoryPageTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool, {}};
    Example example;
    std::unique_ptr<View> view;

    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
    QString text(const char* name) { return view->findChild<QLabel*>(QString::fromLatin1(name))->text(); }

private slots:
    void init() {
        selection.clear();
        settings.change([](pipeline::Settings& s) { s = {}; });
        view = memory_view.make(context);
        view->resize(1280, 800);
        view->show();
        view->update(example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() { view.reset(); }

    void summaries() {
        QVERIFY2(text("memorySummaryBefore").contains(QStringLiteral("9.00 KiB")),
                 qPrintable(text("memorySummaryBefore")));
        QVERIFY(text("memorySummaryBefore").contains(QStringLiteral("8.00 KiB"))); // lower bound
        QVERIFY(text("memorySummaryBefore").contains(QStringLiteral("1.13 ×")));
        QVERIFY(text("memorySummaryAfter").contains(QStringLiteral("5.00 KiB")));
        QVERIFY(text("memorySummaryAfter").contains(QStringLiteral("1.00 ×")));
        QVERIFY2(text("memorySaving").contains(QStringLiteral("44.4 %")), qPrintable(text("memorySaving")));
    }

    void oneScaleOnBothSides() {
        const auto before = chart("arenaBefore")->bufferRect(BufferId(1)); // 4 KiB, 2 steps
        const auto after = chart("arenaAfter")->bufferRect(BufferId(1));   // 4 KiB, 2 steps
        QVERIFY(before && after);
        QVERIFY(std::abs(before->width() - after->width()) < 2);
        QVERIFY(std::abs(before->height() - after->height()) < 2);
        QCOMPARE(chart("arenaBefore")->fit().y1, chart("arenaAfter")->fit().y1);
    }

    void arenaGeometry() {
        const auto a = chart("arenaBefore")->bufferRect(BufferId(1)); // [0, 4096) in steps 0..2
        const auto r = chart("arenaBefore")->bufferRect(BufferId(2)); // [4096, 8192) in steps 1..3
        QVERIFY(a && r);
        QVERIFY(std::abs(a->top() - r->bottom()) < 0.5); // neighbours touch
        QVERIFY(std::abs(a->width() - r->width()) < 0.5);
        QVERIFY(std::abs((r->left() - a->left()) - a->width() / 2) < 0.5);
    }

    void clickSelects_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("buffer");
        QTest::addColumn<int>("value");
        QTest::newRow("gantt before") << QStringLiteral("ganttBefore") << 2
                                      << static_cast<int>(example.r.index());
        QTest::newRow("arena before") << QStringLiteral("arenaBefore") << 1
                                      << static_cast<int>(example.a.index());
        QTest::newRow("gantt after") << QStringLiteral("ganttAfter") << 2
                                     << static_cast<int>(example.y.index());
        QTest::newRow("arena after") << QStringLiteral("arenaAfter") << 0
                                     << static_cast<int>(example.x.index());
    }
    void clickSelects() {
        QFETCH(QString, name);
        QFETCH(int, buffer);
        QFETCH(int, value);
        auto* widget = view->findChild<PlanChart*>(name);
        const auto rect = widget->bufferRect(BufferId(buffer));
        QVERIFY(rect);
        QTest::mouseClick(widget, Qt::LeftButton, {}, rect->center().toPoint());
        QCOMPARE(selection.current(), (Item{{}, ValueId(value)}));
        QTest::keyClick(widget, Qt::Key_Escape);
        QVERIFY(selection.current().empty());
    }

    void selectionHighlights() {
        selection.select({{}, example.r});
        QCOMPARE(chart("ganttBefore")->highlighted(), std::vector<BufferId>{BufferId(2)});
        QCOMPARE(chart("arenaAfter")->highlighted(), std::vector<BufferId>{BufferId(1)});
        selection.select({example.nodeA, {}}); // writes a; the group that it became writes r
        QCOMPARE(chart("arenaBefore")->highlighted(), std::vector<BufferId>{BufferId(1)});
        QCOMPARE(chart("arenaAfter")->highlighted(), std::vector<BufferId>{BufferId(1)});
        selection.select({example.fused, {}}); // stands for Conv and Relu
        QCOMPARE(chart("ganttBefore")->highlighted(), (std::vector<BufferId>{BufferId(1), BufferId(2)}));
        selection.select({{}, example.a}); // gone after fusion: what its producer became writes r
        QCOMPARE(chart("ganttAfter")->highlighted(), std::vector<BufferId>{BufferId(1)});
        selection.clear();
        QVERIFY(chart("ganttAfter")->highlighted().empty());
    }

    void controlsChangeSettings() {
        QSignalSpy changed(&settings, &SettingsModel::changed);
        auto* alignment = view->findChild<QComboBox*>(QStringLiteral("alignment"));
        alignment->setFocus();
        alignment->setCurrentIndex(alignment->findData(16));
        emit alignment->activated(alignment->currentIndex());
        QCOMPARE(settings.get().liveness.alignment, 16);
        view->findChild<QCheckBox*>(QStringLiteral("inPlace"))->click();
        QVERIFY(!settings.get().liveness.inPlace);
        auto* planner = view->findChild<QComboBox*>(QStringLiteral("planner"));
        const int other = planner->findData(QStringLiteral("no_reuse"));
        QVERIFY(other >= 0);
        planner->setCurrentIndex(other);
        emit planner->activated(other);
        QCOMPARE(settings.get().planner, std::string("no_reuse"));
        QCOMPARE(changed.count(), 3);
        settings.change([](pipeline::Settings& s) { s.liveness.alignment = 128; });
        QCOMPARE(alignment->currentData().toInt(), 128);
    }

    void zoomAboutPointerAndFit() {
        PlanChart* arena = chart("arenaBefore");
        const QPointF at = arena->bufferRect(BufferId(1))->center();
        const PlaneWindow fit = arena->window();
        QWheelEvent wheel(at, arena->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(arena, &wheel);
        QVERIFY(arena->window().x1 - arena->window().x0 < fit.x1 - fit.x0);
        QVERIFY(arena->bufferRect(BufferId(1))->contains(at));
        QCOMPARE(chart("arenaAfter")->window(), arena->window()); // one scale
        QCOMPARE(chart("ganttBefore")->window().x0, arena->window().x0);
        QTest::mouseDClick(arena, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(arena->window(), fit);
    }

    void oneSideAlone() {
        for (auto* button : view->findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("Fused")) button->click();
        QVERIFY(!chart("ganttBefore")->isVisible());
        QVERIFY(chart("arenaAfter")->isVisible());
        QCOMPARE(chart("ganttAfter")->fit().x1, 3.0); // still the common scale
    }

    void stages() {
        auto* overlay = view->findChild<StageOverlay*>();
        QVERIFY(overlay && !overlay->isVisible());
        auto pending = std::make_shared<pipeline::Analysis>(*example.analysis);
        pending->pending.insert("memory");
        view->update(pending);
        QVERIFY(overlay->isVisible() && overlay->pending() && overlay->text().isEmpty());
        auto failed = std::make_shared<pipeline::Analysis>();
        failed->opened = example.analysis->opened;
        failed->errors["memory"] = badInput("no shape for 'conv1'");
        view->update(failed);
        QVERIFY(overlay->text().contains(QStringLiteral("no shape for 'conv1'")));
        QVERIFY(view->figures().empty());
        view->update(nullptr);
        QVERIFY(overlay->text().contains(QStringLiteral("Open a model")));
    }

    void figures() {
        const std::vector<Figure> figures = view->figures();
        QStringList names;
        for (const Figure& figure : figures)
            names << figure.name;
        QCOMPARE(names,
                 (QStringList{QStringLiteral("memory-gantt-before"), QStringLiteral("memory-gantt-after"),
                              QStringLiteral("memory-arena-before"), QStringLiteral("memory-arena-after"),
                              QStringLiteral("memory-arena-compare")}));
        const QByteArray gantt = svgOf(figures[0]);
        QVERIFY(gantt.contains("9,216 B")); // the arena
        QVERIFY(gantt.contains("8,192 B")); // the most bytes alive
        QVERIFY(gantt.contains("lower bound 8.00 KiB"));
        const QByteArray compare = svgOf(figures[4]);
        QVERIFY(compare.contains("Original") && compare.contains("Fused") && compare.contains("KiB"));
        QVERIFY(compare.contains("peak step 1"));
    }

    void nothingLeaksOutOfAZoomedFigure() {
        const auto side = PlanSide::make(example.analysis, false);
        const ArenaPainter painter(side);
        const QRectF area(0, 0, 400, 300);
        const PlaneWindow part{0.5, 1.5, 1000, 5000};
        for (std::size_t i = 0; i < side->count(); ++i)
            if (const auto rect = painter.bufferRect(area, part, BufferId(i)))
                QVERIFY(painter.plot(area).contains(*rect));
    }

    void tenThousandBuffersStayFluid() {
        ir::GraphBuilder builder;
        std::vector<memory::Buffer> buffers;
        std::vector<std::int64_t> offsets;
        std::vector<std::vector<ValueId>> values;
        std::vector<NodeId> steps;
        for (int i = 0; i < 10000; ++i) {
            const ValueId value = builder.value("v" + std::to_string(i), Small);
            steps.push_back(builder.nodeInto("Relu", {}, {value}));
            buffers.push_back(buffer("v", 64 + i % 977, i, std::min(i + 1 + i % 40, 10000)));
            offsets.push_back(i % 40 * 1100);
            values.push_back({value});
        }
        auto analysis = std::make_shared<pipeline::Analysis>();
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(builder.take());
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        analysis->memoryBefore = planOf(buffers, offsets, values, steps, steps);
        view->update(analysis);
        QElapsedTimer timer;
        timer.start();
        for (const char* name : {"ganttBefore", "arenaBefore"})
            chart(name)->grab();
        qInfo("10 000 buffers, both charts: %lld ms", static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() < 2000);
    }
};

QTEST_MAIN(MemoryPageTest)
#include "memory_page_test.moc"

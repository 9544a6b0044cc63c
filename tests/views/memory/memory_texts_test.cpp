// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the memory page can be read: on real models, at three sizes of the window, with and without
// cursor and selection. Nothing is cut off, over another text, crossed by a line or covered.
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/kind_legend.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/memory_view.h"
#include "views/support/answer_line.h"
#include "views/support/quantity.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QTest>

namespace edgewright::memory_texts_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

namespace {

// What the window leaves to a page while nothing is selected.
constexpr QSize Pages[] = {{1196, 643}, {1356, 823}, {1836, 1003}}; // of 1280×720, 1440×900, 1920×1080

std::shared_ptr<const pipeline::Analysis> analysisOf(const std::filesystem::path& file) {
    auto opened = pipeline::open(file);
    if (!opened) return nullptr;
    auto analysis = std::make_shared<pipeline::Analysis>();
    analysis->opened = *opened;
    analysis->typed = pipeline::type(*opened, {}, true);
    auto fused = pipeline::fuse(*analysis->typed, {});
    if (!fused) return nullptr;
    analysis->fusion = *fused;
    auto before = pipeline::plan(*analysis->typed->graph, analysis->opsets(false), {});
    auto after = pipeline::plan((*fused)->graph, (*fused)->opsets, {});
    if (!before || !after) return nullptr;
    analysis->memoryBefore = *before;
    analysis->memoryAfter = *after;
    for (const char* stage : {"modules", "modules_fused"})
        if (!pipeline::evaluate(*analysis, {}, stage)) return nullptr;
    return analysis;
}

QStringList faultsOf(const PlanChart& chart, std::optional<std::int64_t> step,
                     const std::vector<LifeId>& selected) {
    const PlanPainter* painter = chart.painter();
    if (!painter) return {u"no chart"_s};
    RecordingDevice device(chart.size());
    QPainter paint(&device);
    const QRectF area = QRectF(chart.rect()).adjusted(4, 4, -4, -4);
    const Theme& theme = Theme::light();
    const ChartMarks marks{step, selected, {}};
    painter->paint(paint, area, theme, chart.window());
    if (step) painter->paintCursor(paint, area, theme, chart.window(), *step);
    painter->paintMarks(paint, area, theme, chart.window(), marks);
    painter->paintTexts(paint, area, theme, chart.window(), marks);
    paint.end();
    const auto texts = std::ranges::count(device.things(), PaintedThing::Text, &PaintedThing::kind);
    return texts < 6 ? QStringList{u"hardly any text"_s} : device.faults();
}

// Of widgets: the text is longer than its place.
QStringList cutWidgets(const QWidget& page) {
    QStringList found;
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty() || label->text().contains(u'…')) continue;
        const bool fits = label->wordWrap() ? label->heightForWidth(label->width()) <= label->height() + 1
                                            : label->sizeHint().width() <= label->width() + 1;
        if (!fits) found << u"label "_s + label->objectName() + u": "_s + label->text();
    }
    for (const QAbstractButton* button : page.findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty() &&
            button->sizeHint().width() > button->width() + 1)
            found << u"button: "_s + button->text();
    for (const QComboBox* box : page.findChildren<QComboBox*>())
        if (box->isVisible() && box->minimumSizeHint().width() > box->width() + 1)
            found << u"box: "_s + box->objectName();
    return found;
}

bool grouped(const QWidget& page) {
    const auto* gantt =
        dynamic_cast<const GanttPainter*>(page.findChild<PlanChart*>(u"ganttBefore"_s)->painter());
    return gantt && !gantt->ganttRows().groups.empty();
}

} // namespace

class MemoryTextsTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};

    static constexpr const char* Charts[] = {"ganttBefore", "ganttAfter", "arenaBefore", "arenaAfter"};

private slots:
    void aRecordingFindsWhatCannotBeRead() {
        const auto faults = [](const auto& draw) {
            RecordingDevice device({200, 100});
            QPainter painter(&device);
            draw(painter);
            painter.end();
            return device.faults();
        };
        QVERIFY(faults([](QPainter& p) { p.drawText(20, 40, u"plain"_s); }).isEmpty());
        QVERIFY(!faults([](QPainter& p) { p.drawText(190, 40, u"outside"_s); }).isEmpty());
        QVERIFY(!faults([](QPainter& p) {
                     p.drawText(QRectF(10, 10, 20, 20), 0, u"too long for it"_s);
                 }).isEmpty());
        QVERIFY(!faults([](QPainter& p) {
                     p.drawText(20, 40, u"one"_s);
                     p.drawText(22, 42, u"two"_s);
                 }).isEmpty());
        QVERIFY(!faults([](QPainter& p) {
                     p.drawText(20, 40, u"struck"_s);
                     p.drawLine(0, 36, 200, 36);
                 }).isEmpty());
        QVERIFY(!faults([](QPainter& p) {
                     p.drawLine(0, 36, 200, 36);
                     p.drawText(20, 40, u"struck"_s);
                 }).isEmpty());
        QVERIFY(faults([](QPainter& p) {
                    p.drawLine(0, 36, 200, 36);
                    p.fillRect(QRectF(15, 20, 80, 30), Qt::white);
                    p.drawText(20, 40, u"clear"_s);
                }).isEmpty());
        QVERIFY(!faults([](QPainter& p) {
                     p.drawText(20, 40, u"covered"_s);
                     p.fillRect(QRectF(15, 20, 80, 30), Qt::white);
                 }).isEmpty());
    }

    // The numbers of lines stand beside what is painted, and the bound is a tick of the axis.
    void numbersOfLinesCoverNoData() {
        const auto analysis = analysisOf(sample("residual_cnn_2d.onnx"));
        QVERIFY(analysis != nullptr);
        auto view = memory_view.make(context);
        view->resize(Pages[0]);
        view->show();
        view->setAnalysis(analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QCoreApplication::processEvents();
        const auto* arena = view->findChild<PlanChart*>(u"arenaBefore"_s);
        const PlanSide& side = arena->painter()->side();
        RecordingDevice device(arena->size());
        QPainter paint(&device);
        const QRectF area = QRectF(arena->rect()).adjusted(4, 4, -4, -4);
        arena->painter()->paintTexts(paint, area, Theme::light(), arena->window(), {});
        paint.end();
        const QRectF plot = arena->painter()->plot(area);
        const PlaneWindow window = arena->window();
        int seen = 0;
        for (const PaintedThing& text : device.things()) {
            if (text.kind != PaintedThing::Text ||
                !(text.text.startsWith(u"peak step"_s) || text.text.contains(u"lower bound"_s)))
                continue;
            ++seen;
            for (std::int64_t step = 0; step < side.steps(); ++step) {
                const double perStep = plot.width() / (window.x1 - window.x0);
                const double top =
                    plot.bottom() - static_cast<double>(side.top(step)) / window.y1 * plot.height();
                const QRectF column(plot.left() + static_cast<double>(step) * perStep, top, perStep,
                                    plot.bottom() - top);
                QVERIFY2(!column.intersects(text.rect.adjusted(1, 2, -1, -2)), qPrintable(text.text));
            }
        }
        QVERIFY(seen > 0);

        const auto* gantt = view->findChild<PlanChart*>(u"ganttBefore"_s);
        RecordingDevice above(gantt->size());
        QPainter pen(&above);
        gantt->painter()->paint(pen, QRectF(gantt->rect()).adjusted(4, 4, -4, -4), Theme::light(),
                                gantt->window());
        pen.end();
        const QString bound = bytesText(gantt->painter()->side().plan().lowerBound).section(u' ', 0, 0);
        QVERIFY2(
            std::ranges::any_of(above.things(), [&](const PaintedThing& each) { return each.text == bound; }),
            qPrintable(bound));
    }

    // A group by its first member and the count of the others, not by a chain of operators.
    void thePeakIsAtAMember() {
        const auto analysis = analysisOf(sample("residual_cnn_2d.onnx"));
        QVERIFY(analysis != nullptr);
        auto view = memory_view.make(context);
        view->setAnalysis(analysis);
        const PlanSide& side = view->findChild<PlanChart*>(u"arenaAfter"_s)->painter()->side();
        const ir::Node& peak = side.given().node(side.nodeAt(side.plan().peakStep));
        const auto* head = view->findChild<QWidget*>(u"memoryAnswer"_s);
        const QString answer = head->findChild<AnswerLine*>(u"answer"_s)->plainAnswer();
        QVERIFY2(answer.contains(u"the peak is at "_s) && !answer.contains(u'+'), qPrintable(answer));
        const bool isGroup = peak.domain == ir::FusedDomain && peak.body->order().size() > 1;
        const QString more = u" and %1 more."_s.arg(isGroup ? peak.body->order().size() - 1 : 0);
        QCOMPARE(answer.endsWith(more), isGroup);
    }

    void everyTextCanBeRead_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d", "signal_cnn_1d"})
            QTest::newRow(name) << QString::fromStdString(sample(std::string(name) + ".onnx").string());
        for (const char* name : {"exports/swin_micro/model.onnx", "exports/mobilenet_v2/model.onnx",
                                 "exports/bert_small_op17/model.onnx", "exports/unet_b16/model.onnx",
                                 "models/yolox-nano-416/model.onnx", "models/gtcrn-simplified/model.onnx",
                                 "models/mnist-8-cntk/model.onnx", "models/silero-vad-v5-if/model.onnx"})
            QTest::newRow(name) << QString::fromStdString(shared(name).string());
    }
    void everyTextCanBeRead() {
        QFETCH(QString, file);
        if (!std::filesystem::exists(file.toStdString())) QSKIP(sharedMissing());
        const auto analysis = analysisOf(file.toStdString());
        QVERIFY(analysis != nullptr);
        for (const QSize& size : Pages) {
            selection.clear();
            auto view = memory_view.make(context);
            view->resize(size);
            view->show();
            view->setAnalysis(analysis);
            QVERIFY(QTest::qWaitForWindowExposed(view.get()));
            QCoreApplication::processEvents();
            auto* order = view->findChild<QComboBox*>(u"rowOrder"_s);
            for (const RowOrder rows : {RowOrder::Start, RowOrder::Module}) {
                order->setCurrentIndex(order->findData(int(rows)));
                emit order->activated(order->currentIndex());
                if (rows == RowOrder::Module) QTRY_VERIFY_WITH_TIMEOUT(grouped(*view), 30000);
                for (const char* name : Charts) {
                    auto* chart = view->findChild<PlanChart*>(QString::fromLatin1(name));
                    const QByteArray place = QByteArray(name) + " at " + QByteArray::number(size.width()) +
                                             ", rows " + QByteArray::number(int(rows));
                    const QRectF plot = chart->painter()->plot(QRectF(chart->rect()).adjusted(4, 4, -4, -4));
                    QVERIFY2(plot.width() >= 400, place + ": " + QByteArray::number(plot.width()));
                    const PlanSide& side = chart->painter()->side();
                    const std::int64_t peak = side.plan().peakStep;
                    const LifeId last(side.lives().size() - 1);
                    const auto check = [&](std::optional<std::int64_t> step,
                                           const std::vector<LifeId>& selected) {
                        const QStringList faults = faultsOf(*chart, step, selected);
                        QVERIFY2(faults.isEmpty(),
                                 place +
                                     (step ? " cursor " + QByteArray::number(qint64(*step)) : QByteArray()) +
                                     ": " + faults.join(u"; "_s).toUtf8().left(600));
                    };
                    check(std::nullopt, {});
                    check(std::nullopt, {LifeId(0)});
                    check(peak, {last});
                    check(0, {});
                    check(side.steps() - 1, {LifeId(0)});
                    check(side.steps() / 2, {});
                    const PlaneWindow all = chart->window();
                    chart->zoomTo(peak, {LifeId(0)});
                    check(peak, {LifeId(0)});
                    chart->setWindow(all);
                }
            }
            QVERIFY2(cutWidgets(*view).isEmpty(), cutWidgets(*view).join(u"; "_s).toUtf8());
            RecordingDevice device(view->findChild<KindLegend*>()->size());
            view->findChild<KindLegend*>()->render(&device);
            QVERIFY2(device.faults().isEmpty(), device.faults().join(u"; "_s).toUtf8());
        }
    }
};

EDGEWRIGHT_TEST(MemoryTextsTest)

} // namespace edgewright::memory_texts_test

#include "memory_texts_test.moc"

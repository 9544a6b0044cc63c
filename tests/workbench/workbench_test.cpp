// SPDX-License-Identifier: GPL-3.0-or-later
// The real main window, driven as a person would, on a sample.
#include "app/workbench/files/export_dialog.h"
#include "core/pipeline/costs/exploration.h"
#include "core/pipeline/weight_stats.h"
#include "tests/support/table_problem.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/support/fusion_edits.h"
#include "views/support/table/table_text.h"
#include "views/support/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <algorithm>

namespace edgewright::workbench_test {

using namespace Qt::StringLiterals;
using workbench::MainWindow;

class WorkbenchTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;
    MainWindow* m_window = nullptr; // of the fixture

    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_fixture.analysis(); }
    bool complete() const { return m_fixture.settled(); }
    template <typename T>
    T* find(const QString& name) const {
        return m_fixture.find<T>(name);
    }
    NodeId firstOf(const char* op) const { return m_fixture.firstOf(op); }
    QString sectionText(const char* name) const {
        auto* section = m_window->findChild<QWidget*>(QString::fromLatin1(name));
        QStringList lines;
        for (const QLabel* label : section->findChildren<QLabel*>())
            if (!label->isHidden()) lines << label->text().remove(QChar(0x200b));
        return lines.join(u'\n');
    }
    // Empty when the file holds a picture of more than one colour.
    static QString figureFault(const QString& path) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) return u"is not there"_s;
        const QByteArray bytes = file.readAll();
        if (path.endsWith(u".pdf"_s)) {
            if (!bytes.startsWith("%PDF-") || !bytes.trimmed().endsWith("%%EOF")) return u"is no whole PDF"_s;
            return bytes.count("/Type /Page\n") == 1 ? QString() : u"has no page, or several"_s;
        }
        QImage image;
        if (path.endsWith(u".svg"_s)) {
            QSvgRenderer renderer(bytes);
            if (!renderer.isValid()) return u"is no SVG"_s;
            image = QImage(renderer.defaultSize(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            renderer.render(&painter);
        } else if (path.endsWith(u".png"_s)) {
            image = QImage::fromData(bytes, "PNG").convertToFormat(QImage::Format_RGB32);
        } else {
            return bytes.isEmpty() ? u"is empty"_s : QString(); // nothing here reads it
        }
        return coloursOf(image).size() > 2 ? QString() : u"is empty"_s;
    }
    static QSet<QRgb> coloursOf(const QImage& image) {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        return colours;
    }
    bool isCurrent(const char* page) const {
        const auto* button = m_window->findChild<QAbstractButton*>(u"page_"_s + QString::fromLatin1(page));
        return button && button->isChecked();
    }
    void openSample(const std::string& name) { QVERIFY(m_fixture.openSample(name)); }

private slots:
    void initTestCase() { edgewright::test::useOwnSettings(); }
    void init() {
        edgewright::test::useOwnSettings();
        QVERIFY(m_fixture.start());
        m_window = &m_fixture.window();
    }
    void cleanup() { m_fixture.end(); }

    void bothGraphsAreShownAndCounted() {
        const auto* counts = find<QLabel>(u"nodeCounts"_s);
        QVERIFY(counts);
        QVERIFY(counts->text().contains(QString::number(analysis()->before()->nodeCount())));
        QVERIFY(counts->text().contains(QString::number(analysis()->after()->nodeCount())));
        QVERIFY(find<QWidget>(u"graphCanvasBefore"_s)->isVisible());
        QVERIFY(find<QWidget>(u"graphCanvasAfter"_s)->isVisible());
    }

    void selectingANodeFillsTheInspector() {
        m_window->selection().select({firstOf("Conv"), {}});
        QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(u"inspectorTitle"_s)->text(), u"Conv"_s, 30000);
        QVERIFY(sectionText("sectionShapes").contains(u"float32"_s));
        QVERIFY(sectionText("sectionAttributes").contains(u"kernel_shape"_s));
        QTRY_VERIFY_WITH_TIMEOUT(sectionText("sectionWeights").contains(u"σ"_s), 30000);
        const auto statistics = analysis()->weightStats;
        QVERIFY(statistics && statistics->elements > 1);
        m_window->selection().select({firstOf("Gemm"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->weightStats != statistics && !analysis()->isStale("weight_stats"),
                                 30000);
        QTRY_VERIFY_WITH_TIMEOUT(sectionText("sectionWeights").contains(u"σ"_s), 30000);
        QVERIFY(!m_window->settings().canUndo());
        m_window->selection().select({firstOf("Conv"), {}});
        QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(u"inspectorTitle"_s)->text(), u"Conv"_s, 30000);
        const QString rule = views::ruleTitle("fold_batch_norm");
        QTRY_VERIFY_WITH_TIMEOUT(sectionText("sectionFusion").contains(rule), 30000);
        QVERIFY(!sectionText("sectionFusion").contains(u"fold_batch_norm"_s));
        const auto& steps = analysis()->fusion->steps;
        const QAbstractItemModel& history = *find<QTableView>(u"history"_s)->model();
        QCOMPARE(history.rowCount(), static_cast<int>(steps.size()));
        for (int row = 0; row < history.rowCount(); ++row)
            QCOMPARE(history.index(row, 1).data().toString(),
                     views::ruleTitle(steps[static_cast<std::size_t>(row)].rule));
        QVERIFY(sectionText("sectionMemory").contains(u"offset"_s));
        QVERIFY(sectionText("sectionCost").contains(u"cycles"_s));
    }

    void switchingARuleChangesGraphCountsAndCheck() {
        const std::size_t with = analysis()->after()->nodeCount();
        auto* rule = find<QCheckBox>(u"rule_fold_batch_norm"_s);
        QVERIFY(rule && rule->isChecked());
        rule->click();
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->after()->nodeCount() > with, 30000);
        QCoreApplication::processEvents();
        QVERIFY(
            find<QLabel>(u"nodeCounts"_s)->text().contains(QString::number(analysis()->after()->nodeCount())));
        QVERIFY(analysis()->check->maxAbs < 1e-5);
        rule->click();
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->after()->nodeCount() == with, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>(u"numericCheck"_s)->text().contains(u"seed"_s), 30000);
    }

    void memoryPageFollowsTheSelection() {
        QVERIFY(m_window->showPage(u"memory"_s));
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>(u"ganttAfter"_s)->isVisible(), 30000);
        const auto plan = analysis()->memoryBefore;
        QVERIFY(find<QLabel>(u"memorySummaryBefore"_s)->text().contains(u"lower bound"_s, Qt::CaseInsensitive));
        const ValueId value = plan->liveness.values.front().front();
        m_window->selection().select({{}, value});
        QTRY_VERIFY_WITH_TIMEOUT(!sectionText("sectionMemory").isEmpty(), 30000);
        auto* inPlace = find<QCheckBox>(u"in_place"_s);
        inPlace->click();
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->memoryBefore->liveness.sharings.empty(), 30000);
        QVERIFY(analysis()->memoryBefore->solution.peak >= plan->solution.peak);
    }

    void int8PageStudiesALayer() {
        QVERIFY(m_window->showPage(u"int8"_s));
        m_window->selection().select({firstOf("Conv"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->int8 && m_window->session().idle(), 30000);
        QVERIFY(analysis()->int8->sqnrDb > 20);
        QCOMPARE(analysis()->int8->sample, std::string("test.npz[0]")); // what lies beside the sample
        QVERIFY(find<QWidget>(u"errorHeatMap"_s)->isVisible());
        auto* bits = find<QSpinBox>(u"accumulator_bits"_s);
        bits->setValue(12);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().idle() && analysis()->int8->overflows > 0, 30000);
    }

    void acceleratorPageRecomputes() {
        QVERIFY(m_window->showPage(u"accelerator"_s));
        const auto& layers = analysis()->costs->report.layers;
        QCOMPARE(std::ranges::count_if(layers, [](const auto& layer) { return layer.layer.macs() > 0; }), 4);
        find<QCheckBox>(u"layerTableNothing"_s)->setChecked(true); // also those that cost nothing
        auto* table = find<QAbstractItemView>(u"layerTable"_s);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), static_cast<int>(layers.size()), 30000);
        const std::int64_t cycles = analysis()->costs->report.cycles;
        find<QSpinBox>(u"rows"_s)->setValue(4);
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->costs->report.accelerator.rows == 4, 30000);
        QVERIFY(analysis()->costs->report.cycles > cycles);
        QVERIFY(analysis()->explored->points.size() >= 9);
    }

    void everyFigureIsExportedInEveryFormat() {
        m_window->showPage(u"int8"_s);
        m_window->selection().select({firstOf("Conv"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->int8 && m_window->session().idle(), 120000);
        for (const char* page : {"graph", "memory", "accelerator"}) {
            m_window->showPage(QString::fromLatin1(page));
            QTest::qWait(300);
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isActiveWindow(), 30000);
        QTest::keyClick(m_window, Qt::Key_E, Qt::ControlModifier);
        const auto isOpen = [&] {
            const auto* dialog = m_window->findChild<workbench::ExportDialog*>();
            return dialog && dialog->isVisible();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOpen(), 30000);
        auto* dialog = m_window->findChild<workbench::ExportDialog*>();
        QTemporaryDir folder;
        auto* list = dialog->findChild<QListWidget*>(u"exportFigures"_s);
        QVERIFY(list->count() >= 8);
        for (int i = 0; i < list->count(); ++i)
            list->item(i)->setCheckState(Qt::Checked);
        const auto formats = views::figureFormats();
        QVERIFY(!dialog->findChild<QSpinBox*>(u"exportDots"_s)->isEnabled()); // SVG and PDF have no dots
        for (const views::FigureFormat* format : formats)
            dialog->findChild<QCheckBox*>(u"format"_s + QString::fromUtf8(format->title))->setChecked(true);
        QVERIFY(dialog->findChild<QSpinBox*>(u"exportDots"_s)->isEnabled());
        dialog->findChild<QLineEdit*>(u"exportFolder"_s)->setText(folder.path());
        QTest::mouseClick(dialog->findChild<QPushButton*>(u"exportGo"_s), Qt::LeftButton);
        const auto* answer = dialog->findChild<QLabel*>(u"exportAnswer"_s);
        QTRY_VERIFY_WITH_TIMEOUT(answer->text().startsWith(u"Wrote"_s), 60000);
        const QStringList files = QDir(folder.path()).entryList(QDir::Files);
        QCOMPARE(files.size(), static_cast<qsizetype>(formats.size()) * list->count());
        for (const QString& file : files) {
            const QString fault = figureFault(folder.filePath(file));
            QVERIFY2(fault.isEmpty(), qPrintable(file + u": "_s + fault));
            // Those of the next model are other files.
            QVERIFY2(file.startsWith(QString::fromStdString(analysis()->opened->file.stem().string()) + u'-'),
                     qPrintable(file));
        }
        // What is there is not replaced unasked.
        QTest::mouseClick(dialog->findChild<QPushButton*>(u"exportGo"_s), Qt::LeftButton);
        QVERIFY2(answer->text().startsWith(u"There already"_s), qPrintable(answer->text()));
        QVERIFY2(std::ranges::any_of(files, [&](const QString& file) { return answer->text().contains(file); }),
                 qPrintable(answer->text()));
        QTest::mouseClick(dialog->findChild<QPushButton*>(u"exportGo"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(answer->text().startsWith(u"Wrote"_s), 60000);
        dialog->close();
    }

    // As with --data on the command line; a caption that a person writes is the one beside the figure.
    void figuresAreExportedWithDataAndCaptions() {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isActiveWindow(), 30000);
        QTest::keyClick(m_window, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<workbench::ExportDialog*>(), 30000);
        auto* dialog = m_window->findChild<workbench::ExportDialog*>();
        auto* list = dialog->findChild<QListWidget*>(u"exportFigures"_s);
        auto* caption = dialog->findChild<QPlainTextEdit*>(u"exportCaption"_s);
        QVERIFY(!caption->isEnabled());
        dialog->findChild<QCheckBox*>(u"exportData"_s)->setChecked(true);
        QVERIFY(caption->isEnabled());
        const auto choose = [&](const QString& name) {
            for (int i = 0; i < list->count(); ++i)
                if (list->item(i)->toolTip() == name) {
                    list->item(i)->setCheckState(Qt::Checked);
                    list->setCurrentRow(i);
                } else if (name == u"roofline"_s) {
                    list->item(i)->setCheckState(Qt::Unchecked);
                }
        };
        choose(u"roofline"_s);
        QVERIFY(caption->toPlainText().endsWith(u'.'));
        caption->setPlainText(u"My words on\nthe roof."_s);
        choose(u"layer-cycles"_s); // of the same table
        QVERIFY(!caption->toPlainText().contains(u"My words"_s));
        QTemporaryDir folder;
        dialog->findChild<QLineEdit*>(u"exportFolder"_s)->setText(folder.path());
        QTest::mouseClick(dialog->findChild<QPushButton*>(u"exportGo"_s), Qt::LeftButton);
        const auto* answer = dialog->findChild<QLabel*>(u"exportAnswer"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(answer->text().startsWith(u"Wrote"_s), qPrintable(answer->text()), 60000);
        const QString model = QString::fromStdString(analysis()->opened->file.stem().string());
        const auto read = [&](const QString& name) {
            QFile file(folder.filePath(model + u'-' + name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QCOMPARE(read(u"roofline.txt"_s), QByteArray("My words on the roof.\n"));
        QVERIFY(read(u"roofline.svg"_s).contains("<title>My words on the roof.</title>"));
        QVERIFY(read(u"layer-cycles.txt"_s).contains((model + u"-layers.csv"_s).toUtf8()));
        for (const char* data : {"layers.csv", "layers.dat"})
            QVERIFY2(read(QLatin1String(data)).contains("cycles"), data);
        // It is a setting, which can be taken back.
        const auto captions = [&] { return m_window->settings().get().captions; };
        QVERIFY((captions() == pipeline::FigureCaptions{{"roofline", "My words on\nthe roof."}}));
        choose(u"roofline"_s);
        QCOMPARE(caption->toPlainText(), u"My words on\nthe roof."_s);
        m_window->settings().undo();
        QVERIFY(captions().empty());
        QVERIFY(!caption->toPlainText().contains(u"My words"_s));
        dialog->close();
    }

    // What a page shows that was never opened is computed for its figures.
    void figuresOfHiddenPagesAreExported() {
        QVERIFY(!analysis()->explored);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isActiveWindow(), 30000);
        QTest::keyClick(m_window, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<workbench::ExportDialog*>(), 30000);
        auto* dialog = m_window->findChild<workbench::ExportDialog*>();
        QVERIFY(dialog->isVisible());
        QStringList names;
        auto* list = dialog->findChild<QListWidget*>(u"exportFigures"_s);
        for (int i = 0; i < list->count(); ++i)
            names << list->item(i)->toolTip();
        for (const char* figure : {"graph-after", "memory-gantt", "roofline", "dse", "layer-cycles"})
            QVERIFY2(!names.filter(QString::fromLatin1(figure)).isEmpty(), figure);
        dialog->close();
    }

    void aBadFileShowsOneMessageAndKeepsTheModel() {
        const auto before = analysis()->opened;
        m_window->open(u"/no/such/model.onnx"_s);
        auto* text = find<QLabel>(u"bannerText"_s);
        QTRY_VERIFY_WITH_TIMEOUT(text->isVisible() && text->text().contains(u"/no/such/model.onnx"_s), 30000);
        QCOMPARE(analysis()->opened, before);
    }

    void aModelThatIsWrongOpensWithItsProblems() {
        const auto file = test::shared("bad-files/custom-op-RequantShift-resnet8-int.onnx");
        if (file.empty()) QSKIP(test::sharedMissing());
        m_window->open(QString::fromStdString(file.string()));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().idle() && analysis()->opened->file == file, 60000);
        auto* problems = find<QAbstractItemView>(u"problems"_s);
        QTRY_VERIFY_WITH_TIMEOUT(problems->model()->rowCount() > 0, 30000);
        int found = 0; // lines that stand for others do not count
        for (int row = 0; row < problems->model()->rowCount(); ++row)
            found += std::max(1, problems->model()->rowCount(problems->model()->index(row, 0)));
        QVERIFY(found > problems->model()->rowCount());
        QCOMPARE(find<QToolButton>(u"statusProblems"_s)->text(), u"%1 problems"_s.arg(found));
        // What can be computed is: types, fusion, the graph; what cannot says why.
        QVERIFY(analysis()->fusion != nullptr);
        QVERIFY(analysis()->check == nullptr);
        QVERIFY(analysis()->errors.contains("check"));
        find<QToolButton>(u"statusProblems"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(problems->viewport()->height() > 2 * problems->sizeHintForRow(0), 30000);
        // With all of it, and with all reasons, there is room on a small screen.
        const auto reasons = m_window->findChildren<QToolButton*>(u"why"_s);
        QVERIFY(!reasons.isEmpty());
        for (const bool unfolded : {false, true}) {
            for (QToolButton* why : reasons)
                why->setChecked(unfolded);
            const QSize least = m_window->minimumSizeHint();
            QVERIFY2(least.width() <= 1280 && least.height() <= 720,
                     qPrintable(u"%1 x %2"_s.arg(least.width()).arg(least.height())));
        }
        for (QToolButton* why : reasons)
            why->setChecked(false);
        // A row with a place leads there, and the line of a kind opens to its rows.
        auto* tree = qobject_cast<QTreeView*>(problems);
        QVERIFY(tree);
        const ir::Graph& graph = *analysis()->before();
        int jumps = 0;
        const auto click = [&](const QModelIndex& index) {
            m_window->selection().clear();
            tree->scrollTo(index);
            const QRect place = tree->visualRect(index); // a message may be wider than the view
            QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, {place.left() + 4, place.center().y()});
        };
        const auto leads = [&](const QModelIndex& index) {
            click(index);
            const QString place = index.siblingAtColumn(1).data().toString();
            const views::Item& item = m_window->selection().current();
            if (!item.node.valid()) return true;
            ++jumps;
            return graph.contains(item.node) &&
                   place.contains(QString::fromStdString(graph.node(item.node).name));
        };
        for (int row = 0; row < tree->model()->rowCount(); ++row) {
            const QModelIndex line = tree->model()->index(row, 0);
            QVERIFY2(leads(line), qPrintable(line.siblingAtColumn(2).data().toString()));
            QCOMPARE(tree->isExpanded(line), tree->model()->hasChildren(line));
            for (int below = 0; below < tree->model()->rowCount(line); ++below)
                QVERIFY2(leads(tree->model()->index(below, 0, line)),
                         qPrintable(tree->model()->index(below, 2, line).data().toString()));
            if (!tree->model()->hasChildren(line)) continue;
            click(line);
            QVERIFY(!tree->isExpanded(line));
        }
        QVERIFY(jumps > 0);
        for (const char* page : {"memory", "int8", "accelerator", "graph"}) {
            QVERIFY(m_window->showPage(QString::fromLatin1(page)));
            QTRY_VERIFY_WITH_TIMEOUT(isCurrent(page), 30000);
        }
    }

    void theCommandFieldFindsAndSelects() {
        auto* field = find<QLineEdit>(u"commandField"_s);
        auto* popup = m_window->findChild<QListWidget*>(u"commandPopup"_s);
        // Before anything is typed: what was opened, what is worth a look, what can be done.
        QTest::mouseClick(field, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), 30000);
        QStringList offered;
        for (int row = 0; row < popup->count(); ++row)
            offered << popup->item(row)->text();
        for (const char* expected : {"tiny_cnn_2d.onnx", "Peak", "Slowest layer", "Largest tensor", "Undo"})
            QVERIFY2(!offered.filter(QString::fromLatin1(expected)).isEmpty(), expected);
        QTest::keyClicks(field, u"bottleneck"_s); // another word for it
        QTRY_VERIFY_WITH_TIMEOUT(popup->count() > 0 && popup->item(0)->text().startsWith(u"Slowest"_s), 30000);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isCurrent("accelerator") && m_window->selection().current().node.valid(),
                                 30000);
        field->setFocus();
        QTest::keyClicks(field, u"conv"_s);
        QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible() && popup->count() >= 3, 30000);
        field->clear();
        QTest::keyClicks(field, u"go to page memory"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>(u"ganttAfter"_s)->isVisible(), 30000);
    }

    // A page that was left: it neither decides nor computes anything, and holds nothing of the model before.
    void hiddenPagesAreQuiet() {
        m_window->findChild<QAbstractButton*>(u"page_int8"_s)->click();
        const NodeId conv = firstOf("Conv");
        m_window->selection().select({conv, {}});
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->int8 != nullptr, 30000);
        QVERIFY(!m_window->settings().canUndo()); // a look is no decision
        m_window->findChild<QAbstractButton*>(u"page_accelerator"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->explored != nullptr, 30000);
        m_window->findChild<QAbstractButton*>(u"page_graph"_s)->click();
        const auto studied = analysis()->int8;
        const auto swept = analysis()->explored;
        m_window->selection().select({firstOf("Gemm"), {}});
        QCOMPARE(m_window->settings().get().viewState.int8Layer, conv);
        QVERIFY(!m_window->settings().canUndo());
        QCOMPARE(analysis()->int8, studied);
        // What they show is computed when they are shown again, not before.
        m_window->settings().change({}, [](pipeline::Settings& s) {
            s.int8.seed = 5;
            s.fusion.without.insert("fold_batch_norm");
        });
        m_window->settings().look([](pipeline::ViewState& view) {
            view.otherPlan = {"no_reuse", "as_given", true};
        });
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().idle() && analysis()->costs && analysis()->check, 30000);
        QVERIFY(!analysis()->int8 && !analysis()->explored && !analysis()->otherAfter);
        QVERIFY(analysis()->pending.empty());
        m_window->selection().select({conv, {}});
        m_window->findChild<QAbstractButton*>(u"page_int8"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->int8 && analysis()->int8 != studied, 30000);
        m_window->findChild<QAbstractButton*>(u"page_accelerator"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(analysis()->explored && analysis()->explored != swept, 30000);

        const std::weak_ptr<const ir::Model> before = analysis()->opened->model;
        m_window->open(QString::fromStdString(test::sample("residual_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().idle() && analysis()->costs &&
                                     analysis()->opened->file.stem() == "residual_cnn_2d",
                                 60000);
        QTRY_VERIFY_WITH_TIMEOUT(before.expired(), 60000);
    }

    void aWheelChangesOnlyTheFieldInFocus() {
        QVERIFY(m_window->showPage(u"accelerator"_s));
        auto* rows = find<QSpinBox>(u"rows"_s);
        const auto turn = [&] {
            const QPointF at = rows->rect().center();
            QWheelEvent wheel(at, rows->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(rows, &wheel);
        };
        rows->clearFocus();
        turn();
        QCOMPARE(rows->value(), 32);
        QVERIFY(!m_window->settings().canUndo());
        m_window->activateWindow();
        rows->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(rows->hasFocus(), 30000);
        turn();
        QVERIFY(rows->value() != 32);
    }

    void undoTakesASettingBack() {
        QVERIFY(m_window->showPage(u"accelerator"_s));
        auto* rows = find<QSpinBox>(u"rows"_s);
        QCOMPARE(rows->value(), 32);
        rows->setValue(7);
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->costs->report.accelerator.rows == 7, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isActiveWindow(), 30000);
        QTest::keyClick(m_window, Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->costs->report.accelerator.rows == 32, 30000);
        QCOMPARE(rows->value(), 32);
        QTest::keySequence(m_window, QKeySequence(QKeySequence::Redo));
        QTRY_VERIFY_WITH_TIMEOUT(complete() && analysis()->costs->report.accelerator.rows == 7, 30000);
    }

    void settingsAreCopiedAsATable() {
        m_window->settings().change({}, [](pipeline::Settings& s) { s.accelerator.rows = 7; });
        find<QAction>(u"copySettingsAction"_s)->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.front(), u"Group\tSetting\tValue\tUnit"_s);
        QVERIFY2(lines.at(1).startsWith(u"Model\tFile\t"_s) && lines.at(1).contains(u"tiny_cnn_2d"_s),
                 qPrintable(lines.at(1)));
        QVERIFY2(lines.contains(u"Accelerator\tArray rows\t7\t"_s), qPrintable(lines.join(u'\n')));
        QVERIFY2(lines.contains(u"Accelerator\tClock\t1\tGHz"_s), qPrintable(lines.join(u'\n')));
    }

    // Whatever copies rows writes them in each format, with what they were computed with.
    void everyTableInEveryFormat() {
        m_window->settings().change({}, [](pipeline::Settings& s) { s.accelerator.rows = 7; });
        int tables = 0;
        for (QAbstractItemView* view : m_window->findChildren<QAbstractItemView*>()) {
            if (!view->findChild<QAction*>(u"copyRows"_s, Qt::FindDirectChildrenOnly) || !view->model())
                continue;
            if (view->model()->columnCount() == 0) continue; // of an experiment, while there is none
            ++tables;
            const table::Table table = views::tableOf(*view->model(), views::allRows(*view->model()));
            for (const table::Format* format : table::formats()) {
                const QString problem = test::tableProblem(*format, format->write(table, {}), table.rows());
                QVERIFY2(problem.isEmpty(), qPrintable(view->objectName() + u": "_s + problem));
            }
        }
        QVERIFY(tables > 2);
        auto* problems = find<QAbstractItemView>(u"problems"_s);
        emit problems->customContextMenuRequested({});
        auto* formats = find<QMenu>(u"copyTableAs"_s);
        for (QAction* each : formats->actions())
            if (each->text() == u"LaTeX"_s) each->trigger();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.contains(u"% Model: tiny_cnn_2d.onnx"_s) &&
                     text.contains(u"% Accelerator: Array rows 7"_s),
                 qPrintable(text));
        find<QMenu>(u"tableMenu"_s)->close();
    }

    void theDesktopsThemeComesBack() {
        // What is painted: most of the window, and of a figure in it, is the ground of the theme.
        const auto ground = [&](QWidget* widget) {
            const QImage image = widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
            QHash<QRgb, int> counts;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    ++counts[image.pixel(x, y)];
            QRgb most = 0;
            for (auto it = counts.cbegin(); it != counts.cend(); ++it)
                if (it.value() > counts.value(most)) most = it.key();
            return qGray(most);
        };
        auto* canvas = find<QWidget>(u"graphCanvasBefore"_s);
        const auto isDark = [&] { return ground(m_window) < 80 && ground(canvas) < 80; };
        const auto isLight = [&] { return ground(m_window) > 200 && ground(canvas) > 200; };
        QTRY_VERIFY_WITH_TIMEOUT(isLight(), 30000);
        m_window->setTheme(u"dark"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDark(), 30000);
        m_window->setTheme(u"light"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isLight(), 30000);
        m_window->setTheme(u"dark"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isDark(), 30000);
        m_window->setTheme(u"system"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isLight(), 30000);
    }

    void anotherModelReplacesTheFirst() {
        m_window->selection().select({firstOf("Conv"), {}});
        const QString summary = find<QLabel>(u"memorySummaryBefore"_s)->text();
        openSample("signal_cnn_1d");
        QVERIFY(m_window->selection().current().empty()); // its ids mean something else now
        QVERIFY(m_window->windowTitle().contains(u"signal_cnn_1d"_s));
        const QString counts = find<QLabel>(u"nodeCounts"_s)->text();
        QVERIFY(counts.contains(QString::number(analysis()->before()->nodeCount())));
        QVERIFY(counts.contains(QString::number(analysis()->after()->nodeCount())));
        for (const char* page : {"graph", "memory", "int8", "accelerator"}) {
            QVERIFY(m_window->showPage(QString::fromLatin1(page)));
            QTRY_VERIFY_WITH_TIMEOUT(isCurrent(page), 30000);
        }
        for (const char* side : {"Before", "After"}) {
            auto* canvas = find<views::GraphCanvas>(u"graphCanvas"_s + QString::fromLatin1(side));
            const ir::Graph* shown = side == std::string("Before") ? analysis()->before() : analysis()->after();
            QTRY_VERIFY_WITH_TIMEOUT(canvas->scene() && &canvas->scene()->graph() == shown, 30000);
        }
        QVERIFY(find<QLabel>(u"memorySummaryBefore"_s)->text() != summary);
        find<QCheckBox>(u"layerTableNothing"_s)->setChecked(true); // also those that cost nothing
        auto* table = find<QAbstractItemView>(u"layerTable"_s);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(),
                                  static_cast<int>(analysis()->costs->report.layers.size()), 30000);
        m_window->selection().select({firstOf("Conv"), {}});
        QTRY_VERIFY_WITH_TIMEOUT(sectionText("sectionAttributes").contains(u"kernel_shape"_s), 30000);
    }
};

EDGEWRIGHT_TEST(WorkbenchTest)

} // namespace edgewright::workbench_test

#include "workbench_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of the window: pages and their marker, keys, links, chips, the main action, themes.
#include "app/workbench/bars/command_palette_index.h"
#include "app/workbench/presentation.h"
#include "core/ir/builder.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/support/fusion_edits.h"
#include "views/support/page/page_answer.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QHash>
#include <QIcon>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

namespace edgewright::frame_test {

using namespace Qt::StringLiterals;
using workbench::MainWindow;

namespace {

// The colour of most pixels.
QColor ground(const QImage& picture) {
    const QImage image = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            ++counts[image.pixel(x, y)];
    QRgb most = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        if (it.value() > counts.value(most)) most = it.key();
    return QColor::fromRgb(most);
}

// Of the strokes of an icon: that of the pixel that is least transparent.
QColor ink(const QIcon& icon) {
    const QImage image = icon.pixmap(64, 64).toImage().convertToFormat(QImage::Format_ARGB32);
    QRgb strongest = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > qAlpha(strongest)) strongest = image.pixel(x, y);
    return QColor::fromRgb(strongest);
}

} // namespace

class FrameTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    MainWindow& window() const { return m_fixture.window(); }
    static QStringList pages() { return {u"graph"_s, u"memory"_s, u"int8"_s, u"accelerator"_s}; }
    // Of the menu.
    QList<QAction*> samples() const {
        for (const QMenu* menu : window().findChildren<QMenu*>())
            if (menu->title() == u"Open sample"_s) return menu->actions();
        return {};
    }
    QLineEdit* field() const { return m_fixture.find<QLineEdit>(u"commandField"_s); }
    // As it stands on the screen, not painted anew: the page whose button has the marker beside it.
    QString markedOnScreen() const {
        const auto* bar = m_fixture.find<QWidget>(u"activityBar"_s);
        const QColor accent = views::Theme::forPalette(bar->palette()).accent;
        const QImage screen = window().screen()->grabWindow(window().winId()).toImage();
        const double ratio = screen.devicePixelRatio();
        QStringList marked;
        for (const QString& page : pages()) {
            const auto* button = m_fixture.find<QWidget>(u"page_"_s + page);
            const QPoint at = bar->mapTo(&window(), QPoint(1, button->geometry().center().y()));
            if (screen.pixelColor((QPointF(at) * ratio).toPoint()) == accent) marked << page;
        }
        return marked.join(u'+');
    }
    // The icons of the frame that are painted in the colours of a theme.
    bool iconsAre(const views::Theme& theme) const {
        for (const char* name : {"closeDrawer", "bannerClose"})
            if (ink(m_fixture.find<QToolButton>(QString::fromLatin1(name))->icon()) != theme.muted)
                return false;
        QIcon search;
        for (const QAction* action : field()->actions())
            if (!action->icon().isNull() && action->objectName().isEmpty()) search = action->icon();
        return ink(search) == theme.muted &&
               ink(m_fixture.find<QToolButton>(u"menuButton"_s)->icon()) == theme.text &&
               ink(m_fixture.find<QToolButton>(u"page_graph"_s)->icon()) == theme.accent;
    }
    bool isPaintedIn(const views::Theme& theme) const {
        for (const QString& page : pages()) {
            m_fixture.click(u"page_"_s + page);
            auto* view = m_fixture.find<QWidget>(u"view_"_s + page);
            const QColor colour = ground(view->grab().toImage());
            if ((colour.lightness() < 100) != theme.dark) return false;
        }
        m_fixture.click(u"page_graph"_s);
        return (ground(window().grab().toImage()).lightness() < 100) == theme.dark;
    }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
    }
    void cleanup() {
        m_fixture.end();
        QApplication::setPalette(QPalette());
    }

    void theMarkerFollowsThePage_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"click", "key", "palette", "link"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void theMarkerFollowsThePage() {
        QFETCH(QString, how);
        const QHash<QString, QString> links{{u"graph"_s, u"statusNodes"_s},
                                            {u"memory"_s, u"statusMemory"_s},
                                            {u"accelerator"_s, u"statusLatency"_s}};
        QTRY_COMPARE_WITH_TIMEOUT(markedOnScreen(), u"graph"_s, 30000);
        for (const QString& page : QStringList{u"memory"_s, u"accelerator"_s, u"graph"_s, u"int8"_s}) {
            if (how == u"click"_s) {
                m_fixture.click(u"page_"_s + page);
            } else if (how == u"key"_s) {
                QTest::keyClick(&window(), Qt::Key(Qt::Key_1 + pages().indexOf(page)), Qt::AltModifier);
            } else if (how == u"link"_s) {
                if (!links.contains(page)) continue;
                QTRY_VERIFY_WITH_TIMEOUT(m_fixture.find<QWidget>(links[page])->isVisible(), 30000);
                m_fixture.click(links[page]);
            } else {
                QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
                QTest::keyClicks(field(), u"go to page "_s + page);
                QTest::keyClick(field(), Qt::Key_Return);
            }
            QTRY_COMPARE_WITH_TIMEOUT(m_fixture.currentPage(), page,
                                      30000); // a key shows the button pressed for a moment
            QTRY_COMPARE_WITH_TIMEOUT(markedOnScreen(), page, 30000);
        }
    }

    // What begins with the words comes before commands that have them inside, and leaves room for those.
    void nodesOfAnOperatorComeFirst() {
        ir::GraphBuilder builder;
        ValueId value = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 8}});
        for (int i = 0; i < 20; ++i)
            value = builder.node("Relu", {value});
        builder.output(value);
        workbench::CommandPaletteIndex index;
        index.setCommands({{u"Rule: Conv + Relu"_s, u"command"_s, {}, [] {}}});
        index.setGraph(std::make_shared<const ir::Graph>(builder.take()));
        for (const std::size_t limit : {std::size_t(8), std::size_t(30)}) {
            const auto found = index.find(u"relu"_s, limit);
            QVERIFY(found.size() <= limit);
            QCOMPARE(found.front()->kind, u"node"_s);
            QCOMPARE(std::ranges::count(found, u"command"_s, &workbench::CommandEntry::kind), 1);
            QCOMPARE(std::set(found.begin(), found.end()).size(), found.size());
        }
    }

    // Whatever has the focus: here a field for text, of the frame and of every page that has one.
    void exportHasItsKeyInTextFieldsToo() {
        const auto exports = [&](QWidget* focus) {
            focus->setFocus();
            if (!QTest::qWaitFor([&] { return QApplication::focusWidget() == focus; })) return false;
            QTest::keyClick(focus, Qt::Key_E, Qt::ControlModifier);
            QDialog* dialog = nullptr;
            const bool shown = QTest::qWaitFor(
                [&] {
                    dialog = window().findChild<QDialog*>(u"exportDialog"_s);
                    return dialog && dialog->isVisible();
                },
                30000);
            if (dialog) dialog->close();
            window().activateWindow();
            return shown && QTest::qWaitFor([&] { return !window().findChild<QDialog*>(u"exportDialog"_s); });
        };
        QVERIFY(exports(field()));
        QTest::keyClicks(field(), u"some text"_s);
        QVERIFY(exports(field()));
        QCOMPARE(field()->text(), u"some text"_s);
        m_fixture.click(u"page_accelerator"_s);
        QVERIFY(exports(m_fixture.find<QSpinBox>(u"rows"_s)));
        // Keys by which text is edited stay with the field.
        field()->setFocus();
        field()->selectAll();
        QTest::keyClicks(field(), u"abc"_s);
        QTest::keyClick(field(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(field()->text() != u"abc"_s);
        QTest::keyClicks(field(), u"?"_s);
        QVERIFY(field()->text().endsWith(u'?'));
        QVERIFY(!window().findChild<QDialog*>(u"keySheet"_s));
    }

    // What comes to them later leaves it where somebody has put it.
    void pagesTakeTheFocusOnlyAsTheyCome() {
        for (const QString& page : {u"memory"_s, u"int8"_s, u"accelerator"_s, u"graph"_s}) {
            field()->setFocus();
            QTRY_VERIFY_WITH_TIMEOUT(field()->hasFocus(), 30000);
            QTest::keyClick(field(), Qt::Key(Qt::Key_1 + pages().indexOf(page)), Qt::AltModifier);
            QTRY_COMPARE_WITH_TIMEOUT(m_fixture.currentPage(), page, 30000);
            QTRY_VERIFY2_WITH_TIMEOUT(!field()->hasFocus(), qPrintable(page), 30000);
            field()->setFocus();
            QTRY_VERIFY_WITH_TIMEOUT(field()->hasFocus(), 30000);
            QTRY_VERIFY_WITH_TIMEOUT(window().session().idle(), 60000);
            QTest::qWait(50);
            QVERIFY2(field()->hasFocus(), qPrintable(page));
        }
    }

    void theMainActionIsThatOfThePage() {
        auto* button = m_fixture.find<QToolButton>(u"mainAction"_s);
        QCOMPARE(button->text(), u"Save fused model…"_s);
        m_fixture.click(u"page_memory"_s);
        QCOMPARE(button->text(), u"Export figures…"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QDialog*>(u"exportDialog"_s), 30000);
        window().findChild<QDialog*>(u"exportDialog"_s)->close();
        m_fixture.click(u"page_int8"_s);
        QCOMPARE(button->text(), u"Save INT8 model…"_s);
        QVERIFY(button->isEnabled());
        m_fixture.click(u"page_graph"_s);
        QCOMPARE(button->text(), u"Save fused model…"_s);
        QVERIFY(!button->menu() && button->actions().size() == 1);
    }

    void aChipChangesTheExtent() {
        const auto extents = [&] { return m_fixture.analysis()->typed->bindings; };
        QVERIFY(!extents().empty());
        const std::string symbol = extents().begin()->first;
        const std::int64_t before = extents().begin()->second;
        auto* chip = m_fixture.find<QToolButton>(u"chip_"_s + QString::fromStdString(symbol));
        QVERIFY(chip->text().endsWith(QString::number(before)));
        auto* spin = chip->menu()->findChild<QSpinBox*>();
        chip->menu()->popup(chip->mapToGlobal(QPoint()));
        QTRY_VERIFY_WITH_TIMEOUT(spin->isVisible() && spin->hasFocus(), 30000);
        QTest::keyClicks(spin, QString::number(before + 2));
        QTest::keyClick(spin, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && extents().at(symbol) == before + 2, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.find<QToolButton>(u"chip_"_s + QString::fromStdString(symbol))
                                     ->text()
                                     .endsWith(QString::number(before + 2)),
                                 30000);
        QVERIFY(window().isWindowModified());
    }

    void problemsOpenByTheirLink() {
        auto* drawer = m_fixture.find<QWidget>(u"drawer"_s);
        QVERIFY(!drawer->isVisible());
        m_fixture.click(u"statusProblems"_s);
        QVERIFY(drawer->isVisible());
        m_fixture.click(u"closeDrawer"_s);
        QVERIFY(!drawer->isVisible());
    }

    // The graph that is open stays; without one, the sentence of the empty page and its button do.
    void aFileThatDoesNotOpenChangesNoPage() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"no_model.onnx"_s);
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write("no model") > 0);
        written.close();
        const auto fails = [&] {
            window().open(file);
            auto* text = m_fixture.find<QLabel>(u"bannerText"_s);
            return QTest::qWaitFor(
                [&] { return text->isVisible() && text->text().contains(u"no_model.onnx"_s); }, 30000);
        };
        m_fixture.click(u"page_graph"_s);
        const auto* canvas = m_fixture.find<views::GraphCanvas>(u"graphCanvasBefore"_s);
        QTRY_VERIFY_WITH_TIMEOUT(canvas->scene(), 30000);
        const QString answer = m_fixture.find<views::PageAnswer>(u"graphAnswer"_s)->plainText();
        QVERIFY(fails());
        QVERIFY(canvas->isVisible());
        QVERIFY(canvas->scene() && &canvas->scene()->graph() == m_fixture.analysis()->before());
        QCOMPARE(m_fixture.find<views::PageAnswer>(u"graphAnswer"_s)->plainText(), answer);

        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        m_fixture.click(u"page_graph"_s);
        QVERIFY(fails());
        QVERIFY(m_fixture.find<QWidget>(u"welcome"_s)->isVisible()); // the page of a window without a model
        m_fixture.click(u"page_graph"_s);
        QVERIFY(m_fixture.find<QLabel>(u"graphEmpty"_s)->isVisible());
        const auto* offer = m_fixture.find<QPushButton>(u"openOffer"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window().childAt(offer->mapTo(&window(), offer->rect().center())) == offer,
                                 30000);
    }

    // The way on from a window without a model.
    void anEmptyPageOffersToOpen() {
        QVERIFY(!m_fixture.find<QWidget>(u"openOffer"_s)->isVisible());
        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        QVERIFY(!m_fixture.find<QToolButton>(u"statusProblems"_s)->isVisible());
        const auto* figures = window().findChild<QAction*>(u"exportFiguresAction"_s);
        QTRY_VERIFY(!figures->isEnabled());
        m_fixture.click(u"page_scenario"_s); // has figures of its own
        QTRY_VERIFY(figures->isEnabled());
        m_fixture.click(u"page_graph"_s);
        QTRY_VERIFY(!figures->isEnabled());
        auto* offer = m_fixture.find<QPushButton>(u"openOffer"_s);
        for (const QString& page : pages()) {
            m_fixture.click(u"page_"_s + page);
            QTRY_VERIFY2(!offer->visibleRegion().isEmpty(), qPrintable(page));
            QTRY_VERIFY_WITH_TIMEOUT(window().childAt(offer->mapTo(&window(), offer->rect().center())) == offer,
                                     30000);
        }
        bool asked = false;
        QTimer::singleShot(200, &window(), [&] {
            for (QWidget* each : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<QFileDialog*>(each)) {
                    asked = true;
                    dialog->reject();
                }
        });
        QTest::mouseClick(offer, Qt::LeftButton);
        QVERIFY(asked);
        // Or the page with all that can be opened, every sample that ships among it, as in the menu.
        m_fixture.click(u"welcomeOffer"_s);
        QTRY_VERIFY(m_fixture.find<QWidget>(u"welcome"_s)->isVisible());
        QVERIFY(!offer->isVisible());
        QVERIFY(samples().size() >= 4);
        for (const QAction* each : samples()) {
            const auto* button = m_fixture.find<QPushButton>(u"sample_"_s + each->text());
            QVERIFY2(button &&
                         window().rect().contains(QRect(button->mapTo(&window(), QPoint()), button->size())),
                     qPrintable(each->text()));
            QTRY_VERIFY(window().childAt(button->mapTo(&window(), button->rect().center())) == button);
        }
        m_fixture.click(u"sample_signal_cnn_1d"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_fixture.settled() && m_fixture.analysis()->opened->file.stem() == "signal_cnn_1d", 60000);
        QVERIFY(!offer->isVisible());
        QVERIFY(m_fixture.openSample("tiny_cnn_2d"));
        QVERIFY(!offer->isVisible());
        QTRY_VERIFY(m_fixture.find<QToolButton>(u"statusProblems"_s)->isVisible());
        QVERIFY(window().findChild<QAction*>(u"exportFiguresAction"_s)->isEnabled());
    }

    void aMessageMovesNothing() {
        auto* banner = m_fixture.find<QWidget>(u"banner"_s);
        auto* page = m_fixture.find<views::GraphCanvas>(u"graphCanvasBefore"_s);
        const auto place = [&] { return QRect(page->mapTo(&window(), QPoint()), page->size()); };
        const QRect before = place();
        QVERIFY(!banner->isVisible());
        for (const int sentences : {1, 40}) {
            emit window().session().noted(QString(u"Something was left out. "_s).repeated(sentences));
            QVERIFY(banner->isVisible());
            QCoreApplication::processEvents();
            QCOMPARE(place(), before);
            const QRect over(banner->mapTo(&window(), QPoint()), banner->size());
            QVERIFY(window().rect().contains(over) && over.width() > window().width() / 2);
            QVERIFY(banner->height() >= m_fixture.find<QLabel>(u"bannerText"_s)->height());
            const QPoint middle = over.center();
            QVERIFY(banner->isAncestorOf(window().childAt(middle)) || window().childAt(middle) == banner);
        }
        m_fixture.click(u"bannerClose"_s);
        QVERIFY(!banner->isVisible());
    }

    // The page has its room until something is selected, however wide the window is.
    void anEmptyInspectorIsFolded() {
        auto* inspector = m_fixture.find<QWidget>(u"inspector"_s);
        QVERIFY(!inspector->isVisible());
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        QVERIFY(inspector->isVisible());
        window().selection().clear();
        QVERIFY(!inspector->isVisible());
        window().resize(1500, 860);
        QTest::qWait(50);
        QVERIFY(!inspector->isVisible());
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        QVERIFY(inspector->isVisible());
        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        window().resize(1500, 860);
        QTest::qWait(50);
        QVERIFY(!m_fixture.find<QWidget>(u"inspector"_s)->isVisible()); // no model
    }

    // By its key, which works in it, too; the next window has it as it was left.
    void theInspectorIsPutAway() {
        const auto inspector = [&] { return m_fixture.find<QWidget>(u"inspector"_s); };
        const auto select = [&] { window().selection().select({m_fixture.firstOf("Conv"), {}}); };
        select();
        QVERIFY(inspector()->isVisible());
        inspector()->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(inspector()->hasFocus(), 30000);
        QTest::keyClick(inspector(), Qt::Key_I, Qt::ControlModifier);
        QVERIFY(!inspector()->isVisible());
        window().selection().clear();
        select();
        QVERIFY(!inspector()->isVisible());
        window().close();
        QTRY_VERIFY_WITH_TIMEOUT(window().session().idle(), 30000);
        m_fixture.end();
        QVERIFY(m_fixture.start());
        select();
        QVERIFY(!inspector()->isVisible());
        auto* action = m_fixture.find<QAction>(u"inspectorAction"_s);
        QVERIFY(!action->isChecked() && m_fixture.find<QMenu>(u"mainMenu"_s)->actions().contains(action));
        action->trigger();
        QVERIFY(inspector()->isVisible());
    }

    // Its scale, too; and what lies where the inspector comes goes no further than into sight.
    void whatWasClickedStaysWhileTheInspectorUnfolds() {
        auto* inspector = m_fixture.find<QWidget>(u"inspector"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window().session().idle(), 60000); // results that come move nothing any more
        for (const char* side : {"Before", "After"}) {
            auto* canvas = m_fixture.find<views::GraphCanvas>(u"graphCanvas"_s + QString::fromLatin1(side));
            QTRY_VERIFY_WITH_TIMEOUT(canvas->scene() && canvas->scene()->placed() && !canvas->inTransition(),
                                     30000);
            QTest::keyClick(canvas, Qt::Key_Minus); // as long as nobody has, results that come may move it
            QCoreApplication::processEvents();
            NodeId node;
            for (const views::SceneBox& box : canvas->scene()->boxes())
                if (box.kind == views::SceneBox::Kind::Node && !box.member.valid() && !box.module.valid() &&
                    QRectF(canvas->rect()).adjusted(24, 24, -24, -24).contains(*canvas->nodeRect(box.node)))
                    node = box.node;
            QVERIFY(node.valid());
            const QRectF before = *canvas->nodeRect(node);
            const QPointF on = canvas->mapToGlobal(before.topLeft());
            const double zoom = canvas->zoom();
            const int width = canvas->width();
            QTest::mouseClick(canvas, Qt::LeftButton, {}, before.center().toPoint());
            QTRY_VERIFY_WITH_TIMEOUT(inspector->isVisible() && canvas->width() < width, 30000);
            QCoreApplication::processEvents();
            QCOMPARE(window().selection().current().node, node);
            QCOMPARE(canvas->zoom(), zoom);
            const QRectF after = *canvas->nodeRect(node);
            QVERIFY(QRectF(canvas->rect()).contains(after));
            const QPointF moved = canvas->mapToGlobal(after.topLeft()) - on;
            QVERIFY2(std::abs(moved.y()) <= 1 && moved.x() <= 1, side);
            if (std::abs(moved.x()) > 1) // it would lie below the inspector
                QVERIFY(canvas->mapToGlobal(after.topRight()).x() <=
                            inspector->mapToGlobal(QPointF(0, 0)).x() &&
                        after.right() >= canvas->width() - 24);
            window().selection().clear();
            QTRY_VERIFY_WITH_TIMEOUT(canvas->width() == width, 30000);
        }
    }

    void everythingIsTintedAnew() {
        window().setTheme(u"light"_s);
        QTRY_VERIFY_WITH_TIMEOUT(iconsAre(views::Theme::light()), 30000);
        window().setTheme(u"dark"_s);
        QTRY_VERIFY_WITH_TIMEOUT(iconsAre(views::Theme::darkTheme()), 30000);
        QVERIFY(isPaintedIn(views::Theme::darkTheme()));
        window().setTheme(u"light"_s);
        QTRY_VERIFY_WITH_TIMEOUT(iconsAre(views::Theme::light()), 30000);
        QVERIFY(isPaintedIn(views::Theme::light()));
    }

    // The graph page shows fusion step by step, with the reason of each.
    void fusionIsPresented() {
        const auto history = m_fixture.analysis()->fusion;
        QVERIFY(!history->steps.empty());
        QTest::keyClick(field(), Qt::Key_F11);
        auto* shown = m_fixture.find<workbench::Presentation>(u"presentation"_s);
        QTRY_VERIFY_WITH_TIMEOUT(shown->isVisible(), 30000);
        QCOMPARE(shown->geometry(), window().screen()->geometry());
        QVERIFY(shown->scale() >= 1.5 && shown->scale() <= 2);
        QVERIFY(shown->headline().contains(QString::number(history->base.nodeCount())));
        QImage before;
        const QList<Qt::Key> forward{Qt::Key_Right, Qt::Key_PageDown, Qt::Key_Space};
        for (std::size_t i = 0; i < history->steps.size(); ++i) {
            QTRY_VERIFY_WITH_TIMEOUT(shown->isReady(), 20000);
            QTest::keyClick(shown, forward[static_cast<qsizetype>(i) % forward.size()]);
            QCOMPARE(shown->current(), i + 1);
            QCOMPARE(shown->headline(), views::stepSentence(history->steps[i]));
            QCOMPARE(shown->caption(), u"Step %1 of %2"_s.arg(i + 1).arg(history->steps.size()));
            QTRY_VERIFY_WITH_TIMEOUT(shown->isReady(), 20000);
            const QImage now = shown->grab().toImage();
            QVERIFY(now != before);
            before = now;
        }
        QTest::keyClick(shown, Qt::Key_End);
        QVERIFY(shown->caption().contains(QString::number(history->graph.nodeCount())));
        QVERIFY2(shown->headline().startsWith(u"Fusion makes "_s), qPrintable(shown->headline()));
        const std::size_t last = shown->current();
        QTest::keyClick(shown, Qt::Key_Right); // there is no more
        QCOMPARE(shown->current(), last);
        QTest::keyClick(shown, Qt::Key_PageUp);
        QTest::keyClick(shown, Qt::Key_Left);
        QCOMPARE(shown->current(), last - 2);
        QTest::mouseClick(shown, Qt::LeftButton);
        QCOMPARE(shown->current(), last - 1);
        QTest::keyClick(shown, Qt::Key_Home);
        QCOMPARE(shown->current(), std::size_t(0));
        QTest::keyClick(shown, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<QWidget*>(u"presentation"_s), 30000);
    }

    // Other pages their figures, charts of Qt among them, in the colours of the window.
    void figuresArePresented() {
        window().setTheme(u"dark"_s);
        for (const QString& page : {u"memory"_s, u"accelerator"_s}) {
            m_fixture.click(u"page_"_s + page);
            QTRY_VERIFY_WITH_TIMEOUT(
                m_fixture.settled() && (page == u"memory"_s || m_fixture.analysis()->explored), 30000);
            const auto* view = m_fixture.find<views::View>(u"view_"_s + page);
            const auto figures = view->figures();
            const QString answer = view->answer();
            QVERIFY(!answer.isEmpty());
            QTRY_VERIFY_WITH_TIMEOUT(window().isActiveWindow(), 30000);
            QTest::keyClick(&window(), Qt::Key_F11);
            QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QWidget*>(u"presentation"_s), 30000);
            auto* shown = m_fixture.find<workbench::Presentation>(u"presentation"_s);
            for (std::size_t i = 0; i < figures.size(); ++i) {
                QCOMPARE(shown->current(), i);
                if (figures[i].name != u"array"_s) // whose headline is its moment
                    QCOMPARE(figures[i].hasAnswer ? shown->caption() : shown->headline(), figures[i].title);
                if (figures[i].hasAnswer) QCOMPARE(shown->headline(), answer);
                QTRY_VERIFY_WITH_TIMEOUT(shown->isReady(), 30000);
                const QImage image = shown->grab().toImage().convertToFormat(QImage::Format_RGB32);
                QVERIFY(ground(image).lightness() < 100);
                QSet<QRgb> colours;
                for (int y = 0; y < image.height() * 3 / 4; ++y)
                    for (int x = 0; x < image.width(); ++x)
                        colours.insert(image.pixel(x, y));
                QVERIFY2(colours.size() > 10, qPrintable(figures[i].name));
                QTest::keyClick(shown, Qt::Key_PageDown);
            }
            QTest::keyClick(shown, Qt::Key_Escape);
            QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<QWidget*>(u"presentation"_s), 30000);
        }
    }

    void aPresentationBeginsWhereOneIs() {
        m_fixture.click(u"page_accelerator"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && m_fixture.analysis()->explored, 30000);
        m_fixture.find<QTabWidget>(u"acceleratorCharts"_s)->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(window().isActiveWindow(), 30000);
        QTest::keyClick(&window(), Qt::Key_F11);
        QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QWidget*>(u"presentation"_s), 30000);
        auto* shown = m_fixture.find<workbench::Presentation>(u"presentation"_s);
        QCOMPARE(shown->current(), std::size_t(1));
        QTest::keyClick(shown, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<QWidget*>(u"presentation"_s), 30000);
    }

    // Also where what had it was left while the slides were shown.
    void escGivesTheFocusBack() {
        m_fixture.click(u"page_accelerator"_s);
        auto* rows = m_fixture.find<QSpinBox>(u"rows"_s);
        for (const bool isTaken : {false, true}) {
            QTRY_VERIFY_WITH_TIMEOUT(window().isActiveWindow(), 30000);
            rows->setFocus();
            QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), static_cast<QWidget*>(rows), 30000);
            QTest::keyClick(&window(), Qt::Key_F11);
            QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QWidget*>(u"presentation"_s), 30000);
            auto* shown = m_fixture.find<workbench::Presentation>(u"presentation"_s);
            QTRY_VERIFY_WITH_TIMEOUT(shown->isVisible(), 30000);
            if (isTaken) rows->clearFocus();
            QTest::keyClick(shown, Qt::Key_Escape);
            QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<QWidget*>(u"presentation"_s), 30000);
            QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), static_cast<QWidget*>(rows), 30000);
        }
    }

    // Space plays what moves, arrows step through it, and at its end they go on.
    void whatMovesIsPlayed() {
        window().selection().clear();
        m_fixture.click(u"page_accelerator"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && m_fixture.analysis()->explored, 30000);
        auto* tabs = m_fixture.find<QTabWidget>(u"acceleratorCharts"_s);
        const int before = tabs->currentIndex();
        for (const QString& canvas : {u"arrayCanvas"_s, u"dataflowCanvas"_s}) {
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->widget(i)->findChild<QWidget*>(canvas)) tabs->setCurrentIndex(i);
            QTRY_VERIFY_WITH_TIMEOUT(window().isActiveWindow(), 30000);
            QTest::keyClick(&window(), Qt::Key_F11);
            QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QWidget*>(u"presentation"_s), 30000);
            auto* shown = m_fixture.find<workbench::Presentation>(u"presentation"_s);
            const std::size_t slide = shown->current();
            const auto told = [&] { return shown->headline() + shown->caption(); };
            QVERIFY2(told().contains(u"ycle 1 of "_s), qPrintable(told()));
            QTRY_VERIFY_WITH_TIMEOUT(shown->isReady(), 30000);
            const QImage first = shown->grab().toImage();
            QTest::keyClick(shown, Qt::Key_Right);
            QVERIFY2(told().contains(u"ycle 2 of "_s), qPrintable(told()));
            QVERIFY(shown->isReady() && shown->grab().toImage() != first);
            QTest::keyClick(shown, Qt::Key_Left);
            QVERIFY2(told().contains(u"ycle 1 of "_s), qPrintable(told()));
            QTest::keyClick(shown, Qt::Key_Space);
            QVERIFY(shown->isPlaying());
            QTRY_VERIFY_WITH_TIMEOUT(!told().contains(u"ycle 1 of "_s), 30000);
            QTest::keyClick(shown, Qt::Key_Space);
            QVERIFY(!shown->isPlaying());
            QCOMPARE(shown->current(), slide);
            QTest::keyClick(shown, Qt::Key_PageUp);
            QCOMPARE(shown->current(), slide - 1);
            QTest::keyClick(shown, Qt::Key_Escape);
            QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<QWidget*>(u"presentation"_s), 30000);
        }
        tabs->setCurrentIndex(before);
    }

    // Where the text of a field has nothing to take back, Ctrl+Z takes back the decision.
    void undoInAFieldIsOfItsTextFirst() {
        m_fixture.click(u"page_accelerator"_s);
        auto* rows = m_fixture.find<QSpinBox>(u"rows"_s);
        const int before = rows->value();
        window().settings().change(u"Rows"_s, [&](pipeline::Settings& s) { s.accelerator.rows = before + 3; });
        QTRY_COMPARE_WITH_TIMEOUT(rows->value(), before + 3, 30000);
        rows->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(rows->hasFocus(), 30000);
        rows->selectAll();
        QTest::keyClicks(rows, u"7"_s);
        QTest::keyClick(rows, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window().settings().get().accelerator.rows, std::int64_t(before + 3));
        QVERIFY(rows->text().contains(QString::number(before + 3)));
        QTest::keyClick(rows, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window().settings().get().accelerator.rows, std::int64_t(before));
    }

    // While the window runs: offscreen the desktop is always light. A theme that was chosen stays.
    void theDesktopIsFollowed() {
        const auto announce = [&] { // as Qt does when the colours of the desktop have changed
            QEvent change(QEvent::ThemeChange);
            QApplication::sendEvent(&window(), &change);
        };
        window().setTheme(u"system"_s);
        views::Theme::darkTheme().paintApplication(); // of a desktop before
        QTRY_VERIFY_WITH_TIMEOUT(iconsAre(views::Theme::darkTheme()), 30000);
        QVERIFY(isPaintedIn(views::Theme::darkTheme()));
        announce();
        QTRY_VERIFY_WITH_TIMEOUT(iconsAre(views::Theme::light()), 30000);
        QVERIFY(isPaintedIn(views::Theme::light()));
        window().setTheme(u"dark"_s);
        announce();
        QTest::qWait(50);
        QVERIFY(iconsAre(views::Theme::darkTheme()));
    }
};

EDGEWRIGHT_TEST(FrameTest)

} // namespace edgewright::frame_test

#include "frame_test.moc"

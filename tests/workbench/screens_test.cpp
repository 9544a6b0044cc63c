// SPDX-License-Identifier: GPL-3.0-or-later
// The window goes from a screen of one device pixel for each logical one to a screen of two: what it keeps as
// pixels is drawn anew.
#include "tests/workbench/window_fixture.h"

#include "views/int8/charts/heat_map.h"

#include <QFile>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>

using namespace edgewright;
using namespace Qt::StringLiterals;

class ScreensTest : public QObject {
    Q_OBJECT
    test::WindowFixture m_fixture;

private slots:
    void initTestCase() {
        if (QGuiApplication::screens().size() < 2) QSKIP("this platform plugin offers no second screen");
        QVERIFY(m_fixture.start("residual_cnn_2d"));
        QCOMPARE(m_fixture.window().devicePixelRatioF(), 1.0);
    }
    void cleanupTestCase() { m_fixture.end(); }

    void drawsAnew_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("type");
        QTest::newRow("graph") << u"graph"_s << u"edgewright::views::GraphCanvas"_s;
        QTest::newRow("mini-map") << u"graph"_s << u"edgewright::views::MiniMap"_s;
        QTest::newRow("legend") << u"graph"_s << u"edgewright::views::GraphLegend"_s;
        QTest::newRow("memory charts") << u"memory"_s << u"edgewright::views::PlanChart"_s;
        QTest::newRow("heat map") << u"int8"_s << u"edgewright::views::HeatMap"_s;
    }
    void drawsAnew() {
        QFETCH(QString, page);
        QFETCH(QString, type);
        auto& window = m_fixture.window();
        QVERIFY(goTo(0));
        QVERIFY(window.showPage(page));
        window.selection().select({m_fixture.firstOf("Conv"), {}}); // for the heat map
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.window().session().idle() && atRest(), 30000);
        window.selection().clear();
        if (page == u"graph") QVERIFY(showMiniMap());
        int compared = 0;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (QString::fromLatin1(widget->metaObject()->className()) != type || !widget->isVisible())
                continue;
            QVERIFY(goTo(0) && drawAll(*widget)); // it holds its pixels
            QVERIFY(goTo(1) && draw(*widget));
            const QImage moved = widget->grab().toImage();
            QCOMPARE(moved.devicePixelRatio(), 2.0);
            QVERIFY(drawAll(*widget));
            QVERIFY(widget->grab().toImage() == moved);
            ++compared;
        }
        QVERIFY2(compared > 0, qPrintable(type));
    }

private:
    bool goTo(int screen) {
        auto& window = m_fixture.window();
        QScreen* wanted = QGuiApplication::screens().at(screen);
        window.move(wanted->geometry().topLeft());
        return QTest::qWaitFor([&] { return window.isVisible() && window.devicePixelRatioF() == screen + 1; });
    }
    // It hides while all is seen, and where it would cover a node.
    bool showMiniMap() {
        auto* canvas = m_fixture.find<QWidget>(u"graphCanvasBefore"_s);
        auto* map = canvas->findChild<QWidget*>(u"miniMap"_s);
        QTest::keyClick(canvas, Qt::Key_0);
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(20);
            if (map->isVisible()) return true;
            QTest::keyClick(canvas, Qt::Key_Plus);
        }
        return false;
    }
    bool draw(QWidget& widget) {
        widget.grab();
        return QTest::qWaitFor([&] { return atRest(); });
    }
    bool drawAll(QWidget& widget) { // whatever is kept
        for (QWidget* each : m_fixture.window().findChildren<QWidget*>()) {
            QEvent changed(QEvent::PaletteChange);
            QCoreApplication::sendEvent(each, &changed);
        }
        return draw(widget);
    }
    bool atRest() {
        for (const auto* heat : m_fixture.window().findChildren<views::HeatMap*>())
            if (heat->isVisible() && heat->isDrawing()) return false;
        return true;
    }
};

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    QFile screens(folder.filePath(QStringLiteral("screens.json")));
    if (!screens.open(QIODevice::WriteOnly)) return 1;
    screens.write(R"({"screens": [
        {"name": "one", "x": 0, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
        {"name": "two", "x": 1600, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96, "logicalBaseDpi": 96,
         "dpr": 2}]})");
    screens.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
    QApplication application(argc, argv);
    test::useOwnSettings();
    ScreensTest tests;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&tests, argc, argv);
}
#include "screens_test.moc"

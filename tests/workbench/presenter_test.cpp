// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson before a class, by the keys of a remote: on one screen, and on the two of two_screens.json, where a
// third one shows what the first does.
#include "app/workbench/presenter/lesson_show.h"
#include "app/workbench/presenter/presenter.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace edgewright::presenter_test {

using namespace edgewright::workbench;
using namespace Qt::StringLiterals;

using Phase = LessonPlayer::Phase;

class PresenterTest : public QObject {
    Q_OBJECT

    static constexpr int Patience = 120'000; // ms
    test::WindowFixture m_fixture;
    std::unique_ptr<Presenter> m_presenter;

    LessonPlayer& player() { return m_fixture.window().lessons().player(); }
    void press(Qt::Key key) { QTest::keyClick(&m_fixture.window(), key); }
    bool comesTo(std::size_t step, Phase phase) {
        return QTest::qWaitFor([&] { return player().index() == step && player().phase() == phase; }, Patience);
    }
    void drag(const QPoint& from, const QPoint& to) {
        Ink& ink = m_presenter->ink();
        QTest::mousePress(&ink, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(to), ink.mapToGlobal(QPointF(to)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(&ink, &move);
        QTest::mouseRelease(&ink, Qt::LeftButton, {}, to);
    }
    static bool hasTwoScreens() { return QGuiApplication::screens().size() > 1; }
    static QScreen* desk() { return QGuiApplication::primaryScreen(); } // of the teacher
    static QScreen* wall() { return QGuiApplication::screens().back(); }
    static bool fills(const QWidget& window, const QScreen* screen) {
        return QTest::qWaitFor(
            [&] {
                return window.isVisible() && window.isFullScreen() && window.screen() == screen &&
                       window.geometry() == screen->geometry();
            },
            Patience);
    }
    bool isBlack() {
        const QImage seen = m_fixture.window().grab().toImage().convertToFormat(QImage::Format_RGB32);
        QImage black(seen.size(), QImage::Format_RGB32);
        black.setDevicePixelRatio(seen.devicePixelRatio());
        black.fill(Qt::black);
        return seen == black;
    }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start(""));
        m_fixture.window().leaveFrame();
        m_presenter = std::make_unique<Presenter>(m_fixture.window(), m_fixture.window().lessons());
        m_fixture.window().lessons().start(u"04_lifetimes"_s, 0);
        QVERIFY(comesTo(0, Phase::Told));
    }
    void cleanup() {
        m_presenter.reset();
        m_fixture.end();
    }

    void remoteLeadsThroughIt() {
        QVERIFY(!m_fixture.find<QWidget>(u"statusBar"_s)->isVisible());
        QVERIFY(m_fixture.find<QWidget>(u"presenterBar"_s)->isVisible());
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(1, Phase::Asking));
        press(Qt::Key_PageDown); // its answer
        QVERIFY(comesTo(1, Phase::Told));
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(2, Phase::Told));
        press(Qt::Key_PageUp);
        QVERIFY(comesTo(1, Phase::Asking));
        QSignalSpy left(m_presenter.get(), &Presenter::left);
        press(Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
        QCOMPARE(left.front().front().value<std::size_t>(), std::size_t(1));
    }

    void inkIsDrawnAndTakenAway() {
        Ink& ink = m_presenter->ink();
        QVERIFY(ink.testAttribute(Qt::WA_TransparentForMouseEvents));
        press(Qt::Key_P);
        QCOMPARE(ink.tool(), Ink::Tool::Pen);
        drag({100, 100}, {200, 100});
        drag({100, 300}, {200, 300});
        QCOMPARE(ink.strokes(), std::size_t(2));
        press(Qt::Key_E);
        drag({150, 104}, {150, 105});
        QCOMPARE(ink.strokes(), std::size_t(1));
        press(Qt::Key_Escape); // the tool first
        QCOMPARE(ink.tool(), Ink::Tool::None);
        press(Qt::Key_PageDown); // another step
        QVERIFY(comesTo(1, Phase::Asking));
        QCOMPARE(ink.strokes(), std::size_t(0));
    }

    void darkScreenAndNotes() {
        press(Qt::Key_B);
        QVERIFY(m_presenter->isDark());
        press(Qt::Key_Period);
        QVERIFY(!m_presenter->isDark());
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(1, Phase::Asking));
        if (!m_presenter->notes().isVisible()) press(Qt::Key_N); // no second screen
        QVERIFY(m_presenter->notes().isVisible());
        const auto told = [this](const QString& name) {
            return m_presenter->notes().findChild<QLabel*>(name)->text();
        };
        QCOMPARE(told(u"notesText"_s), QString::fromStdString(player().stepWords().notes));
        const auto& next = player().words().steps.at(player().lesson().steps[2].id);
        QVERIFY2(told(u"notesNextTitle"_s).contains(QString::fromStdString(next.title)),
                 qPrintable(told(u"notesNextTitle"_s)));
        QVERIFY2(told(u"notesTime"_s).contains(u"0:"_s), qPrintable(told(u"notesTime"_s)));
    }

    // Whatever comes to lie above everything else: ink, what the step is about, the ring around the focus.
    void darkStaysDark() {
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(1, Phase::Asking));
        press(Qt::Key_P);
        drag({500, 300}, {700, 400});
        press(Qt::Key_B);
        QVERIFY(isBlack());
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(1, Phase::Told));
        QCOMPARE(m_presenter->ink().strokes(), std::size_t(1));
        QVERIFY(isBlack());
        auto* ring = m_fixture.find<QWidget>(u"focusRing"_s);
        ring->setGeometry(100, 100, 80, 40);
        ring->show();
        ring->raise();
        QVERIFY(isBlack());
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(2, Phase::Told));
        m_fixture.window().showNormal();
        m_fixture.window().resize(1500, 900);
        QVERIFY(isBlack());
    }

    void closingTheStageEndsAllOfIt() {
        press(Qt::Key_PageDown);
        QVERIFY(comesTo(1, Phase::Asking));
        if (!m_presenter->notes().isVisible()) press(Qt::Key_N);
        QSignalSpy left(m_presenter.get(), &Presenter::left);
        m_fixture.window().close();
        QCOMPARE(left.count(), 1);
        QCOMPARE(left.front().front().value<std::size_t>(), std::size_t(1));
        QCOMPARE(m_presenter->notes().parentWidget(), &m_fixture.window()); // no window that goes on alone
    }

    void screensChangePlaces() {
        if (!hasTwoScreens()) QSKIP("there is one screen");
        QWidget &stage = m_fixture.window(), &notes = m_presenter->notes();
        QVERIFY(fills(stage, wall()) && fills(notes, desk()));
        press(Qt::Key_S);
        QVERIFY(fills(stage, desk()) && fills(notes, wall()));
        press(Qt::Key_N);
        QVERIFY(!notes.isVisible());
        press(Qt::Key_N);
        QVERIFY(fills(notes, wall()));
        press(Qt::Key_S);
        QVERIFY(fills(stage, wall()) && fills(notes, desk()));
        stage.showNormal(); // as one that loses its screen
        stage.setGeometry(desk()->geometry());
        emit qApp->primaryScreenChanged(desk());
        QVERIFY(fills(stage, wall()) && fills(notes, desk()));
    }

    // In a program of its own, on either screen.
    void isLargerByWhatEachScreenHasRoomFor() {
        QTemporaryDir folder;
        const QString program = folder.filePath(u"window"_s), told = folder.filePath(u"told"_s);
        QFile script(program);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(
            u"#!/bin/sh\necho \"$QT_SCALE_FACTOR;$QT_SCREEN_SCALE_FACTORS\" > '%1'\necho step 2\n"_s.arg(told)
                .toUtf8());
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        script.close();
        qputenv("EDGEWRIGHT_WINDOW", program.toUtf8());
        LessonShow show(m_fixture.window().lessons(), m_fixture.window());
        show.start(u"light"_s);
        qunsetenv("EDGEWRIGHT_WINDOW");
        QVERIFY(comesTo(1, Phase::Asking)); // where it ended

        QFile answer(told);
        QVERIFY(answer.open(QIODevice::ReadOnly));
        QStringList factors = QString::fromUtf8(answer.readAll()).trimmed().split(u';');
        const double forAll = factors.takeFirst().toDouble();
        for (const QScreen* each : Presenter::screens()) {
            const QStringList own = factors.filter(each->name() + u'=');
            const double scale = forAll * (own.isEmpty() ? 1 : own.front().section(u'=', 1).toDouble());
            const QSizeF room = QSizeF(each->size()) / scale;
            const QSize least = m_fixture.window().minimumSizeHint();
            QVERIFY2(room.width() >= least.width() && room.height() >= least.height(),
                     qPrintable(each->name()));
            if (each == wall() && hasTwoScreens()) QVERIFY(std::abs(scale - 1080 / 680.0) < 1e-4);
        }
    }

    // What is typed into a field is text.
    void lettersInAFieldAreText() {
        player().go(8); // asks for a number
        QVERIFY(comesTo(8, Phase::Asking));
        auto* number = m_fixture.find<QLineEdit>(u"lessonNumber"_s);
        number->setFocus();
        QTest::keyClick(number, Qt::Key_P);
        QCOMPARE(number->text(), u"p"_s);
        QCOMPARE(m_presenter->ink().tool(), Ink::Tool::None);
        QTest::keyClick(number, Qt::Key_PageDown);
        QVERIFY(comesTo(8, Phase::Told));
    }
};

EDGEWRIGHT_TEST(PresenterTest)

} // namespace edgewright::presenter_test

#include "presenter_test.moc"

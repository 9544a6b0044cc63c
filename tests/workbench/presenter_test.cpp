// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson before a class, by the keys of a remote.
#include "app/workbench/presenter/presenter.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

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

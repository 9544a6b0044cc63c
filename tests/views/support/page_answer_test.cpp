// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a page: nothing below it moves while numbers change, and reasons are behind "Why".
#include "views/support/page/page_answer.h"

#include "tests/support/test_class.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

namespace edgewright::page_answer_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class PageAnswerTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QWidget> page;
    PageAnswer* answer = nullptr;
    QWidget* below = nullptr;

    template <typename T>
    T* child(const QString& name) {
        return answer->findChild<T*>(name);
    }
    void open(int lines = 1) {
        page = std::make_unique<QWidget>();
        auto* rows = new QVBoxLayout(page.get());
        answer = new PageAnswer(u"testAnswer"_s, page.get());
        if (lines > 1) answer->reserveLines(lines);
        below = new QWidget(page.get());
        rows->addWidget(answer);
        rows->addWidget(below, 1);
        page->resize(700, 400);
        page->show();
        QVERIFY(QTest::qWaitForWindowExposed(page.get()));
    }
    void settle() { QCoreApplication::processEvents(); }

private slots:
    void init() {
        QSettings().remove(u"why"_s);
        open();
    }
    void cleanup() { page.reset(); }

    void whatIsBelowStays() {
        settle();
        const int empty = below->y();
        answer->setAnswer(u"≈ 820 k cycles = 820 µs."_s);
        answer->setConditions(u"The fused graph · Gemmini"_s);
        answer->setReasons({u"61.0 % of the cycles compute."_s});
        settle();
        QCOMPARE(below->y(), empty);
        answer->setAnswer(QString(u"A sentence that takes two lines of the page. "_s).repeated(4));
        QTRY_VERIFY(below->y() > empty);
        settle();
        const int two = below->y();
        answer->setAnswer(u"A short one."_s);
        settle();
        QCOMPARE(below->y(), two);
    }

    // Another model: its answers take the room that they would take first.
    void forgottenAnswersLeaveNoRoom() {
        settle();
        const int empty = below->y();
        answer->setAnswer(QString(u"A sentence that takes two lines of the page. "_s).repeated(4));
        QTRY_VERIFY(below->y() > empty);
        answer->forget();
        QTRY_COMPARE(below->y(), empty);
        QVERIFY(answer->plainText().isEmpty());
        answer->setAnswer(u"A short one."_s);
        settle();
        QCOMPARE(below->y(), empty);
    }

    // Room for two lines from the beginning; a short answer stands at their top.
    void roomForTwoLines() {
        open(2);
        settle();
        const int empty = below->y();
        auto* line = child<QLabel>(u"answer"_s);
        answer->setAnswer(u"A short one."_s);
        settle();
        QCOMPARE(below->y(), empty);
        QVERIFY(answer->height() >= 3 * line->fontMetrics().lineSpacing() - 4); // and the conditions
        QVERIFY(line->alignment().testFlag(Qt::AlignTop));
        answer->setAnswer(QString(u"A sentence that takes two lines of the page. "_s).repeated(2));
        QVERIFY(line->heightForWidth(line->width()) > line->fontMetrics().lineSpacing() * 3 / 2);
        settle();
        QCOMPARE(below->y(), empty);
        page->resize(690, 400);
        settle();
        QCOMPARE(below->y(), empty);
    }

    void reasonsAreFoldedAndThatIsRemembered() {
        auto* why = child<QToolButton>(u"why"_s);
        QVERIFY(!why->isVisible());
        answer->setReasons({u"one <b>bold</b>"_s, u"two"_s});
        QVERIFY(why->isVisible());
        QVERIFY(!child<QLabel>(u"reasons"_s)->isVisible());
        QVERIFY(answer->plainText().contains(u"one bold"_s));
        QTest::mouseClick(why, Qt::LeftButton);
        QVERIFY(child<QLabel>(u"reasons"_s)->isVisible());
        open();
        answer->setReasons({u"three"_s});
        QVERIFY(child<QLabel>(u"reasons"_s)->isVisible());
        answer->setReasons({});
        QVERIFY(!child<QLabel>(u"reasons"_s)->isVisible() && !child<QToolButton>(u"why"_s)->isVisible());
    }

    // Room for two lines from the beginning, and the conditions right below the first one.
    void linesAreReserved() {
        answer->reserveLines(2);
        settle();
        const int empty = below->y();
        answer->display({u"● A short one."_s, {u"one"_s, u"two"_s}});
        settle();
        QCOMPARE(below->y(), empty);
        auto* conditions = child<QLabel>(u"conditions"_s);
        QCOMPARE(conditions->text(), u"one · two"_s);
        const int first = conditions->y();
        answer->display(
            {u"● A sentence that takes two lines of the page."_s + QString(u" Words"_s).repeated(8)});
        settle();
        QVERIFY(conditions->y() > first);
        QCOMPARE(below->y(), empty);
        answer->display({u"● A short one."_s});
        settle();
        QCOMPARE(below->y(), empty);
    }

    // Letters of other languages are higher.
    void conditionsAreNotCut() {
        auto* conditions = child<QLabel>(u"conditions"_s);
        answer->setConditions(u"时间在本机上按实际服务的方式测得"_s);
        settle();
        QVERIFY(!conditions->text().isEmpty());
        QVERIFY2(conditions->height() >= conditions->sizeHint().height(),
                 qPrintable(u"%1 of %2"_s.arg(conditions->height()).arg(conditions->sizeHint().height())));
    }

    // So do reasons while they are shown; folded they leave nothing.
    void reasonsKeepTheirHeight() {
        settle();
        const int folded = below->y();
        answer->display({u"Answer."_s, {}, {u"one"_s, u"two"_s, u"three"_s}});
        auto* why = child<QToolButton>(u"why"_s);
        QTest::mouseClick(why, Qt::LeftButton);
        settle();
        answer->display({u"Answer."_s, {}, {u"one"_s, u"two"_s, u"three"_s}});
        const int unfolded = below->y();
        QVERIFY(unfolded > folded);
        answer->display({u"Answer."_s, {}, {u"one"_s}});
        settle();
        QCOMPARE(below->y(), unfolded);
        QTest::mouseClick(why, Qt::LeftButton);
        settle();
        QCOMPARE(below->y(), folded);
    }

    void conditionsTakeOneLine() {
        const QString full = QString(u"a condition of many words · "_s).repeated(20);
        answer->setConditions(full);
        settle();
        auto* line = child<QLabel>(u"conditions"_s);
        QVERIFY(line->text().contains(u'…'));
        QCOMPARE(line->toolTip(), full);
        QVERIFY(line->fontMetrics().horizontalAdvance(line->text()) <= line->width());
        QVERIFY(page->width() <= 700);
    }

    void anAnswerOfCoreIsEscaped() {
        answer->setAnswer({"Best: <b>x</b>.", {"2 of 3 points."}, {"Fastest: a & b."}}, u"≈"_s);
        QCOMPARE(answer->plainText(), u"≈ Best: <b>x</b>.\n2 of 3 points.\nFastest: a & b."_s);
    }
};

EDGEWRIGHT_TEST(PageAnswerTest)

} // namespace edgewright::page_answer_test

#include "page_answer_test.moc"

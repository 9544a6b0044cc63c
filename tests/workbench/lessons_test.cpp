// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson in the real window, step by step: in English with a wrong answer to each question, in Chinese
// with the right one.
#include "app/workbench/lessons/lesson_files.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/lessons/packing_puzzle.h"
#include "core/memory/packing/planner.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/support/measurement/run_choice.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRadioButton>
#include <QTest>

namespace edgewright::lessons_test {

using namespace edgewright::workbench;
using namespace Qt::StringLiterals;

using Kind = lesson::Question::Kind;
using Phase = LessonPlayer::Phase;

namespace {

constexpr int Patience = 120'000; // ms

} // namespace

class LessonsTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;
    std::map<std::string, lesson::Judgement> m_right; // by step

    LessonPlayer& player() { return m_fixture.window().lessons().player(); }
    bool comesTo(Phase phase) {
        return QTest::qWaitFor([&] { return player().phase() == phase; }, Patience);
    }
    QString verdict() { return m_fixture.find<QLabel>(u"lessonVerdict"_s)->text(); }

    // Through the widgets, where there are some.
    void answer(const lesson::Question& question, const lesson::Judgement* right) {
        switch (question.kind) {
        case Kind::Number:
            m_fixture.find<QLineEdit>(u"lessonNumber"_s)
                ->setText(right ? QLocale().toString(right->number, 'f', 9).remove(QLocale().groupSeparator())
                                : u"-7.5"_s);
            m_fixture.click(u"lessonCheck"_s);
            return;
        case Kind::Choice: {
            const auto buttons = m_fixture.find<QWidget>(u"lessonPane"_s)->findChildren<QRadioButton*>();
            for (QRadioButton* each : buttons)
                if (!right || each->property("key").toString().toStdString() == right->choice) {
                    each->setChecked(true);
                    break;
                }
            m_fixture.click(u"lessonCheck"_s);
            return;
        }
        case Kind::Click:
            if (right)
                m_fixture.window().selection().select({right->spots.back().node, right->spots.back().value});
            else
                m_fixture.click(u"lessonGiveUp"_s);
            return;
        case Kind::Pack: {
            PackingPuzzle& puzzle = *m_fixture.window().lessons().pane().puzzle();
            QVERIFY(QTest::qWaitFor([&] { return puzzle.isVisible(); }, Patience));
            const memory::Problem& problem = *player().problem();
            if (right) puzzle.setOffsets(memory::findPlanner("exact")->solve(problem, {}, {})->offsets);
            m_fixture.click(u"lessonCheck"_s);
            return;
        }
        }
    }

    // As a student does, until it has ended; the verdict as the page has it.
    void measure(lesson::Judgement& right) {
        const views::Measurements& measurements = m_fixture.window().measurements();
        const std::size_t before = measurements.runs().size();
        m_fixture.find<QDoubleSpinBox>(u"measureSeconds"_s)->setValue(1); // the least that there is
        m_fixture.click(u"measureButton"_s);
        QVERIFY(QTest::qWaitFor(
            [&] {
                return measurements.runs().size() > before &&
                       measurements.state() == views::Measurements::State::Idle;
            },
            Patience));
        const auto both = views::fusionChoice(measurements.runs().back().record);
        QVERIFY(both && measurements.isCurrent(measurements.runs().back()));
        switch (device::compared(both->beside.get(), both->shown.get()).verdict) {
        case measure::Verdict::Faster:
            right.choice = "faster";
            return;
        case measure::Verdict::Slower:
            right.choice = "slower";
            return;
        case measure::Verdict::Same:
            right.choice = "none";
            return;
        case measure::Verdict::Undecided:
            right.choice = "noisy";
            return;
        }
    }

    void play(const lesson::Step& step, bool rightly) {
        QVERIFY2(comesTo(step.question ? Phase::Asking : Phase::Told), step.id.c_str());
        const lesson::StepWords& words = player().stepWords();
        QCOMPARE(m_fixture.find<QLabel>(u"lessonTitle"_s)->text(), QString::fromStdString(words.title));
        const auto seen = [&](const lesson::Target& target) {
            if (target.kind != lesson::Target::Kind::Widget) return true;
            const auto* light = m_fixture.find<Spotlight>(u"spotlight"_s);
            return QTest::qWaitFor([&] { return !light->lit().isEmpty(); }, Patience);
        };
        const bool isPacked = step.question && step.question->kind == Kind::Pack;
        if (!isPacked)
            QVERIFY2(seen(player().point()), (step.id + " points at " + player().point().name).c_str());
        if (!step.question) return;
        const bool isMeasured = lesson::isOfMeasurement(*step.question);
        if (isMeasured && rightly) measure(m_right[step.id]);
        if (QTest::currentTestFailed()) return;
        answer(*step.question, rightly ? &m_right[step.id] : nullptr);
        if (isPacked && !rightly) {
            QVERIFY(comesTo(Phase::Judging));
            QVERIFY(comesTo(Phase::Asking));
            QVERIFY2(verdict().startsWith(u"✗"_s), qPrintable(verdict()));
            m_fixture.click(u"lessonGiveUp"_s);
        }
        QVERIFY2(comesTo(Phase::Told), step.id.c_str());
        QVERIFY2(seen(player().point()), (step.id + " points at " + player().point().name + " then").c_str());
        if (!player().judgement()) QVERIFY2(isPacked, qPrintable(verdict()));
        if (rightly)
            QVERIFY2(verdict().startsWith(u"✓"_s), qPrintable(QString::fromStdString(step.id) + verdict()));
        else if (player().judgement())
            m_right[step.id] = *player().judgement();
        if (isMeasured && !rightly) QCOMPARE(m_right[step.id].choice, std::string("unmeasured"));
    }

private slots:
    void initTestCase() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
    }
    void cleanupTestCase() {
        m_fixture.end();
        QLocale::setDefault(QLocale::c());
    }

    void everyStepIsPlayed_data() {
        QTest::addColumn<QString>("id");
        for (const std::filesystem::path& each : lessonFolders())
            QTest::newRow(each.filename().c_str()) << QString::fromStdString(each.filename().string());
    }
    void everyStepIsPlayed() {
        QFETCH(QString, id);
        m_right.clear();
        for (const QLocale& language : {QLocale(u"en_US"_s), QLocale(u"zh_CN"_s)}) {
            QLocale::setDefault(language);
            setLessonProgress(id.toStdString(), 0);
            m_fixture.window().lessons().start(id);
            QVERIFY(player().phase() != Phase::Closed);
            const std::size_t steps = player().lesson().steps.size();
            for (std::size_t i = 0; i < steps; ++i) {
                QCOMPARE(player().index(), i);
                play(player().lesson().steps[i], language == QLocale(u"zh_CN"_s));
                if (QTest::currentTestFailed()) return;
                if (const QString folder = qEnvironmentVariable("EDGEWRIGHT_PICTURES"); !folder.isEmpty()) {
                    QTest::qWait(1500);
                    m_fixture.window().grab().save(
                        u"%1/%2_%3_%4.png"_s.arg(folder, id, language.name()).arg(i));
                }
                m_fixture.click(u"lessonNext"_s);
            }
            QCOMPARE(player().phase(), Phase::Closed);
            QCOMPARE(lessonProgress(id.toStdString()), steps);
        }
    }

    // Somebody opens another model: the lesson is over, and the model stays.
    void anotherModelEndsIt() {
        m_fixture.window().lessons().start(u"01_graph"_s);
        QVERIFY(player().phase() != Phase::Closed);
        QVERIFY(QTest::qWaitFor([&] { return player().phase() != Phase::Opening; }, Patience));
        QVERIFY(m_fixture.openSample("signal_cnn_1d"));
        QCOMPARE(player().phase(), Phase::Closed);
        QVERIFY(!m_fixture.find<QWidget>(u"lessonPane"_s)->isVisible());
    }

    void noLessonIsTold() {
        m_fixture.window().lessons().start(u"/nowhere"_s);
        QCOMPARE(player().phase(), Phase::Closed);
        QVERIFY(m_fixture.find<QWidget>(u"banner"_s)->isVisible());
    }

    // By the keys alone, and by the mouse with its snapping.
    void buffersArePacked() {
        memory::Problem problem;
        problem.steps = 3;
        const auto add = [&](const char* name, std::int64_t size, std::int64_t lower, std::int64_t upper) {
            memory::Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = name;
            buffer.size = size;
            buffer.lower = lower;
            buffer.upper = upper;
        };
        add("a", 64, 0, 2);
        add("b", 32, 1, 3);
        add("c", 64, 2, 3);
        PackingPuzzle puzzle;
        puzzle.resize(600, 400);
        puzzle.show();
        puzzle.setProblem(problem);
        QCOMPARE(puzzle.peak(), std::int64_t(160));
        QCOMPARE(puzzle.collisions(), std::size_t(0));
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Down, Qt::Key_Down}) // the last one, down
            QTest::keyClick(&puzzle, key);
        QCOMPARE(puzzle.offsets()[2], std::int64_t(0));
        QCOMPARE(puzzle.peak(), std::int64_t(96));
        QCOMPARE(puzzle.collisions(), std::size_t(0));
        const QPoint at = puzzle.rectOf(1).center().toPoint();
        QTest::mousePress(&puzzle, Qt::LeftButton, {}, at);
        QTest::mouseMove(&puzzle, at + QPoint(0, 400));
        QTest::mouseRelease(&puzzle, Qt::LeftButton, {}, at + QPoint(0, 400));
        QCOMPARE(puzzle.offsets()[1], std::int64_t(0));
        QCOMPARE(puzzle.collisions(), std::size_t(2));
    }
};

EDGEWRIGHT_TEST(LessonsTest)

} // namespace edgewright::lessons_test

#include "lessons_test.moc"

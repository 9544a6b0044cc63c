// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons from their files: what is refused and where; answers by what the program computes; shipped lessons.
#include "core/lesson/lesson_check.h"
#include "core/lesson/measuring_facts.h"
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <set>

namespace edgewright::lesson_test {

using namespace edgewright::lesson;
using namespace Qt::StringLiterals;

namespace {

const std::filesystem::path Shipped =
    test::sample("tiny_cnn_2d.onnx").parent_path().parent_path() / "resources/lessons";

// With ' for each ".
QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray wordsOf(const QByteArray& more = {}) {
    return json("{'title': 'T', 'about': 'A.', 'steps': {'one': {'title': 't', 'text': 'x'") + more + "}}}";
}

} // namespace

class LessonTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    Result<Lesson> read(const QByteArray& step, const QByteArray& words) {
        write(m_folder.filePath(u"lesson.json"_s), json("{'edgewright_lesson': 1, 'steps': [{'id': 'one', "
                                                        "'model': 'tiny_cnn_2d.onnx', 'page': 'memory'") +
                                                       step + "}]}");
        write(m_folder.filePath(u"words.en.json"_s), words);
        return readLesson(m_folder.path().toStdString());
    }
    Result<std::vector<CheckedStep>> check(const QByteArray& step, const QByteArray& words) {
        auto lesson = read(step, words);
        if (!lesson) return lesson.error();
        return checkLesson(*lesson, test::sample("tiny_cnn_2d.onnx").parent_path());
    }

private slots:
    void faultsAreNamed_data() {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("told");
        QTest::newRow("unknown key") << json(", 'pont': {'node': 'a'}") << wordsOf() << u"point"_s;
        QTest::newRow("unknown fact") << json(", 'question': {'ask': 'number', 'number': {'fact': 'arenas'}}")
                                      << wordsOf() << u"did you mean 'arena'?"_s;
        QTest::newRow("fact without its layer")
            << json(", 'question': {'ask': 'number', 'number': {'fact': 'layer_cycles'}}") << wordsOf()
            << u"the layer or tensor"_s;
        QTest::newRow("rule without what it judges")
            << json(", 'question': {'ask': 'number', 'number': {'fact': 'verdict_same'}}") << wordsOf()
            << u"such as \"0.96 1.03\""_s;
        QTest::newRow("unknown place")
            << json(", 'point': {'place': 'here'}") << wordsOf() << u"largest_tensor"_s;
        QTest::newRow("no words of a step")
            << QByteArray() << json("{'title': 'T', 'about': 'A.', 'steps': {}}")
            << u"the words of the step 'one'"_s;
        QTest::newRow("no words of an answer")
            << json(", 'question': {'ask': 'number', 'number': {'fact': 'arena'}}")
            << wordsOf(json(", 'question': 'q'")) << u"after"_s;
        QTest::newRow("words of nothing") << QByteArray() << wordsOf(json(", 'texts': 'x'")) << u"text"_s;
        QTest::newRow("one choice") << json(", 'question': {'ask': 'choice', 'choices': [{'key': 'a', 'left': "
                                            "1, 'is': 'less', 'right': 2}]}")
                                    << wordsOf() << u"from 2 to"_s;
        QTest::newRow("unknown stage") << json(", 'asks': ['fuse']") << wordsOf() << u"int8_accumulators"_s;
        QTest::newRow("cut") << QByteArray("]") << wordsOf() << u"line"_s;
    }
    void faultsAreNamed() {
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, words);
        QFETCH(QString, told);
        const auto read = this->read(step, words);
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().message);
        QVERIFY2(message.contains(told), qPrintable(message));
        QVERIFY2(message.contains(m_folder.path()), qPrintable(message));
    }

    void scenesThatCannotBeShownAreTold() {
        const auto first = [](const Result<std::vector<CheckedStep>>& steps) {
            return QString::fromStdString(steps ? steps->front().error : steps.error().message);
        };
        QVERIFY(
            first(check(json(", 'settings': {'memory': {'planer': 'x'}}"), wordsOf())).contains(u"planner"_s));
        QVERIFY(first(check(json(", 'settings': {'memory': {'planner': 'x'}}"), wordsOf())).contains(u"'x'"_s));
        QVERIFY(first(check(json(", 'point': {'node': 'nobody'}"), wordsOf())).contains(u"nobody"_s));
        const QByteArray words =
            wordsOf(json(", 'question': 'q', 'after': 'z', 'choices': {'a': 'A', 'b': 'B'}"));
        const auto asked = [](const QByteArray& a, const QByteArray& b) {
            return json(", 'question': {'ask': 'choice', 'choices': [{'key': 'a', 'left': {'fact': 'arena'}, "
                        "'is': '") +
                   a + json("', 'right': 1}, {'key': 'b', 'left': {'fact': 'arena'}, 'is': '") + b +
                   json("', 'right': 1}]}");
        };
        QVERIFY(first(check(asked("less", "alike"), words)).contains(u"none"_s));
        QVERIFY(first(check(asked("more", "more"), words)).contains(u"both"_s));
        QCOMPARE(check(asked("more", "less"), words)->front().answer, std::string("a"));
    }

    // By the numbers of the stages, not by what the lesson says.
    void answersAreThoseOfTheProgram() {
        pipeline::Analysis now;
        auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        now.opened = *opened;
        pipeline::Settings settings;
        Question question;
        question.number.fact = "arena";
        question.unit = 1024;
        for (const std::string& stage : stagesOf(question))
            QVERIFY(pipeline::evaluate(now, settings, stage));
        Given given;
        const auto right = judge(question, given, now, now);
        QVERIFY(right && !right->isRight);
        given.number = right->number;
        QVERIFY(judge(question, given, now, now)->isRight);
        given.number = right->number * 1.01;
        QVERIFY(!judge(question, given, now, now)->isRight);
        question.tolerance = 0.02;
        QVERIFY(judge(question, given, now, now)->isRight);

        question = {};
        question.kind = Question::Kind::Pack;
        QVERIFY(pipeline::evaluate(now, settings, "memory"));
        const memory::Problem& problem = *problemOf(question, now);
        given = {};
        QVERIFY(!judge(question, given, now, now)); // no plan of these buffers
        given.offsets.assign(problem.buffers.size(), 0);
        const auto colliding = judge(question, given, now, now);
        QVERIFY(colliding && !colliding->isRight && !colliding->reason.empty());
        std::int64_t next = 0; // side by side: legal, and larger
        for (std::size_t i = 0; i < given.offsets.size(); ++i) {
            const std::int64_t alignment = problem.buffers[i].alignment;
            given.offsets[i] = (next + alignment - 1) / alignment * alignment;
            next = given.offsets[i] + problem.buffers[i].size;
        }
        const auto large = judge(question, given, now, now);
        QVERIFY(large && large->reason.empty() && !large->isRight && large->peak > large->planned);
    }

    // Without a run: numbers from tables, and the verdicts as the page Measure words them.
    void rulesOfMeasuringAreThoseOfMeasure() {
        const auto fact = [](const char* key, const std::string& of) {
            return findFact(key)->value(pipeline::Analysis(), {}, of);
        };
        QCOMPARE(fact("median_runs", "0.95"), std::optional(6.0));
        QCOMPARE(fact("median_runs", "0.999"), std::optional(11.0));
        QCOMPARE(fact("median_rank", "15"), std::optional(4.0));
        QVERIFY(!fact("median_rank", "5"));
        QVERIFY(std::abs(*fact("ratio_slowed", "1.25") - 1) < 1e-12);
        QVERIFY(std::abs(*fact("verdict_bound", "0.96 1.03") - 4) < 1e-9);
        const std::array verdicts{"verdict_faster", "verdict_slower", "verdict_same", "verdict_undecided"};
        const std::array intervals{"0.85 0.93", "1.04 1.11", "0.96 1.03", "0.9 1.08"};
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            for (std::size_t j = 0; j < intervals.size(); ++j)
                QCOMPARE(fact(verdicts[i], intervals[j]), std::optional(i == j ? 1.0 : 0.0));
            for (const char* none : {"", "0.96", "0.96 ", "0.96 1.03 1", "1.03 0.96", "nan 1", "0.96  1.03"})
                QVERIFY2(!fact(verdicts[i], none), none);
        }
        for (const Fact& each : facts())
            if (!each.example.empty()) QVERIFY2(each.value({}, {}, std::string(each.example)), each.key.data());
    }

    // The four verdicts and no measurement are five answers, one of which is right for each.
    void measurementsAnswerOnce() {
        Question question;
        question.kind = Question::Kind::Choice;
        const auto add = [&](const char* fact) {
            LessonChoice& choice = question.choices.emplace_back();
            choice.key = fact;
            choice.relation = LessonChoice::Relation::More;
            choice.left.fact = fact;
        };
        QVERIFY(!isOfMeasurement(question));
        for (const char* each :
             {"measured_faster", "measured_slower", "measured_same", "measured_undecided", "measured_pairs"})
            add(each);
        question.choices.back().relation = LessonChoice::Relation::Alike;
        QVERIFY(isOfMeasurement(question));
        QVERIFY(stagesOf(question).empty());
        std::set<std::string> right;
        for (const Measured& each : measurementsOfEachVerdict()) {
            const auto judgement = judge(question, {}, {}, {}, each);
            QVERIFY2(judgement, judgement ? "" : judgement.error().message.c_str());
            right.insert(judgement->choice);
            Given given;
            given.choice = judgement->choice;
            QVERIFY(judge(question, given, {}, {}, each)->isRight);
            given.choice = "another";
            QVERIFY(!judge(question, given, {}, {}, each)->isRight);
        }
        QCOMPARE(right.size(), question.choices.size());

        const std::vector<double> first(15, 1.0), second(15, 0.5);
        const Measured twice = measure::compare(first, second);
        const auto measured = [&](const char* key) { return *findFact(key)->value({}, twice, {}); };
        QCOMPARE(measured("measured_pairs"), 15.0);
        QCOMPARE(measured("measured_ratio"), 0.5);
        QCOMPARE(measured("measured_low"), 0.5);
        QCOMPARE(measured("measured_high"), 0.5);
        QCOMPARE(measured("measured_bound"), 50.0);
        QCOMPARE(measured("measured_faster"), 1.0);
    }

    // One that is right for no measurement, or for none of this verdict, is found before a class finds it.
    void questionsOfMeasurementsAreCheckedForAll() {
        const auto asked = [](const QByteArray& a, const QByteArray& b) {
            return json(", 'question': {'ask': 'choice', 'choices': [{'key': 'a', 'left': {'fact': '") + a +
                   json("'}, 'is': 'alike', 'right': 1}, {'key': 'b', 'left': {'fact': '") + b +
                   json("'}, 'is': 'alike', 'right': 0}]}");
        };
        const QByteArray words =
            wordsOf(json(", 'question': 'q', 'after': 'z', 'choices': {'a': 'A', 'b': 'B'}"));
        const auto complete = check(asked("measured_faster", "measured_faster"), words);
        QVERIFY(complete && complete->front().error.empty() && !complete->front().answer.empty());
        const QString without =
            QString::fromStdString(check(asked("measured_faster", "measured_pairs"), words)->front().error);
        QVERIFY2(without.contains(u"1.10 to 1.20"_s) && without.contains(u"none of the choices"_s),
                 qPrintable(without));
        const QString number = QString::fromStdString(
            check(json(", 'question': {'ask': 'number', 'number': {'fact': 'measured_ratio'}}"),
                  wordsOf(json(", 'question': 'q', 'after': 'z'")))
                ->front()
                .error);
        QVERIFY2(number.contains(u"where nothing is measured"_s), qPrintable(number));
        const QString wrong = QString::fromStdString(
            check(json(", 'question': {'ask': 'number', 'number': {'fact': 'median_runs', 'of': 'all'}}"),
                  wordsOf(json(", 'question': 'q', 'after': 'z'")))
                ->front()
                .error);
        QVERIFY2(wrong.contains(u"\"0.95\""_s) && wrong.contains(u"'all'"_s), qPrintable(wrong));
    }

    void shippedLessonsCanBePlayed_data() {
        QTest::addColumn<QString>("folder");
        for (const std::filesystem::path& each : lessonFolders({Shipped}))
            QTest::newRow(each.filename().c_str()) << QString::fromStdString(each.string());
    }
    void shippedLessonsCanBePlayed() {
        QFETCH(QString, folder);
        const auto lesson = readLesson(folder.toStdString());
        QVERIFY2(lesson, lesson ? "" : lesson.error().message.c_str());
        QVERIFY(lesson->words.contains("en") && lesson->words.contains("zh_CN"));
        const auto steps = checkLesson(*lesson, test::sample("tiny_cnn_2d.onnx").parent_path());
        QVERIFY(steps);
        std::size_t questions = 0;
        for (const CheckedStep& each : *steps) {
            QVERIFY2(each.error.empty(), (each.id + ": " + each.error).c_str());
            questions += each.answer.empty() ? 0 : 1;
        }
        QVERIFY(questions >= 3);
        for (const Step& step : lesson->steps) // no right choice is written down
            for (const LessonChoice& each :
                 step.question ? step.question->choices : std::vector<LessonChoice>())
                QVERIFY2(!each.left.fact.empty() || !each.right.fact.empty(), step.id.c_str());
        QVERIFY(!lesson->steps.back().question);
    }
    void thereAreTwelve() { QVERIFY(lessonFolders({Shipped}).size() >= 12); }
};

EDGEWRIGHT_TEST(LessonTest)

} // namespace edgewright::lesson_test

#include "lesson_test.moc"

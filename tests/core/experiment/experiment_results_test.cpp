// SPDX-License-Identifier: GPL-3.0-or-later
// Results through files: lines that are cut, hostile ones, parts that are merged in any order.
#include "tests/core/experiment/made_outcomes.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

namespace edgewright::experiment_results_test {

using namespace edgewright::experiment;
using namespace Qt::StringLiterals;
using test::madeOutcome;
namespace fs = std::filesystem;

class ExperimentResultsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    QByteArray content(const fs::path& file) const {
        QFile opened(QString::fromStdString(file.string()));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    void put(const fs::path& file, const QByteArray& text) const {
        QFile opened(QString::fromStdString(file.string()));
        QVERIFY(opened.open(QIODevice::WriteOnly));
        opened.write(text);
    }
    void append(const fs::path& file, const Outcome& outcome) const {
        const auto appended = appendOutcome(file, outcome);
        QVERIFY2(appended, appended ? "" : appended.error().message.c_str());
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    // Every number and every text comes back; each has a key of its own.
    void throughALine() {
        Outcome outcome = madeOutcome("both", "int8", 0.5, measure::Verdict::Faster);
        std::set<std::string_view> keys;
        std::int64_t next = 1;
        for (const Number& each : numbers()) {
            QVERIFY(keys.insert(each.head.key).second);
            QVERIFY((each.whole == nullptr) != (each.real == nullptr));
            if (each.whole)
                outcome.numbers.*each.whole = ++next;
            else
                outcome.numbers.*each.real = static_cast<double>(++next) / 3;
        }
        outcome.energyUnit = "pJ";
        outcome.whyInFloat = "conv computes in float32 because no integer operator covers it";
        outcome.whileMeasured = "the machine changed its speed by 1.93 ×";
        outcome.accelerator = "fnv1a64:0000000000000003";
        outcome.choices.model = "with \"quotes\"\nand\tlines";
        const std::string line = outcomeLine(outcome);
        QCOMPARE(line.find('\n'), std::string::npos);
        const auto read = outcomeFrom(line, "here");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(*read == outcome);

        Outcome failed;
        failed.choices = outcome.choices;
        failed.error = "the model is gone";
        const auto again = outcomeFrom(outcomeLine(failed), "here");
        QVERIFY(again && again->isFailed() && *again == failed);
    }

    void hostileLines_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("nothing") << QByteArray("{}");
        QTest::newRow("no JSON") << QByteArray("{\"edgewright_result\": 2, \"cell\": {");
        QTest::newRow("a list") << QByteArray("[1, 2]");
        QTest::newRow("later") << QByteArray("{\"edgewright_result\": 99, \"cell\": {}}");
        QTest::newRow("earlier") << QByteArray("{\"edgewright_result\": 1, \"cell\": {}}");
        QTest::newRow("no cell") << QByteArray("{\"edgewright_result\": 2}");
        QTest::newRow("a number") << QByteArray("{\"edgewright_result\": 2, \"cell\": {\"model\": 7}}");
        QTest::newRow("negative") << QByteArray(
            "{\"edgewright_result\": 2, \"cell\": {}, \"numbers\": {\"peak_bytes\": -1}}");
        QTest::newRow("a text") << QByteArray(
            "{\"edgewright_result\": 2, \"cell\": {}, \"numbers\": {\"latency_ms\": \"fast\"}}");
        QTest::newRow("verdict") << QByteArray(
            "{\"edgewright_result\": 2, \"cell\": {}, \"verdict\": \"well\"}");
        QTest::newRow("deep") << QByteArray(70000, '[');
    }
    // They are left out and noted, with their place; the others hold, and more are added.
    void hostileLines() {
        QFETCH(QByteArray, line);
        const fs::path file = path("results.jsonl");
        put(file, QByteArray::fromStdString(outcomeLine(madeOutcome("baseline"))) + "\n" + line);
        const auto read = readResults(file);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->outcomes.size(), std::size_t(1));
        QCOMPARE(read->notes.size(), std::size_t(1));
        QVERIFY2(read->notes[0].find("result 2") != std::string::npos, read->notes[0].c_str());
        append(file, madeOutcome("both"));
        QCOMPARE(readResults(file)->outcomes.size(), std::size_t(2));
    }

    // Wherever the program was killed while it wrote, only the last result is lost.
    void cutAnywhere() {
        const fs::path file = path("results.jsonl");
        const QByteArray first = QByteArray::fromStdString(outcomeLine(madeOutcome("baseline"))) + "\n";
        const QByteArray second = QByteArray::fromStdString(outcomeLine(madeOutcome("fusion")));
        for (qsizetype length = 0; length < second.size(); length += 7) {
            put(file, first + second.left(length));
            QCOMPARE(readResults(file)->outcomes.size(), std::size_t(1));
            append(file, madeOutcome("both"));
            const auto read = readResults(file);
            QCOMPARE(read->outcomes.size(), std::size_t(2));
            QVERIFY(read->outcomes.contains(madeOutcome("both").choices));
        }
        put(file, first + second); // the end of the line alone is missing
        append(file, madeOutcome("both"));
        const auto read = readResults(file);
        QVERIFY(read->outcomes.size() == 3 && read->notes.empty());
    }

    void files() {
        QVERIFY(readResults(path("nothing"))->outcomes.empty());
        QVERIFY(!readResults(m_folder->path().toStdString()));
        QVERIFY(!prepareResults(path("no/such/folder.jsonl")));
        QVERIFY(prepareResults(path("new.jsonl")) && fs::exists(path("new.jsonl")));
        QCOMPARE(usualResults("a/digits.json"), fs::path("a/digits.results.jsonl"));
        QCOMPARE(usualResults("digits.json", {2, 8}), fs::path("digits.results.2-of-8.jsonl"));
    }

    // The newer of each cell, of one moment a result before a failure; the same bytes in any order.
    void partsMergeInAnyOrder() {
        Outcome old = madeOutcome("fusion", "fp32", 0.9), now = madeOutcome("fusion", "fp32", 0.8),
                failed = old;
        old.date = "2026-11-22T04:10:00Z";
        failed.error = "no board";
        failed.numbers = {};
        std::vector<Outcome> outcomes{old, now, failed, madeOutcome("baseline")};
        Outcome gone = madeOutcome("reuse");
        gone.choices.model = "that is in the experiment no more";
        outcomes.push_back(gone);
        const std::vector<Cell> cells{test::madeCell(outcomes[3]), test::madeCell(now),
                                      test::madeCell(madeOutcome("both"))};
        QByteArray expected;
        std::vector<fs::path> parts;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            parts.push_back(path(("part" + std::to_string(i)).c_str()));
            append(parts.back(), outcomes[i]);
        }
        append(parts.front(), madeOutcome("both"));
        do {
            const fs::path into = path("merged.jsonl");
            fs::remove(into);
            const auto merged = mergeResults(parts, cells, into);
            QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
            QCOMPARE(merged->outcomes.size(), std::size_t(4));
            QVERIFY(merged->outcomes.at(now.choices) == now);
            if (expected.isEmpty()) {
                expected = content(into);
                QVERIFY(expected.indexOf("\"baseline\"") < expected.indexOf("\"fusion\""));
            }
            QCOMPARE(content(into), expected);
            QVERIFY(mergeResults({}, cells, into)); // once more: nothing changes
            QCOMPARE(content(into), expected);
        } while (std::next_permutation(parts.begin(), parts.end()));
        const std::vector<fs::path> missing{path("nothing")};
        QVERIFY(!mergeResults(missing, cells, path("merged.jsonl")));
        QCOMPARE(content(path("merged.jsonl")), expected);
    }
};

EDGEWRIGHT_TEST(ExperimentResultsTest)

} // namespace edgewright::experiment_results_test

#include "experiment_results_test.moc"

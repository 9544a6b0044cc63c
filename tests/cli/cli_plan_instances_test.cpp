// SPDX-License-Identifier: GPL-3.0-or-later
// `plan --instance`: packing problems as CSV, good, odd and bad.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include "core/memory/packing/prunings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_plan_instances_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::contents;
using test::only;
using test::Outcome;
using test::written;

} // namespace

class CliPlanInstancesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    Outcome instance(const QString& name, const QByteArray& text, QStringList more = {}) const {
        return cli(QStringList{u"plan"_s, u"--instance"_s, written(m_folder, name, text), u"--json"_s} + more);
    }

private slots:
    void capacityIsAnswered() {
        // Two of 4 always overlap: 8 at least.
        const QByteArray text = "id,lower,upper,size\na,0,2,4\nb,1,3,4\nc,2,4,4\n";
        const Outcome fits =
            instance(u"fits.csv"_s, text, {u"--capacity"_s, u"8"_s, u"--planner"_s, u"exact"_s});
        QCOMPARE(fits.status, 0);
        QCOMPARE(fits.json()[u"answer"_s].toString(), u"fits"_s);
        const Outcome proven =
            instance(u"proven.csv"_s, text, {u"--capacity"_s, u"7"_s, u"--planner"_s, u"exact"_s});
        QCOMPARE(proven.status, 1);
        QCOMPARE(proven.json()[u"answer"_s].toString(), u"infeasible"_s);
        QCOMPARE(only(proven.json())[u"outcome"_s].toString(), u"infeasible"_s);
        QVERIFY2(proven.err.contains("infeasible, proven: no plan is smaller than 8 bytes"),
                 proven.err.constData());
        // A greedy planner does not find what fits; whether there is something, nobody asked.
        const Outcome open =
            instance(u"open.csv"_s, text, {u"--capacity"_s, u"8"_s, u"--planner"_s, u"no_reuse"_s});
        QCOMPARE(open.status, 1);
        QCOMPARE(open.json()[u"answer"_s].toString(), u"not-found"_s);
        QVERIFY2(open.err.contains("not found within the limit"), open.err.constData());
        // By custom in the file's name.
        QCOMPARE(instance(u"named.7.csv"_s, text).status, 1);
        QCOMPARE(instance(u"named.8.csv"_s, text).status, 0);
    }

    // Columns in any order, aliases, inclusive ends, CRLF, gaps with windows, and all of it written again.
    void instancesComeAndGo() {
        const QByteArray text = "size,begin,end,buffer,gaps,alignment,colour\r\n"
                                "6,0,8,a,2-4@0:2 6-6,2,red\r\n"
                                "4,2,4,b,,1,\r\n";
        const QString out = m_folder.filePath(u"out.csv"_s);
        const Outcome outcome = instance(u"in.csv"_s, text, {u"--planner"_s, u"exact"_s, u"-o"_s, out});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(only(outcome.json())[u"peak"_s].toInt(), 6);
        const QByteArray again = contents(out);
        QCOMPARE(again, QByteArray("id,lower,upper,size,alignment,gaps,offset\n"
                                   "a,0,9,6,2,2-5@0:2 6-7,0\n"
                                   "b,2,5,4,1,,2\n"));
        const Outcome fixed = instance(u"again.csv"_s, again);
        QCOMPARE(fixed.status, 0);
        QCOMPARE(only(fixed.json())[u"peak"_s].toInt(), 6);
    }

    void badInstances_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const char* text, const char* says) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(says);
        };
        row("nothing", "", "is empty");
        row("no id", "lower,upper,size\n0,1,4\n", ":1: expected a column 'id'");
        row("no size", "id,lower,upper\na,0,1\n", ":1: expected a column 'size'");
        row("no end", "id,lower,size\na,0,1\n", ":1: expected one of the columns 'upper' and 'end'");
        row("both ends", "id,lower,upper,end,size\na,0,1,1,4\n", ":1: expected one of the columns");
        row("twice", "id,lower,start,upper,size\na,0,0,1,4\n", ":1: column 'start' appears twice");
        row("too few fields", "id,lower,upper,size\na,0,1\n", ":2: expected 4 fields");
        row("too many fields", "id,lower,upper,size\na,0,1,4,5\n", ":2: expected 4 fields");
        row("a word", "id,lower,upper,size\na,0,one,4\n", ":2: upper: expected an integer, found 'one'");
        row("half a number", "id,lower,upper,size\na,0,1.5,4\n", ":2: upper: expected an integer");
        row("upside down", "id,lower,upper,size\na,3,2,4\n", ":2: buffer 'a' ends before it begins");
        row("no life", "id,lower,upper,size\na,3,3,4\n", ":2: buffer 'a' ends before it begins");
        row("negative size", "id,lower,upper,size\na,0,1,-4\n", ":2: size: expected 0 to");
        row("2^63", "id,lower,upper,size\na,0,1,9223372036854775808\n", ":2: size: expected 0 to");
        row("sum of 2^63", "id,lower,upper,size\na,0,1,9223372036854775807\nb,0,1,1\n",
            "makes the sum of all sizes exceed 2^63");
        row("alignment of 0", "id,lower,upper,size,alignment\na,0,1,4,0\n", ":2: alignment: expected 1 to");
        row("same id", "id,lower,upper,size\na,0,1,4\na,1,2,4\n", ":3: id 'a' stands already in line 2");
        row("collision", "id,lower,upper,size,offset\na,0,2,4,0\nb,1,3,4,2\n",
            "buffer 'a' and buffer 'b' have fixed offsets that collide");
        row("offset not aligned", "id,lower,upper,size,alignment,offset\na,0,2,4,4,2\n", ":2: offset 2");
        row("gap outside", "id,lower,upper,size,gaps\na,0,2,4,1-5\n", ":2:");
        row("gap in words", "id,lower,upper,size,gaps\na,0,9,4,1to5\n", ":2: gaps: expected 'from-to'");
        row("window outside", "id,lower,upper,size,gaps\na,0,9,4,1-5@2:8\n", ":2:");
        row("time of 2^40", "id,lower,upper,size\na,0,1099511627776,4\n", ":2: upper: expected 0 to");
    }

    void badInstances() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const Outcome outcome = instance(u"bad.csv"_s, text, {u"--planner"_s, u"all"_s});
        QCOMPARE(outcome.status, 3);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.contains("bad.csv") && outcome.err.contains(says), outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    // What looks odd and is none the less a problem with a plan.
    void oddInstances_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("peak");
        QTest::newRow("no buffers") << QByteArray("id,lower,upper,size\n") << 0.0;
        QTest::newRow("no bytes") << QByteArray("id,lower,upper,size\na,0,9,0\nb,0,9,0\n") << 0.0;
        QTest::newRow("some without bytes") << QByteArray("id,lower,upper,size\na,0,9,0\nb,0,9,7\n") << 7.0;
        QTest::newRow("huge") << QByteArray("id,lower,upper,size\na,0,1,4611686018427387904\nb,1,2,7\n")
                              << 4611686018427387904.0;
        QTest::newRow("one step apart") << QByteArray("id,lower,upper,size\na,0,1,5\nb,1,2,5\n") << 5.0;
        QTest::newRow("without a last line end") << QByteArray("id,lower,upper,size\na,0,1,5") << 5.0;
        QTest::newRow("empty lines") << QByteArray("\nid,lower,upper,size\n\na,0,1,5\n\n") << 5.0;
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfid,lower,upper,size\na,0,1,5\n") << 5.0;
        QTest::newRow("late") << QByteArray("id,lower,upper,size\na,16777000,16777200,5\n") << 5.0;
    }

    void oddInstances() {
        QFETCH(QByteArray, text);
        QFETCH(double, peak);
        const Outcome outcome = instance(u"odd.csv"_s, text, {u"--planner"_s, u"all"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonArray results = outcome.json()[u"results"_s].toArray();
        double smallest = 1e19;
        for (const QJsonValue& result : results) {
            QVERIFY(result[u"verified"_s].toBool());
            smallest = std::min(smallest, result[u"peak"_s].toDouble());
        }
        QCOMPARE(smallest, peak);
    }

    // Each switch alone, and all together: the search takes another way to the same peak.
    void prunings() {
        QByteArray text("id,lower,upper,size\n");
        const int rows[][3] = {{6, 9, 4},  {1, 4, 7}, {8, 11, 7}, {4, 7, 2}, {7, 10, 8}, {5, 7, 3}, {6, 10, 8},
                               {8, 12, 5}, {1, 5, 8}, {4, 8, 9},  {0, 2, 8}, {6, 7, 7},  {3, 5, 4}, {3, 6, 6}};
        for (int id = 0; const auto& [lower, upper, size] : rows)
            text += QString(u"%1,%2,%3,%4\n"_s).arg(id++).arg(lower).arg(upper).arg(size).toLatin1();
        const auto solved = [&](const QStringList& options) {
            return only(
                instance(u"prunings.csv"_s, text, options + QStringList{u"--planner"_s, u"exact"_s}).json());
        };
        const QJsonObject best = solved({});
        QCOMPARE(best[u"outcome"_s].toString(), u"optimal"_s);
        QStringList all;
        for (const memory::Pruning& each : memory::prunings()) {
            const QStringList without{u"--without-pruning"_s, QString::fromLatin1(each.name)};
            QCOMPARE(solved(without)[u"peak"_s], best[u"peak"_s]);
            all += without;
        }
        QCOMPARE(solved(all)[u"peak"_s], best[u"peak"_s]);
        QCOMPARE(solved(all)[u"outcome"_s].toString(), u"optimal"_s);
        QVERIFY(solved(all)[u"nodes"_s].toInt() > best[u"nodes"_s].toInt());
    }
};

EDGEWRIGHT_TEST(CliPlanInstancesTest)

} // namespace edgewright::cli_plan_instances_test

#include "cli_plan_instances_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/csv.h"
#include "core/memory/plan_export.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::instance_csv_test {

using namespace edgewright::memory;

class InstanceCsvTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const QByteArray& text, const QString& name = "x.csv") {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName().toStdString();
    }

private slots:
    void reads_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("plain") << QByteArray("id,lower,upper,size\na,0,3,8\nb,2,5,16\n");
        QTest::newRow("no last newline") << QByteArray("id,lower,upper,size\na,0,3,8\nb,2,5,16");
        QTest::newRow("crlf and bom") << QByteArray(
            "\xef\xbb\xbfid,lower,upper,size\r\na,0,3,8\r\nb,2,5,16\r\n");
        QTest::newRow("aliases, inclusive end") << QByteArray("size,buffer,begin,end\n8,a,0,2\n16,b,2,4\n");
        QTest::newRow("start") << QByteArray("buffer_id,start,upper,size\na,0,3,8\nb,2,5,16\n");
        QTest::newRow("extras") << QByteArray("id,lower,upper,size,hint,color,gaps,offset,alignment\n"
                                              "a,0,3,8,-1,red,,,1\n\nb,2,5,16,4,blue,,,1\n");
        QTest::newRow("spaces") << QByteArray("id, lower, upper, size\na, 0, 3, 8\nb, 2, 5, 16 \n");
    }
    void reads() {
        QFETCH(QByteArray, text);
        const auto problem = readInstance(write(text));
        QVERIFY2(problem, problem ? "" : problem.error().message.c_str());
        QCOMPARE(problem->buffers.size(), std::size_t(2));
        QCOMPARE(problem->steps, 5);
        QCOMPARE(problem->buffers[0].name, std::string("a"));
        QCOMPARE(problem->buffers[0].size, 8);
        QCOMPARE(problem->buffers[0].upper, 3);
        QCOMPARE(problem->buffers[1].lower, 2);
        QCOMPARE(problem->buffers[1].upper, 5);
        QCOMPARE(problem->buffers[1].alignment, 1);
        QVERIFY(!problem->buffers[1].fixedOffset && !problem->capacity);
    }

    void fixedOffsetAndAlignment() {
        const auto problem =
            readInstance(write("id,lower,upper,size,alignment,offset\na,0,3,8,64,128\nb,0,3,8,1,\n"));
        QVERIFY(problem);
        QCOMPARE(problem->buffers[0].alignment, 64);
        QCOMPARE(problem->buffers[0].fixedOffset.value_or(-1), 128);
        QVERIFY(!problem->buffers[1].fixedOffset);
    }

    void capacityFromTheName() {
        const QByteArray text = "id,lower,upper,size\na,0,3,8\n";
        QCOMPARE(readInstance(write(text, "net.4096.csv"))->capacity.value_or(-1), 4096);
        QVERIFY(!readInstance(write(text, "net.v2.csv"))->capacity);
        QVERIFY(!readInstance(write(text, "net.99999999999999999999.csv"))->capacity);
    }

    void complains_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint"); // after the file name
        const QByteArray head = "id,lower,upper,size\n";
        QTest::newRow("empty") << QByteArray() << ": is empty";
        QTest::newRow("only blank") << QByteArray("\n\r\n") << ": is empty";
        QTest::newRow("no id") << QByteArray("lower,upper,size\n") << ":1: expected a column 'id'";
        QTest::newRow("no lower") << QByteArray("id,upper,size\n") << ":1: expected a column 'lower'";
        QTest::newRow("no upper") << QByteArray("id,lower,size\n")
                                  << ":1: expected one of the columns 'upper' and 'end'";
        QTest::newRow("both ends") << QByteArray("id,lower,upper,end,size\n")
                                   << ":1: expected one of the columns";
        QTest::newRow("no size") << QByteArray("id,lower,upper\n") << ":1: expected a column 'size'";
        QTest::newRow("twice") << QByteArray("id,lower,start,upper,size\n")
                               << ":1: column 'start' appears twice";
        QTest::newRow("short row") << head + "a,0,3\n"
                                   << ":2: expected 4 fields as in the header, found 3";
        QTest::newRow("long row") << head + "a,0,3,8\nb,0,3,8,9\n"
                                  << ":3: expected 4 fields as in the header, found 5";
        QTest::newRow("word") << head + "a,0,three,8\n"
                              << ":2: upper: expected an integer, found 'three'";
        QTest::newRow("float") << head + "a,0,3,8.5\n"
                               << ":2: size: expected an integer, found '8.5'";
        QTest::newRow("nothing") << head + "a,,3,8\n"
                                 << ":2: lower: expected an integer, found ''";
        QTest::newRow("too big") << head + "a,0,3,9223372036854775808\n"
                                 << ":2: size: expected 0 to 9223372036854775807, found '9223372036854775808'";
        QTest::newRow("negative size") << head + "a,0,3,-8\n"
                                       << ":2: size: expected 0 to";
        QTest::newRow("negative time") << head + "a,-1,3,8\n"
                                       << ":2: lower: expected 0 to 16777216, found -1";
        QTest::newRow("far future") << head + "a,0,16777217,8\n"
                                    << ":2: upper: expected 0 to 16777216";
        QTest::newRow("backwards") << head + "a,3,3,8\n"
                                   << ":2: buffer 'a' ends before it begins: [3, 3)";
        QTest::newRow("alignment") << QByteArray("id,lower,upper,size,alignment\na,0,3,8,0\n")
                                   << ":2: alignment: expected 1";
        QTest::newRow("offset") << QByteArray("id,lower,upper,size,offset\na,0,3,8,-4\n")
                                << ":2: offset: expected 0";
        QTest::newRow("misaligned") << QByteArray("id,lower,upper,size,alignment,offset\na,0,3,8,8,4\n")
                                    << ":2: offset 4 is no multiple of the alignment 8";
        const QByteArray gaps = "id,lower,upper,size,gaps\n";
        QTest::newRow("gap word") << gaps + "a,0,9,8,\nb,0,9,8,2to4\n"
                                  << ":3: gaps: expected 'from-to' or 'from-to@begin:end', found '2to4'";
        QTest::newRow("gap window") << gaps + "a,0,9,8,2-4@3\n"
                                    << ":2: gaps: expected 'from-to' or 'from-to@begin:end', found '2-4@3'";
        QTest::newRow("gap number") << gaps + "a,0,9,8,2-\n"
                                    << ":2: gaps: expected an integer, found ''";
        QTest::newRow("gap negative") << gaps + "a,0,9,8,-2-4\n"
                                      << ":2: gaps: expected an integer, found ''";
        QTest::newRow("gap empty") << gaps + "a,0,9,8,4-4\n"
                                   << ":2: buffer 'a' has a gap [4, 4); expected a non-empty part of its life";
        QTest::newRow("gap outside") << gaps + "a,0,9,8,4-10\n"
                                     << ":2: buffer 'a' has a gap [4, 10); expected a non-empty part";
        QTest::newRow("gaps overlap") << gaps + "a,0,9,8,4-6 2-5\n"
                                      << ":2: buffer 'a' has gaps that overlap";
        QTest::newRow("gap too wide")
            << gaps + "a,0,9,8,4-6@0:9\n"
            << ":2: buffer 'a' keeps the bytes [0, 9) in a gap; expected a part of its own [0, 8)";
        QTest::newRow("gap upside down") << gaps + "a,0,9,8,4-6@5:3\n"
                                         << ":2: buffer 'a' keeps the bytes [5, 3) in a gap";
        QTest::newRow("same id") << head + "a,0,3,8\nb,0,3,8\na,4,5,8\n"
                                 << ":4: id 'a' stands already in line 2";
        QTest::newRow("largest size") << head + "a,0,3,9223372036854775807\nb,0,3,9223372036854775807\n"
                                      << ":2: buffer 'a' makes the sum of all sizes exceed 2^63 bytes";
        QTest::newRow("sum") << head + "a,0,3,9223372036854775000\nb,0,3,9223372036854775000\n"
                             << ": buffer 'b' makes the sum";
        QTest::newRow("collision") << QByteArray("id,lower,upper,size,offset\na,0,3,8,0\nb,0,3,8,4\n")
                                   << ": buffer 'a' and buffer 'b' have fixed offsets that collide in step 0";
        const QByteArray longest(199, 'x'); // with the letter before it
        QTest::newRow("control characters") << head + "a\x1b[2J\tb\x7f,3,3,8\n"
                                            << ":2: buffer 'a?[2J?b?' ends before it begins";
        QTest::newRow("long name") << head + "a" + longest + ",3,3,8\n"
                                   << ":2: buffer 'a" + QString::fromLatin1(longest) + "' ends before";
        QTest::newRow("longer name") << head + "a" + longest + "y,3,3,8\n"
                                     << ":2: buffer 'a" + QString::fromLatin1(longest) +
                                            "...' (201 bytes) ends before";
        QTest::newRow("long names") << QByteArray("id,lower,upper,size,offset\n") + longest + longest +
                                           ",0,3,8,0\nb,0,3,8,4\n"
                                    << ": buffer '" + QString::fromLatin1(longest) +
                                           "x...' (398 bytes) and buffer 'b' have fixed offsets that collide";
        QTest::newRow("long word") << head + "a,0,3," + longest + longest + "\n"
                                   << ":2: size: expected an integer, found '" + QString::fromLatin1(longest) +
                                          "x...' (398 bytes)";
        QTest::newRow("wide header") << QByteArray("id,lower,upper,size") + QByteArray(61, ',') + "\na,0,3,8\n"
                                     << ":1: expected at most 64 columns";
        QTest::newRow("wide row") << head + "a,0,3,8\nb,0,3,8" + QByteArray(61, ',') + "\n"
                                  << ":3: expected 4 fields as in the header, found more than 64";
        QTest::newRow("less wide row") << head + "a,0,3,8" + QByteArray(60, ',') + "\n"
                                       << ":2: expected 4 fields as in the header, found 64";
        QTest::newRow("commas") << QByteArray(1 << 20, ',') << ":1: expected at most 64 columns";
        QTest::newRow("many gaps") << gaps + "a,0,9,8," + QByteArray("1-2 ").repeated(65537) + "\n"
                                   << ":2: gaps: expected at most 65536";
        QTest::newRow("binary") << QByteArray("\0\1\2\xff\n", 5) << ":1: expected a column 'id'";
    }
    void complains() {
        QFETCH(QByteArray, text);
        QFETCH(QString, complaint);
        const auto path = write(text);
        const auto problem = readInstance(path);
        QVERIFY(!problem);
        const QString message = QString::fromStdString(problem.error().message);
        QVERIFY2(message.startsWith(QString::fromStdString(path.string()) + complaint), qPrintable(message));
    }

    void mostColumns() {
        const QByteArray unknown(60, ',');
        const auto problem =
            readInstance(write("id,lower,upper,size" + unknown + "\na,0,3,8" + unknown + "\n"));
        QVERIFY2(problem, problem ? "" : problem.error().message.c_str());
        QCOMPARE(problem->buffers[0].size, 8);
    }

    void gaps_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("exclusive") << QByteArray("id,lower,upper,size,gaps\nb,0,9,8,2-4 6-7@1:5\n");
        QTest::newRow("inclusive") << QByteArray("id,gaps,start,end,size\nb,2-3 6-6@1:5,0,8,8\n");
        QTest::newRow("any order") << QByteArray("id,gaps,lower,upper,size\r\nb,  6-7@1:5   2-4 ,0,9,8\r\n");
    }
    void gaps() {
        QFETCH(QByteArray, text);
        const auto problem = readInstance(write(text));
        QVERIFY2(problem, problem ? "" : problem.error().message.c_str());
        QCOMPARE(problem->buffers[0].gaps, (std::vector<Gap>{{2, 4, 0, 0}, {6, 7, 1, 5}}));
        const std::string written = toCsv(*problem, {{16}, 24});
        QCOMPARE(written, std::string("id,lower,upper,size,alignment,gaps,offset\nb,0,9,8,1,2-4 6-7@1:5,16\n"));
        const auto again = readInstance(write(QByteArray::fromStdString(written)));
        QVERIFY(again && again->buffers[0].gaps == problem->buffers[0].gaps);
    }

    void missingFile() {
        const auto problem = readInstance("/nonexistent/x.csv");
        QVERIFY(!problem && problem.error().code == ErrorCode::BadInput);
        QVERIFY(!readInstance(m_folder.path().toStdString()));
    }

    void writesWhatItReads() {
        const auto problem = readInstance(write("id,lower,upper,size,alignment\na,0,3,8,8\nb,2,5,16,1\n"));
        QVERIFY(problem);
        const std::string text = toCsv(*problem, {{16, 0}, 24});
        QCOMPARE(text, std::string("id,lower,upper,size,alignment,offset\na,0,3,8,8,16\nb,2,5,16,1,0\n"));
        const auto again = readInstance(write(QByteArray::fromStdString(text)));
        QVERIFY(again);
        QCOMPARE(again->buffers[0].fixedOffset.value_or(-1), 16);
    }

    void equalNamesGetNumbers() {
        Problem problem;
        problem.steps = 1;
        problem.buffers.resize(4);
        const char* names[] = {"a,", "a_", "a__2", "a;"};
        for (std::size_t i = 0; i < 4; ++i) {
            problem.buffers[i].name = names[i];
            problem.buffers[i].upper = 1;
        }
        const auto again = readInstance(write(QByteArray::fromStdString(toCsv(problem, {{0, 0, 0, 0}, 0}))));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->buffers[1].name, std::string("a__2"));
        QCOMPARE(again->buffers[2].name, std::string("a__2_2"));
    }

    void namesWithCommasSurvive() {
        Problem problem;
        problem.steps = 1;
        problem.buffers.resize(1);
        problem.buffers[0].name = "a,b\nc";
        problem.buffers[0].upper = 1;
        const auto again = readInstance(write(QByteArray::fromStdString(toCsv(problem, {{0}, 0}))));
        QVERIFY(again);
        QCOMPARE(again->buffers[0].name, std::string("a_b_c"));
    }

    void cHeader() {
        Problem problem;
        problem.steps = 4;
        problem.buffers.resize(4);
        const char* names[] = {"conv/1:0", "conv.1.0", "", "*/ #error \\"};
        for (std::size_t i = 0; i < 4; ++i) {
            problem.buffers[i].name = names[i];
            problem.buffers[i].size = 10;
            problem.buffers[i].upper = 4;
            problem.buffers[i].alignment = 16;
        }
        const QString text = QString::fromStdString(toCHeader(problem, {{0, 16, 32, 48}, 58}, "9-net v2"));
        QVERIFY(text.contains("#ifndef MODEL_9_NET_V2_ARENA_H\n#define MODEL_9_NET_V2_ARENA_H\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_ARENA_SIZE ((size_t)58u)\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_ARENA_ALIGNMENT ((size_t)16u)\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_OFFSET_CONV_1_0 ((size_t)0u)\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_OFFSET_CONV_1_0_2 ((size_t)16u)\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_OFFSET_BUFFER_2 ((size_t)32u)\n"));
        QVERIFY(text.contains("#define MODEL_9_NET_V2_SIZE_ERROR ((size_t)10u)\n"));

        const QRegularExpression line(
            "^(#ifndef \\w+|#define \\w+( \\(\\(size_t\\)\\d+u\\))?|#include <stddef.h>|#endif|"
            "/\\* ((?!\\*/).)* \\*/|)$");
        QSet<QString> defined;
        for (const QString& each : text.split('\n')) {
            QVERIFY2(line.match(each).hasMatch() || each.startsWith("/* Arena of"), qPrintable(each));
            if (!each.startsWith("#define")) continue;
            const QString name = each.split(' ')[1];
            QVERIFY2(!defined.contains(name), qPrintable(name));
            defined.insert(name);
        }
        QCOMPARE(defined.size(), 11);
    }
};

EDGEWRIGHT_TEST(InstanceCsvTest)

} // namespace edgewright::instance_csv_test

#include "instance_csv_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The layout process: whatever it does, an answer comes in time and nothing is left behind.
#include <QTest>

#include "core/layout/helper.h"
#include "core/layout/layout.h"
#include "tests/core/layout/graphs.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>

#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>

namespace edgewright::layout_helper_test {

using namespace edgewright::layout;
using namespace edgewright::layout::test;

namespace {

bool noChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

} // namespace

class LayoutHelperTest final : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_directory;

    std::filesystem::path script(const QByteArray& body) {
        static int number = 0;
        const QString path = m_directory.filePath(QStringLiteral("helper%1.sh").arg(number++));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("#!/bin/sh\n" + body + "\n");
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path.toStdString();
    }

private slots:
    void fallsBack_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("note");
        QTest::newRow("too slow") << QByteArray("exec sleep 30") << QByteArray("in time");
        QTest::newRow("too slow to end")
            << QByteArray("exec 1>&- 0<&-; exec sleep 30") << QByteArray("in time");
        QTest::newRow("crashes") << QByteArray("kill -SEGV $$") << QByteArray("signal 11");
        QTest::newRow("fails") << QByteArray("exit 3") << QByteArray("status 3");
        QTest::newRow("says nothing") << QByteArray("exit 0") << QByteArray("no layout");
        QTest::newRow("talks nonsense") << QByteArray("cat > /dev/null; echo hello") << QByteArray("no layout");
        QTest::newRow("stops short") << QByteArray("cat > /dev/null; echo layout; echo 10 10; echo 1 1")
                                     << QByteArray("no place for box 1");
        QTest::newRow("never stops") << QByteArray("exec yes layout") << QByteArray("");
    }
    void fallsBack() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, note);
        Options options;
        options.helper = script(body);
        options.timeLimitSeconds = note == "in time" ? 0.5 : 30;
        // Large enough that the request does not fit into a socket's buffer.
        options.graphvizBoxes = 100000;
        const Request request = residual(30000);
        const auto layout = layoutGraph(request, options);
        QVERIFY2(layout, layout ? "" : layout.error().message.c_str());
        QCOMPARE(layout->engine, std::string("layered"));
        QVERIFY2(layout->note.find(note.toStdString()) != std::string::npos, layout->note.c_str());
        QVERIFY(noChildren());
    }

    void fallsBackWithoutProgram() {
        Options options;
        options.helper = "/nonexistent/edgewright-layout";
        const auto layout = layoutGraph(chain(3), options);
        QVERIFY(layout);
        QCOMPARE(layout->engine, std::string("layered"));
        QVERIFY(layout->note.find("/nonexistent/edgewright-layout") != std::string::npos);
        QVERIFY(noChildren());
    }

    void isNotAskedAboutLargeGraphs() {
        Options options;
        options.helper = "/nonexistent/edgewright-layout";
        options.graphvizBoxes = 10;
        const auto layout = layoutGraph(chain(11), options);
        QVERIFY(layout);
        QVERIFY(layout->note.find("more than") != std::string::npos);
    }

    void isCancelledAtOnce() {
        Options options;
        const QString begun = m_directory.filePath(QStringLiteral("begun"));
        // Sleeps longer than any test may take, as is the limit.
        options.helper = script("touch '" + begun.toUtf8() + "'; exec sleep 3600");
        options.timeLimitSeconds = 3600;
        std::stop_source stop;
        std::jthread canceller([&] {
            while (!QFile::exists(begun))
                std::this_thread::yield();
            stop.request_stop();
        });
        const auto layout = layoutGraph(chain(50), options, {stop.get_token(), nullptr});
        QVERIFY(!layout);
        QCOMPARE(layout.error().code, ErrorCode::Cancelled);
        QVERIFY(noChildren());
    }

    void leavesNoDescriptors() {
        const auto open = [] {
            int count = 0;
            for (int fd = 0; fd < 256; ++fd)
                count += ::fcntl(fd, F_GETFD) != -1 ? 1 : 0;
            return count;
        };
        Options options;
        options.helper = script("exit 0");
        const int before = open();
        for (int i = 0; i < 20; ++i)
            QVERIFY(layoutGraph(chain(3), options));
        QCOMPARE(open(), before);
    }

    void checksAnswers_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("good");
        QTest::newRow("good") << QByteArray("layout\n9 9\n1 2\n3 4\n4 0 0 1 1 2 2 3 3\nend\n") << true;
        QTest::newRow("no end") << QByteArray("layout\n9 9\n1 2\n3 4\n4 0 0 1 1 2 2 3 3\n") << false;
        QTest::newRow("more after the end")
            << QByteArray("layout\n9 9\n1 2\n3 4\n4 0 0 1 1 2 2 3 3\nend x") << false;
        QTest::newRow("not a number") << QByteArray("layout\n9 9\nnan 2\n3 4\n4 0 0 1 1 2 2 3 3\nend\n")
                                      << false;
        QTest::newRow("infinite") << QByteArray("layout\n9 9\n1e999 2\n3 4\n4 0 0 1 1 2 2 3 3\nend\n") << false;
        QTest::newRow("far away") << QByteArray("layout\n9 9\n1e30 2\n3 4\n4 0 0 1 1 2 2 3 3\nend\n") << false;
        QTest::newRow("odd curve") << QByteArray("layout\n9 9\n1 2\n3 4\n5 0 0 1 1 2 2 3 3 4 4\nend\n")
                                   << false;
        QTest::newRow("negative count")
            << QByteArray("layout\n9 9\n1 2\n3 4\n-4 0 0 1 1 2 2 3 3\nend\n") << false;
        QTest::newRow("huge curve") << QByteArray("layout\n9 9\n1 2\n3 4\n4000000000 0 0\nend\n") << false;
        QTest::newRow("negative size")
            << QByteArray("layout\n-9 9\n1 2\n3 4\n4 0 0 1 1 2 2 3 3\nend\n") << false;
    }
    void checksAnswers() {
        QFETCH(QByteArray, answer);
        QFETCH(bool, good);
        const auto layout = readHelperAnswer(chain(2), answer.toStdString());
        QCOMPARE(layout.has_value(), good);
        if (good) QCOMPARE(layout->edges[0][3].x, 3.0);
    }

#ifdef EDGEWRIGHT_LAYOUT_HELPER
    void answersAtOnePixelAUnit() {
        Options options;
        options.helper = EDGEWRIGHT_LAYOUT_HELPER;
        options.timeLimitSeconds = 60;
        const auto layout = layoutGraph(chain(3), options); // boxes 80, 90, 100 wide, 40 high
        QVERIFY(layout);
        QVERIFY2(layout->engine == "graphviz", layout->note.c_str());
        QVERIFY(std::abs(layout->width - 100) < 2);
        QVERIFY(layout->height > 120 && layout->height < 250);
        QVERIFY(layout->centres[0].y < layout->centres[1].y && layout->centres[1].y < layout->centres[2].y);
        QVERIFY(noChildren());
    }
    void realHelperRefusesGarbage() {
        // Box count and boxes that disagree reach the helper through a script only.
        Options options;
        options.helper = script("printf 'edgewright-layout 1\\n3 1\\n10 10\\n' | " EDGEWRIGHT_LAYOUT_HELPER);
        const auto layout = layoutGraph(chain(3), options);
        QVERIFY(layout);
        QVERIFY2(layout->note.find("status 2") != std::string::npos, layout->note.c_str());
    }
#endif
};

EDGEWRIGHT_TEST(LayoutHelperTest)

} // namespace edgewright::layout_helper_test

#include "layout_helper_test.moc"

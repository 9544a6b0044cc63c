// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <csignal>

namespace edgewright::child_test {

using bench::Child;

class ChildTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void answersLineByLine() {
        auto cat = Child::start({"cat"});
        QVERIFY(cat);
        QVERIFY(cat->say("first"));
        QCOMPARE(cat->hear(10).value_or("nothing"), std::string("first"));
        const std::string longer(100'000, 'x'); // more than a pipe's buffer would take from one read
        QVERIFY(cat->say(longer));
        QVERIFY(cat->say(""));
        QCOMPARE(cat->hear(10).value_or("nothing"), longer);
        QCOMPARE(cat->hear(10).value_or("nothing"), std::string());
    }

    void silenceIsNoLine() {
        auto cat = Child::start({"cat"});
        QVERIFY(cat);
        QVERIFY(!cat->hear(0.05));
        QVERIFY(cat->say("still there"));
        QVERIFY(cat->hear(10));
    }

    void endIsNoLine() {
        auto done = Child::start({"sh", "-c", "echo last"});
        QVERIFY(done);
        QCOMPARE(done->hear(10).value_or("nothing"), std::string("last"));
        QVERIFY(!done->hear(10));
        QTRY_VERIFY(!done->say("anyone?")); // its ends of the pipes close one after the other
    }

    void absentProgramIsNamed() {
        const auto none = Child::start({"edgewright-no-such-program"});
        QVERIFY(!none);
        QVERIFY(none.error().message.find("edgewright-no-such-program") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(ChildTest)

} // namespace edgewright::child_test

#include "child_test.moc"

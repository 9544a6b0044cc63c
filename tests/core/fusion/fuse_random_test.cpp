// SPDX-License-Identifier: GPL-3.0-or-later
// Random networks: all rules together, and each alone, must leave the numbers as they are.
#include "tests/core/fusion/random_net.h"

#include "core/ir/verify.h"

#include <QTest>

using namespace edgewright;
using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

class FuseRandomTest : public QObject {
    Q_OBJECT

    static void check(const Net& net, const ir::Graph& graph, const Options& options) {
        const auto history = fuse(graph, net.opsets, options);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        QVERIFY2(history->faults.empty(), history->faults.empty() ? "" : history->faults.front().message.c_str());
        QVERIFY(ir::verify(history->graph).empty());
        QVERIFY(history->graph.nodeCount() <= graph.nodeCount());
        QCOMPARE(difference(*history, net), QString());
        QCOMPARE(replayDifference(*history), QString());
        const auto again = fuse(history->graph, net.opsets, options);
        QVERIFY(again && again->steps.empty());
    }

private slots:
    void allRules_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 150; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void allRules() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        check(net, inferred(net), {});
    }

    void eachRule_data() {
        QTest::addColumn<QString>("rule");
        for (const Rule* rule : rules()) {
            const QByteArray name(rule->name.data(), static_cast<qsizetype>(rule->name.size()));
            QTest::newRow(name.constData()) << QString::fromLatin1(name);
        }
    }
    void eachRule() {
        QFETCH(QString, rule);
        for (unsigned seed = 1000; seed < 1015; ++seed) {
            const Net net = RandomNet(seed).make();
            check(net, inferred(net), only({rule.toStdString()}));
            if (QTest::currentTestFailed()) qWarning("seed %u", seed);
        }
    }
};

QTEST_GUILESS_MAIN(FuseRandomTest)
#include "fuse_random_test.moc"

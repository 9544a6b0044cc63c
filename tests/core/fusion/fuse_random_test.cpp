// SPDX-License-Identifier: GPL-3.0-or-later
// Random networks: all rules together, and each alone, must leave the numbers as they are. Each rule is given
// something to do.
#include "tests/core/fusion/random_net.h"
#include "tests/support/test_class.h"

#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/fusion/traffic.h"
#include "core/ir/verify.h"

#include <QTest>

#include <set>

namespace edgewright::fuse_random_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

class FuseRandomTest : public QObject {
    Q_OBJECT

    std::set<std::string, std::less<>> m_fired; // by all rules together

    // Rules that change codes are compared with the original by steps of a code, all others with what those
    // made.
    static void compareNumbers(const History& history, const Net& net, Options options) {
        for (const Rule* rule : rules())
            if (!rule->changesQuantizedValues) options.without.emplace(rule->name);
        const auto codes = fuse(history.base, net.opsets, options);
        QVERIFY2(codes, codes ? "" : codes.error().message.c_str());
        QCOMPARE(difference(codes->graph, history.graph, net.opsets), QString());
        if (codes->steps.empty()) return;
        const auto feeds = ir::seededFeeds(history.base, 1);
        QVERIFY(feeds);
        const auto before = exec::run(history.base, net.opsets, *feeds, {});
        const auto after = exec::run(codes->graph, net.opsets, *feeds, {});
        QVERIFY(before && after);
        for (std::size_t i = 0; i < before->outputs.size(); ++i) {
            const double apart = exec::compare(after->outputs[i], before->outputs[i]).maxAbs;
            QVERIFY2(apart <= 1.001 * CodeStep, qPrintable(QString::number(apart)));
        }
    }
    static void check(const Net& net, const Options& options, History* done = nullptr) {
        const ir::Graph graph = inferred(net);
        auto history = fuse(graph, net.opsets, options);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        QVERIFY2(history->faults.empty(),
                 history->faults.empty() ? "" : history->faults.front().message.c_str());
        QVERIFY(ir::verify(history->graph).empty());
        // A convolution by phases has to put them side by side: three nodes at most, and one that crops.
        const auto moves = 4 * std::ranges::count(history->steps, "qdq_transposed_to_conv", &Step::rule);
        QVERIFY(computeNodes(history->graph) <= computeNodes(graph) + static_cast<int>(moves));
        compareNumbers(*history, net, options);
        QCOMPARE(replayDifference(*history), QString());
        const auto again = fuse(history->graph, net.opsets, options);
        QVERIFY(again && again->steps.empty());
        if (done) *done = *std::move(history);
    }
    void checkTogether(const Net& net) {
        History done;
        check(net, {}, &done);
        for (const Step& step : done.steps)
            m_fired.insert(step.rule);
    }
    static void ruleRows() {
        QTest::addColumn<QString>("rule");
        for (const Rule* rule : rules()) {
            const QByteArray name(rule->name.data(), static_cast<qsizetype>(rule->name.size()));
            QTest::newRow(name.constData()) << QString::fromLatin1(name);
        }
    }

private slots:
    void allRules_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 150; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void allRules() {
        QFETCH(unsigned, seed);
        checkTogether(RandomNet(seed).make());
    }

    void eachRule_data() { ruleRows(); }
    void eachRule() {
        QFETCH(QString, rule);
        const RulePattern* pattern = patternFor(rule.toStdString());
        QVERIFY2(pattern, "tests/core/fusion/rule_patterns.cpp has no pattern for it");
        for (unsigned seed = 1000; seed < 1015; ++seed) {
            History done;
            check(RandomNet(seed, *pattern).make(), only({rule.toStdString()}), &done);
            if (QTest::currentTestFailed()) qWarning("seed %u", seed);
            QVERIFY2(!done.steps.empty(), qPrintable(QStringLiteral("did not fire, seed %1").arg(seed)));
        }
    }

    void eachPatternAmongAllRules_data() { ruleRows(); }
    void eachPatternAmongAllRules() {
        QFETCH(QString, rule);
        const RulePattern* pattern = patternFor(rule.toStdString());
        QVERIFY(pattern);
        for (unsigned seed = 2000; seed < 2003; ++seed)
            checkTogether(RandomNet(seed, *pattern).make());
    }
    // Counts the runs above; rules that are off by default have fired in eachRule().
    void everyRuleFired() {
        QStringList idle;
        for (const Rule* rule : rules())
            if (rule->onByDefault && !m_fired.contains(rule->name))
                idle << QString::fromStdString(std::string(rule->name));
        QVERIFY2(idle.isEmpty(), qPrintable(idle.join(QLatin1Char(' '))));
    }
};

EDGEWRIGHT_TEST(FuseRandomTest)

} // namespace edgewright::fuse_random_test

#include "fuse_random_test.moc"

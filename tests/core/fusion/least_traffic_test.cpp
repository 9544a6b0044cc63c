// SPDX-License-Identifier: GPL-3.0-or-later
// Groups chosen by what they save: never more traffic than in the rules' order, sometimes less.
#include "tests/core/fusion/random_net.h"
#include "tests/core/fusion/same_graph.h"

#include "core/fusion/engine/candidate_selection.h"
#include "core/fusion/traffic.h"
#include "core/ir/verify.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace edgewright::least_traffic_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

Options byTraffic() {
    Options options;
    options.leastTraffic = true;
    return options;
}

bool overlap(const Candidate& a, const Candidate& b) {
    return std::ranges::any_of(a.nodes, [&](NodeId id) { return std::ranges::count(b.nodes, id) > 0; });
}

std::vector<Candidate> randomCandidates(std::mt19937& random, std::size_t count, std::size_t nodes) {
    std::vector<Candidate> candidates(count);
    for (Candidate& each : candidates) {
        const std::size_t start = random() % nodes;
        for (std::size_t k = 0; k < 1 + random() % 4; ++k)
            each.nodes.push_back(NodeId(start + k));
        each.benefit = {static_cast<std::int64_t>(random() % 4), static_cast<std::int64_t>(random() % 100)};
    }
    return candidates;
}

} // namespace

class LeastTrafficTest : public QObject {
    Q_OBJECT

private slots:
    // Against every subset.
    void choiceIsBest() {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            const std::vector<Candidate> candidates = randomCandidates(random, 2 + random() % 9, 12);
            std::pair<std::int64_t, std::int64_t> best{0, 0};
            for (std::size_t set = 0; set < (std::size_t(1) << candidates.size()); ++set) {
                std::pair<std::int64_t, std::int64_t> sum{0, 0};
                bool legal = true;
                for (std::size_t i = 0; i < candidates.size() && legal; ++i) {
                    if ((set >> i & 1) == 0) continue;
                    for (std::size_t j = 0; j < i; ++j)
                        legal = legal && ((set >> j & 1) == 0 || !overlap(candidates[i], candidates[j]));
                    sum.first += candidates[i].benefit.trafficBytes;
                    sum.second += candidates[i].benefit.launches;
                }
                if (legal) best = std::max(best, sum);
            }
            std::pair<std::int64_t, std::int64_t> sum{0, 0};
            const auto chosen = chooseCandidates(candidates);
            for (const std::size_t i : chosen) {
                sum.first += candidates[i].benefit.trafficBytes;
                sum.second += candidates[i].benefit.launches;
                for (const std::size_t j : chosen)
                    QVERIFY(i == j || !overlap(candidates[i], candidates[j]));
            }
            QCOMPARE(sum, best);
        }
    }
    void largeClusters() { // legal, complete, and better than taking them as they come
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            const std::vector<Candidate> candidates = randomCandidates(random, 300, 150);
            std::vector<bool> isChosen(candidates.size(), false);
            std::int64_t sum = 0, inOrder = 0;
            for (const std::size_t i : chooseCandidates(candidates)) {
                isChosen[i] = true;
                sum += candidates[i].benefit.trafficBytes;
            }
            std::set<NodeId> taken;
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                bool excluded = isChosen[i];
                for (std::size_t j = 0; j < candidates.size(); ++j) {
                    if (i == j || !isChosen[j] || !overlap(candidates[i], candidates[j])) continue;
                    QVERIFY(!isChosen[i]);
                    excluded = true;
                }
                QVERIFY(excluded);
                if (std::ranges::any_of(candidates[i].nodes, [&](NodeId id) { return taken.contains(id); }))
                    continue;
                taken.insert(candidates[i].nodes.begin(), candidates[i].nodes.end());
                inOrder += candidates[i].benefit.trafficBytes;
            }
            QVERIFY(sum > inOrder);
        }
    }
    void nothingToChoose() {
        QVERIFY(chooseCandidates({}).empty());
        const std::vector<Candidate> costly{{{NodeId(0)}, {1, -5}}, {{NodeId(0), NodeId(1)}, {1, -3}}};
        QCOMPARE(chooseCandidates(costly), std::vector<std::size_t>{1}); // complete, at the least cost
    }

    void randomNets() {
        int better = 0;
        for (unsigned seed = 3000; seed < 3120; ++seed) {
            const Net net = RandomNet(seed).make();
            const ir::Graph graph = inferred(net);
            const auto byOrder = fuse(graph, net.opsets);
            const auto byChoice = fuse(graph, net.opsets, byTraffic());
            QVERIFY(byOrder && byChoice && byChoice->faults.empty());
            const std::int64_t before = trafficBytes(byOrder->graph);
            const std::int64_t after = trafficBytes(byChoice->graph);
            QVERIFY2(after <= before, qPrintable(QString::number(seed)));
            better += after < before ? 1 : 0;
            if (seed % 6 != 0 && after == before) continue;
            QVERIFY(ir::verify(byChoice->graph).empty());
            QCOMPARE(difference(*byChoice, net), QString());
            QCOMPARE(replayDifference(*byChoice), QString());
            const auto again = fuse(byChoice->graph, net.opsets, byTraffic());
            QVERIFY(again && again->steps.empty());
        }
        qInfo("less traffic in %d of 120 networks", better);
    }

    // In the rules' order the convolution takes the sum, and `x` is read by it and by the Concat. All of it in
    // the group of the Concat reads `x` once. (As a Concat in place does, which is switched off here.)
    void strictlyBetter() {
        Net net;
        const ValueId x = net.floats("x", {1, 8, 16, 16});
        const ValueId y = net.conv(net.node("Softmax", {x}), {8, 8, 3, 3});
        const ValueId gated = net.node("Mul", {y, net.node("Sigmoid", {y})});
        const ValueId sum = net.node("Add", {x, gated});
        net.output(net.conv(net.node("Concat", {sum, x}, {{"axis", std::int64_t(1)}}), {8, 16, 3, 3}));
        const ir::Graph graph = inferred(net);
        Options inOrder, chosen = byTraffic();
        for (Options* options : {&inOrder, &chosen})
            options->without.insert("fuse_concat");
        const auto byOrder = fuse(graph, net.opsets, inOrder);
        const auto byChoice = fuse(graph, net.opsets, chosen);
        QVERIFY(byOrder && byChoice);
        QVERIFY(trafficBytes(byChoice->graph) < trafficBytes(byOrder->graph));
        QCOMPARE(difference(*byChoice, net), QString());
    }

    void limitAndRepetition() {
        for (unsigned seed = 3000; seed < 3010; ++seed) {
            const Net net = RandomNet(seed).make();
            const ir::Graph graph = inferred(net);
            const auto whole = fuse(graph, net.opsets, byTraffic());
            const auto twice = fuse(graph, net.opsets, byTraffic());
            QVERIFY(whole && twice);
            QCOMPARE(graphDifference(whole->graph, twice->graph), QString());
            for (std::size_t n = 0; n < whole->steps.size(); n += 4) {
                Options options = byTraffic();
                options.patchLimit = n;
                const auto cut = fuse(graph, net.opsets, options);
                QVERIFY(cut);
                QCOMPARE(cut->steps.size(), n);
                QCOMPARE(graphDifference(*graphAt(*whole, n), cut->graph), QString());
            }
        }
    }

    void shared_data() {
        QTest::addColumn<QString>("file");
        for (const fs::path& each : edgewright::test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
    }
    void shared() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        const auto byOrder = fuse(model->graph, model->opsets);
        const auto byChoice = fuse(model->graph, model->opsets, byTraffic());
        QVERIFY(byOrder && byChoice && byChoice->faults.empty());
        const std::int64_t before = trafficBytes(byOrder->graph);
        const std::int64_t after = trafficBytes(byChoice->graph);
        if (after < before)
            qInfo("%s: %lld instead of %lld bytes", QTest::currentDataTag(), static_cast<long long>(after),
                  static_cast<long long>(before));
        QVERIFY(after <= before);
        QVERIFY(ir::verify(byChoice->graph).size() <= ir::verify(model->graph).size());
    }
};

EDGEWRIGHT_TEST(LeastTrafficTest)

} // namespace edgewright::least_traffic_test

#include "least_traffic_test.moc"

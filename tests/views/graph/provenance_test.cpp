// SPDX-License-Identifier: GPL-3.0-or-later
// The provenance of all nodes at once is what the history says of each.
#include <QTest>

#include "core/onnx/reading/import.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/sample.h"
#include "views/graph/panels/provenance.h"
#include "views/graph/presented.h"

#include <optional>

namespace edgewright::provenance_test {

using namespace edgewright::views;

class ProvenanceTest final : public QObject {
    Q_OBJECT
private:
    static std::shared_ptr<const fusion::History> fused(const std::filesystem::path& file) {
        const auto opened = pipeline::open(file);
        if (!opened) return nullptr;
        const auto typed = pipeline::type(*opened, {}, true);
        const auto history = pipeline::fuse(*typed, {});
        return history ? *history : nullptr;
    }

private slots:
    void agreesWithTheHistory_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void agreesWithTheHistory() {
        QFETCH(QString, model);
        const auto history = fused(edgewright::test::sample(model.toStdString() + ".onnx"));
        QVERIFY(history);
        const Provenance provenance(*history);
        for (const NodeId id : history->graph.order())
            QCOMPARE(provenance.originsOf(id), history->originsOf(id));
        for (const NodeId id : history->base.order())
            QCOMPARE(provenance.descendantsOf(id), history->descendantsOf(id));
        for (const Provenance::Group& group : provenance.groups())
            QVERIFY(history->graph.contains(group.node) && group.members.size() > 1);
    }

    // What happens in a subgraph has ids of its own, which may be those of nodes out here.
    void idsOfSubgraphsStayOut() {
        fusion::History history;
        fusion::Step inside, outside;
        inside.site.inside = "2/then_branch";
        inside.patch.removed = {NodeId(0), NodeId(1)};
        inside.made = {NodeId(5)};
        outside.patch.removed = {NodeId(1), NodeId(3)};
        outside.patch.added.resize(1);
        outside.patch.added.front().id = NodeId(5);
        outside.made = {NodeId(5)};
        history.steps = {inside, outside};
        const Provenance provenance(history);
        for (const int id : {0, 1, 2, 3})
            QCOMPARE(history.descendantsOf(NodeId(id)), provenance.descendantsOf(NodeId(id)));
        QCOMPARE(history.descendantsOf(NodeId(0)), std::vector{NodeId(0)});
        QCOMPARE(history.descendantsOf(NodeId(1)), std::vector{NodeId(5)});
        QCOMPARE(history.originsOf(NodeId(5)), (std::vector{NodeId(1), NodeId(3)}));
        QCOMPARE(provenance.originsOf(NodeId(5)), history.originsOf(NodeId(5)));
    }

    void everyStepIsShown() {
        const auto history = fused(edgewright::test::sample("residual_cnn_2d.onnx"));
        QVERIFY(history);
        QVERIFY(history->steps.size() > 2);
        std::shared_ptr<const Presented> last;
        for (std::size_t step = 0; step <= history->steps.size(); ++step) {
            const auto made = present(history, step);
            QVERIFY2(made, made ? "" : made.error().message.c_str());
            const Presented& shown = **made;
            if (step == 0) QCOMPARE(shown.graph->nodeCount(), history->base.nodeCount());
            if (shown.atEnd()) QCOMPARE(shown.graph.get(), &history->graph);
            // Every node of the step's graph stands for nodes of the original, and the other way round.
            for (const NodeId id : shown.graph->order())
                for (const NodeId origin : shown.provenance->originsOf(id))
                    QVERIFY(history->base.contains(origin));
            for (const NodeId id : history->base.order())
                for (const NodeId heir : shown.provenance->descendantsOf(id))
                    QVERIFY(shown.graph->contains(heir));
            for (const auto& [old, next] : pairsBetween(last.get(), &shown))
                QVERIFY(shown.graph->contains(next) && (last || history->base.contains(old)));
            last = *made;
        }
    }

    void changesNameBothSides() {
        const auto history = fused(edgewright::test::sample("residual_cnn_2d.onnx"));
        QVERIFY(history);
        const Provenance provenance(*history);
        const Changes changes = provenance.changes();
        QVERIFY(!changes.empty());
        for (const auto& [node, change] : changes) {
            const bool before = history->base.contains(node), after = history->graph.contains(node);
            QVERIFY(before != after);
            QCOMPARE(change == Change::Removed, before && provenance.descendantsOf(node).empty());
            if (change == Change::Removed) QVERIFY(!provenance.whyGone(node).isEmpty());
            if (change == Change::Added) QVERIFY(after && provenance.originsOf(node).size() != 1);
            if (change == Change::Absorbed) QVERIFY(before && !provenance.descendantsOf(node).empty());
        }
    }

    // A batch norm goes into the Conv before it, which has other weights then; with Relu it becomes a group,
    // which is new.
    void aGroupIsNewAndItsMembersAreAbsorbed() {
        const auto sample = edgewright::views::test::residualSample();
        const auto history = fusion::fuse(sample.graph, {{"", 17}});
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        std::size_t folded = 0;
        while (folded < history->steps.size() && history->steps[folded].rule != "fold_batch_norm")
            ++folded;
        QVERIFY(folded < history->steps.size());
        const auto of = [](const Changes& changes, NodeId node) {
            const auto found = changes.find(node);
            return found == changes.end() ? std::optional<Change>() : found->second;
        };
        const auto half = Provenance(*history, folded + 1).changes();
        QCOMPARE(half.size(), std::size_t(3));
        QVERIFY(of(half, sample.conv1) == Change::Changed || of(half, sample.conv2) == Change::Changed);
        QVERIFY(of(half, sample.norm1) == Change::Absorbed || of(half, sample.norm2) == Change::Absorbed);
        QVERIFY(of(half, history->steps[folded].made.front()) == Change::Changed);

        const Provenance provenance(*history);
        const auto all = provenance.changes();
        for (const NodeId member : {sample.conv1, sample.norm1, sample.relu1}) {
            QVERIFY(of(all, member) == Change::Absorbed);
            const auto heirs = provenance.descendantsOf(member);
            QCOMPARE(heirs.size(), std::size_t(1));
            QVERIFY(of(all, heirs.front()) == Change::Added);
        }
        QVERIFY(!of(all, sample.pool));
    }
};

EDGEWRIGHT_TEST(ProvenanceTest)

} // namespace edgewright::provenance_test

#include "provenance_test.moc"

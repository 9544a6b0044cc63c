// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that a rule names as its roots leave nothing out: asked about any other node, it has nothing to
// say. Over the graphs that fusing passes through, of our samples and of every shared case.
#include "core/fusion/fuse.h"
#include "core/fusion/rule.h"
#include "core/ops/operator.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <set>

namespace edgewright::rule_roots_test {

using namespace edgewright::fusion;
namespace fs = std::filesystem;

namespace {

// "rule at operator", for every answer that would have been missed.
void missed(const ir::Graph& graph, const ir::Opsets& opsets, std::set<std::string>& found,
            std::size_t& asked) {
    const ir::Connections connections(graph);
    const GraphView view{graph, connections, opsets};
    for (const Rule* rule : rules()) {
        if (rule->roots.empty()) continue;
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (std::ranges::find(rule->roots, node.op) != rule->roots.end()) continue;
            ++asked;
            if (!std::holds_alternative<NoMatch>(rule->match(view, id)))
                found.insert(std::string(rule->name) + " at " + node.op);
        }
    }
}

std::vector<fs::path> files() {
    std::vector<fs::path> files;
    for (const std::string& name : edgewright::test::samples())
        files.push_back(edgewright::test::sample(name + ".onnx"));
    std::ranges::copy(edgewright::test::sharedModels(), std::back_inserter(files));
    std::ranges::copy(edgewright::test::sharedFiles("fusion-cases", ".onnx"), std::back_inserter(files));
    return files;
}

} // namespace

class RuleRootsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsLeftOut() {
        constexpr std::size_t FewSteps = 12; // of which every graph in between is looked at
        std::set<std::string> found;
        std::size_t asked = 0;
        for (const fs::path& file : files()) {
            const auto model = edgewright::test::typedModel(file, false);
            QVERIFY2(model, file.c_str());
            const auto history = fuse(model->graph, model->opsets);
            QVERIFY2(history, file.c_str());
            const std::size_t steps = history->steps.size();
            const std::size_t stride = steps <= FewSteps ? 1 : steps / 2;
            for (std::size_t at = 0; at <= steps; at += stride) {
                const auto graph = graphAt(*history, at);
                QVERIFY2(graph, file.c_str());
                missed(*graph, model->opsets, found, asked);
            }
        }
        QVERIFY(asked > 1000);
        std::string text;
        for (const std::string& each : found)
            text += each + "; ";
        QVERIFY2(found.empty(), text.c_str());
    }
    void onlyOperatorsThatExist() {
        for (const Rule* rule : rules())
            for (const std::string_view root : rule->roots) {
                const bool known = std::ranges::any_of(
                    ops::catalogue(), [&](const ops::Operator* op) { return op->name == root; });
                QVERIFY2(known, (std::string(rule->name) + ": " + std::string(root)).c_str());
            }
    }
};

EDGEWRIGHT_TEST(RuleRootsTest)

} // namespace edgewright::rule_roots_test

#include "rule_roots_test.moc"

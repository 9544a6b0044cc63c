// SPDX-License-Identifier: GPL-3.0-or-later
// Every model: the layers of its cost have the multiply-accumulates that are counted everywhere else, none is
// faster than its traffic allows, and what they read was written.
#include "core/cost/residency/residency.h"
#include "core/cost/workload.h"
#include "core/ir/known_beforehand.h"
#include "core/ir/subgraphs.h"
#include "core/ops/work.h"
#include "core/pipeline/cost_comparison.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace edgewright::costs_of_models_test {

namespace {

bool holdsSubgraphs(const ir::Node& node) {
    return ir::hasSubgraph(node) || (node.body && std::ranges::any_of(node.body->order(), [&](NodeId id) {
                                         return holdsSubgraphs(node.body->node(id));
                                     }));
}

// Goes through the work of a graph in its order and holds what is read against what its layers have written.
class MovedValues {
public:
    explicit MovedValues(const ir::Graph& graph) : m_workload(cost::workloadOf(graph)) {
        m_elsewhere.insert(graph.inputs.begin(), graph.inputs.end());
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (holdsSubgraphs(node) || ir::isKnownBeforehand(graph, node))
                m_elsewhere.insert(node.outputs.begin(), node.outputs.end());
        }
        for (const ops::NodeWork& work : ops::workOf(graph).nodes)
            add(work);
    }
    const QStringList& wrong() const { return m_wrong; }

private:
    void add(const ops::NodeWork& work) {
        if (ops::isView(*work.node)) return addView(work);
        const auto layers = layersOf(work);
        if (layers.empty()) {
            m_elsewhere.insert(work.outputValues.begin(), work.outputValues.end());
            return;
        }
        for (std::size_t i = 0; i < work.inputs.size(); ++i)
            if (work.inputPlaces[i] == ops::Place::Memory) read(work, i);
        std::int64_t wanted = 0, written = 0;
        for (std::size_t i = 0; i < work.outputs.size(); ++i) {
            if (!work.node->outputs[i].valid() || work.outputPlaces[i] == ops::Place::Group) continue;
            const std::int64_t words = work.outputs[i].elements().value_or(0);
            wanted += words;
            if (work.outputValues[i].valid()) m_written[rootOf(work.outputValues[i])] = words;
        }
        for (const cost::Layer& layer : layers) {
            const bool isArray = layer.unit == cost::Unit::Array;
            written += !isArray              ? layer.writtenWords * layer.repeat
                       : layer.outputsOnChip ? 0
                                             : layer.m * layer.n * layer.repeat;
        }
        // Gates of a recurrence and blocks of a transposed convolution are more than what comes of them.
        const bool isVector = layers.size() == 1 && layers.front().unit == cost::Unit::Vector;
        const bool isProduct = work.node->is("Conv") || work.node->is("MatMul") || work.node->is("Gemm");
        const bool isExact = work.times == 1 && (isVector || isProduct);
        if (isExact ? written != wanted : (wanted > 0 && written == 0))
            fail(work, QStringLiteral("writes %1 words of %2").arg(written).arg(wanted));
    }

    // The value that the view shows; none where it is inside of a function.
    void addView(const ops::NodeWork& view) {
        const ValueId shown = view.inputValues[0], made = view.outputValues[0];
        if (!made.valid() || shown == made) return;
        if (shown.valid())
            m_roots[made] = rootOf(shown);
        else
            m_elsewhere.insert(made);
    }

    void read(const ops::NodeWork& work, std::size_t input) {
        if (!work.inputValues[input].valid()) return;
        const ValueId value = rootOf(work.inputValues[input]);
        if (m_elsewhere.contains(value)) return;
        const std::int64_t words = work.inputs[input].elements().value_or(0);
        const auto found = m_written.find(value);
        if (found == m_written.end())
            fail(work, QStringLiteral("reads input %1, which nobody has written").arg(input));
        else if (found->second != words)
            fail(work, QStringLiteral("reads %1 words of %2").arg(words).arg(found->second));
    }

    // They have the order of the work that they are of.
    std::vector<cost::Layer> layersOf(const ops::NodeWork& work) {
        std::vector<cost::Layer> layers;
        const std::string name = work.node->label();
        for (; m_next < m_workload.layers.size(); ++m_next) {
            const cost::Layer& layer = m_workload.layers[m_next];
            const bool isPart = layer.name == name || layer.name.starts_with(name + ":");
            if (layer.node != work.top || !isPart) break;
            layers.push_back(layer);
            if (layer.name == name) {
                ++m_next;
                break;
            }
        }
        return layers;
    }
    ValueId rootOf(ValueId value) const {
        const auto found = m_roots.find(value);
        return found == m_roots.end() ? value : found->second;
    }
    void fail(const ops::NodeWork& work, const QString& what) {
        m_wrong << QString::fromStdString(work.node->label()) + QLatin1Char(' ') + what;
    }

    cost::Workload m_workload;
    std::size_t m_next = 0;
    std::unordered_set<ValueId> m_elsewhere; // values that no layer makes
    std::unordered_map<ValueId, ValueId> m_roots;
    std::unordered_map<ValueId, std::int64_t> m_written;
    QStringList m_wrong;
};

} // namespace

class CostsOfModelsTest : public QObject {
    Q_OBJECT

    static std::int64_t sumOf(const cost::CostReport& report) {
        std::int64_t macs = 0;
        for (const cost::LayerCost& layer : report.layers)
            macs += layer.layer.macs();
        return macs;
    }

    static void check(const QString& file) {
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const auto typed = pipeline::type(*opened, {}, true);
        if (test::UnderSanitizer && typed->macs > 2'000'000'000) QSKIP("takes too long here");
        cost::Accelerator accelerator;
        const auto costs = pipeline::costs(*typed->graph, accelerator);
        QVERIFY2(costs, costs ? "" : costs.error().message.c_str());
        QCOMPARE(sumOf((*costs)->report), typed->macs);
        QCOMPARE((*costs)->report.macs, typed->macs);
        std::int64_t byNode = 0;
        for (const NodeId id : typed->graph->order())
            byNode += ops::macsOf(*typed->graph, typed->graph->node(id));
        QCOMPARE(byNode, typed->macs);

        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history);
        const auto fused = pipeline::costs((*history)->graph, accelerator);
        QVERIFY2(fused, fused ? "" : fused.error().message.c_str());
        QCOMPARE(sumOf((*fused)->report), ops::workOf((*history)->graph).macs());

        checkComparisons(**history, *fused);
        for (const ir::Graph* graph : {&*typed->graph, &(*history)->graph}) {
            checkMovedValues(*graph);
            checkWhatStays(*graph);
        }

        accelerator.bandwidth = 4;
        const auto slow = pipeline::costs(*typed->graph, accelerator);
        QVERIFY(slow);
        QCOMPARE((*slow)->report.mode, cost::Mode::Physical);
        for (const cost::LayerCost& layer : (*slow)->report.layers)
            QVERIFY2(layer.cycles * 3 * 4 >= layer.dram.total(), layer.layer.name.c_str());
    }

    // Words that a layer reads from DRAM were written there, all of them.
    static void checkMovedValues(const ir::Graph& graph) {
        const MovedValues moved(graph);
        QVERIFY2(moved.wrong().isEmpty(), qPrintable(moved.wrong().join(QStringLiteral("; "))));
    }

    // An activation is written once, whole, and with room for all of them neither end of one passes DRAM.
    static void checkWhatStays(const ir::Graph& graph) {
        const cost::Workload workload = cost::workloadOf(graph);
        cost::Accelerator accelerator;
        accelerator.residentKb = 0;
        accelerator.residentKb = cost::residencyOf(workload, accelerator).staysFromKb;
        const cost::Residency all = cost::residencyOf(workload, accelerator);
        QCOMPARE(all.staying, workload.activations.size());
        for (const cost::Activation& each : workload.activations) {
            std::int64_t written = 0;
            for (const cost::Activation::Use& use : each.uses) {
                const cost::Layer& layer = all.workload.layers[use.layer];
                const bool isOutput = use.operand == cost::Operand::Ofmap;
                QVERIFY2(use.words <= each.words, layer.name.c_str());
                if (isOutput) written += use.words;
                if (layer.unit != cost::Unit::Array || (isOutput && each.isOutput)) continue;
                QVERIFY2(isOutput                               ? layer.outputsStay
                         : use.operand == cost::Operand::Filter ? layer.weightsStay
                                                                : layer.inputsStay,
                         layer.name.c_str());
            }
            QCOMPARE(written, each.words);
        }
    }

    // What is compared is all there is, each layer once.
    static void checkComparisons(const fusion::History& history,
                                 const std::shared_ptr<const pipeline::Costs>& of) {
        const pipeline::Costs& now = *of;
        for (const char* with : {"before-fusion", "int8", "gemmini"}) {
            const auto compared = pipeline::comparedCosts(history, of, with);
            QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
            const cost::CostReport& other = (*compared)->costs->report;
            const cost::Comparison& comparison = (*compared)->comparison;
            cost::Together all = comparison.rest;
            for (std::size_t i = 0; i < now.report.layers.size(); ++i) {
                const cost::Together& each = comparison.layers[i];
                all.layers += each.layers;
                all.cycles += each.cycles;
                all.macs += each.macs;
                all.dramBytes += each.dramBytes;
                QCOMPARE(each.spent.total(), each.cycles);
                if (std::string_view(with) != "int8") continue;
                QCOMPARE(each.layers, std::int64_t(1)); // with itself
                QCOMPARE(each.cycles, now.report.layers[i].cycles);
                QCOMPARE(each.macs, now.report.layers[i].layer.macs());
            }
            QCOMPARE(all.layers, static_cast<std::int64_t>(other.layers.size()));
            QCOMPARE(all.cycles, other.cycles);
            QCOMPARE(all.macs, other.macs);
            QCOMPARE(all.dramBytes, other.dram.total() * other.accelerator.wordBytes);
            if (std::string_view(with) != "before-fusion") continue;
            std::int64_t arrays = 0; // a matrix product before fusion is one after it
            for (std::size_t i = 0; i < now.report.layers.size(); ++i)
                if (now.report.layers[i].layer.macs() > 0 && comparison.layers[i].macs > 0) ++arrays;
            QCOMPARE(arrays, std::ranges::count_if(now.report.layers, [](const cost::LayerCost& layer) {
                         return layer.layer.macs() > 0;
                     }));
            QVERIFY2(now.report.cycles <= other.cycles, std::to_string(now.report.cycles).c_str());
        }
        QVERIFY(!pipeline::comparedCosts(history, of, "fp33"));
    }

private slots:
    void samples_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
    }
    void samples() {
        QFETCH(QString, file);
        check(file);
    }

    void shared_data() {
        QTest::addColumn<QString>("file");
        for (const auto& each : test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
    }
    void shared() {
        if (test::shared("models").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, file);
        check(file);
    }
};

EDGEWRIGHT_TEST(CostsOfModelsTest)

} // namespace edgewright::costs_of_models_test

#include "costs_of_models_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Modules and nodes as a tree, with the sums of each.
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/ops/work.h"
#include "core/pipeline/outline.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>

namespace edgewright::outline_test {

using namespace edgewright::pipeline;

namespace {

// Four blocks of MatMul, Add, Relu; both matrices of a block are one weight.
std::shared_ptr<const ir::Graph> blocks() {
    ir::GraphBuilder b("blocks");
    ValueId at = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{4, 8}));
    for (int block = 0; block < 4; ++block) {
        const std::string name = "/blocks/blocks." + std::to_string(block);
        const ValueId weight =
            b.constant("w" + std::to_string(block), ir::Tensor::of<float>({8, 8}, std::vector<float>(64, 1)));
        const auto add = [&](const char* op, std::vector<ValueId> in, const char* part) {
            const ValueId out = b.value(name + part + op);
            b.graph().node(b.nodeInto(op, std::move(in), {out})).name = name + part + op;
            return out;
        };
        at = add("MatMul", {at, weight}, "/attn/");
        at = add("Relu", {at}, "/attn/");
        at = add("MatMul", {at, weight}, "/mlp/");
        at = add("Sigmoid", {at}, "/mlp/");
    }
    b.output(at);
    return std::make_shared<const ir::Graph>(ops::inferTypes(b.take(), {{"", 17}}).graph);
}

// Three levels of modules in a chain; nodes anywhere read the same few constants, some of them twice, and of
// some operators nothing is known.
std::shared_ptr<const ir::Graph> sharedConstants(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
    ir::GraphBuilder b("shared");
    const auto constant = [&](const std::string& name, ir::Dims dims, std::size_t elements) {
        return b.constant(name, ir::Tensor::of<float>(std::move(dims), std::vector<float>(elements, 1)));
    };
    std::vector<ValueId> matrices, summands;
    for (int i = 0; i < 4; ++i) {
        matrices.push_back(constant("matrix" + std::to_string(i), {8, 8}, 64));
        summands.push_back(constant("summand" + std::to_string(i), {8}, 8));
    }
    ValueId at = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{4, 8}));
    for (int node = 0; node < 72; ++node) {
        const std::string name = "/layers." + std::to_string(node / 24) + "/blocks." +
                                 std::to_string(node / 8 % 3) + (node % 8 < 4 ? "/attn/" : "/mlp/");
        const auto add = [&](const char* op, std::vector<ValueId> in) {
            const ValueId out = b.value(name + op + std::to_string(node));
            b.graph().node(b.nodeInto(op, std::move(in), {out})).name = name + op + std::to_string(node);
            return out;
        };
        const ValueId matrix = matrices[below(4)], summand = summands[below(4)];
        const std::uint32_t choice = below(5);
        if (choice == 0) b.output(add("Unheard", {at, matrix}));
        at = choice < 2    ? add("Max", {at, summand, summand})
             : choice == 2 ? add("Relu", {at})
                           : add("MatMul", {at, matrix});
    }
    b.output(at);
    return std::make_shared<const ir::Graph>(ops::inferTypes(b.take(), {{"", 17}}).graph);
}

ops::Sums sumsOf(const ir::Graph& graph, const modules::Modules& modules, const modules::Item& item) {
    return ops::sumsOf(graph, item.module.valid() ? modules.nodes(item.module) : std::span(&item.node, 1));
}

} // namespace

class OutlineTest : public QObject {
    Q_OBJECT

private slots:
    void everyModuleAndNodeHasItsSums() {
        const auto graph = blocks();
        const auto modules = std::make_shared<const modules::Modules>(modules::modulesOf(*graph).value());
        QVERIFY(modules->all.size() > 4);
        const auto outline = std::make_shared<const Outline>(
            Outline{graph, modules, outlineOf(*graph, *modules, RunContext()).value()});
        QCOMPARE(outline->rows.size(), graph->nodeCount() + modules->all.size() - 1);
        const table::Table table = outlineTable(outline);
        QCOMPARE(table.rows(), outline->rows.size());
        std::size_t shared = 0; // modules that read a weight more than once
        for (std::size_t at = 0; at < outline->rows.size(); ++at) {
            const OutlineRow& row = outline->rows[at];
            QVERIFY(row.parent < static_cast<int>(at));
            const modules::ModuleId own =
                row.item.node.valid() ? modules->moduleOf(row.item.node) : (*modules)[row.item.module].parent;
            QCOMPARE(row.parent < 0 ? modules::Root
                                    : outline->rows[static_cast<std::size_t>(row.parent)].item.module,
                     own);
            const ops::Sums sums = sumsOf(*graph, *modules, row.item);
            QCOMPARE(table.at(at, "macs").number().value(), sums.macs);
            QCOMPARE(table.at(at, "parameters").number().value(), static_cast<double>(sums.parameters));
            QCOMPARE(table.at(at, "activation_bytes").number().value(),
                     static_cast<double>(sums.activationBytes));
            shared += sums.macs == 512 && sums.parameters == 64;
        }
        QVERIFY(shared >= 4);
    }

    void aConstantCountsOnceInEachModuleThatReadsIt() {
        for (std::uint32_t seed = 0; seed < 20; ++seed) {
            const auto graph = sharedConstants(seed);
            const auto modules = modules::modulesOf(*graph).value();
            const auto rows = outlineOf(*graph, modules, RunContext()).value();
            std::size_t nested = 0, partly = 0; // modules in modules; rows whose MACs are a least
            for (const OutlineRow& row : rows) {
                const ops::Sums sums = sumsOf(*graph, modules, row.item);
                QVERIFY(row.isSummed);
                QCOMPARE(row.macs, sums.macs);
                QCOMPARE(row.macsAreLeast, !sums.uncounted.empty());
                QCOMPARE(row.parameters, sums.parameters);
                QCOMPARE(row.weightBytes, sums.weightBytes);
                QCOMPARE(row.activationBytes, sums.activationBytes);
                nested += row.item.module.valid() && row.parent >= 0;
                partly += row.macsAreLeast;
            }
            QVERIFY(nested > 4 && partly > 4);
        }
    }

    void nodesThatTheGraphHasNotCountNothing() {
        const auto graph = blocks();
        const auto modules = modules::modulesOf(*graph).value();
        ir::Graph without = *graph;
        without.removeNode(graph->order().front());
        const auto rows = outlineOf(without, modules, RunContext()).value();
        for (const OutlineRow& row : rows)
            QCOMPARE(row.macs, sumsOf(without, modules, row.item).macs);
    }

    void withoutSumsNothingIsSaid() {
        const auto graph = blocks();
        const auto modules = std::make_shared<const modules::Modules>(modules::undivided(*graph));
        const table::Table table =
            outlineTable(std::make_shared<const Outline>(Outline{graph, modules, outlineRows(*modules)}));
        QCOMPARE(table.rows(), graph->nodeCount());
        QVERIFY(table.at(0, "macs").isNothing());
    }
};

EDGEWRIGHT_TEST(OutlineTest)

} // namespace edgewright::outline_test

#include "outline_test.moc"

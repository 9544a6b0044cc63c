// SPDX-License-Identifier: GPL-3.0-or-later
// Modules and nodes as a tree, with the sums of each.
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/ops/work.h"
#include "core/pipeline/outline.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

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
            std::vector<NodeId> nodes{row.item.node};
            if (row.item.module.valid()) {
                const auto all = modules->nodes(row.item.module);
                nodes.assign(all.begin(), all.end());
            }
            const ops::Sums sums = ops::sumsOf(*graph, nodes);
            QCOMPARE(table.at(at, "macs").number().value(), sums.macs);
            QCOMPARE(table.at(at, "parameters").number().value(), static_cast<double>(sums.parameters));
            QCOMPARE(table.at(at, "activation_bytes").number().value(),
                     static_cast<double>(sums.activationBytes));
            shared += sums.macs == 512 && sums.parameters == 64;
        }
        QVERIFY(shared >= 4);
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

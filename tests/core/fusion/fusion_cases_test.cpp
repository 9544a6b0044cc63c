// SPDX-License-Identifier: GPL-3.0-or-later
// More than two hundred small graphs that others made for their optimisers: each opens, fuses, and computes
// what it computed before.
#include "core/exec/executor.h"

#include "core/ir/verify.h"
#include "core/onnx/import.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/net.h"
#include "tests/core/fusion/runnable_case.h"
#include "tests/support/shared_files.h"

#include <QTest>

#include <set>

using namespace edgewright;
using namespace edgewright::fusion;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t Cases = 237;
constexpr std::int64_t Raised = 24; // opset

std::vector<fs::path> cases() { return edgewright::test::sharedFiles("fusion-cases", ".onnx"); }

// Rules that may move a code by one are proved elsewhere.
Options exactRules(std::int64_t opsetLimit) {
    Options options;
    options.opsetLimit = opsetLimit;
    for (const Rule* rule : rules())
        if (rule->changesQuantizedValues) options.without.insert(std::string(rule->name));
    return options;
}

} // namespace

class FusionCasesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        if (edgewright::test::shared("fusion-cases").empty()) QSKIP(edgewright::test::sharedMissing());
    }

    void all() { QCOMPARE(cases().size(), Cases); }

    void fusion_data() { rows(Group::Fusion); }
    void fusion() { keepsNumbers(); }
    void casts_data() { rows(Group::Casts); }
    void casts() { keepsNumbers(); }
    void others_data() { rows(Group::Others); }
    void others() { keepsNumbers(); }
    void transformers_data() { rows(Group::Transformers); }
    void transformers() { keepsNumbers(); }

    // What cannot be run: operators of training or of one runtime, graphs that contradict themselves, inputs of
    // strings or of half a gigabyte. Nothing else may join them.
    void notRun() {
        const std::set<std::string> known{
            "transform/fp16model_loop.onnx",
            "transform/fusion/attention_distilbert.onnx",
            "transform/fusion/bias_gelu_fusion_recompute.onnx",
            "transform/fusion/bitmask_bias_dropout_fusion_basic.onnx",
            "transform/fusion/bitmask_bias_dropout_fusion_residual.onnx",
            "transform/fusion/bitmask_dropout_replacement_basic.onnx",
            "transform/fusion/bitmask_dropout_replacement_multiple_mask_uses.onnx",
            "transform/fusion/constant_folding_dequantizelinear.qdq16_contrib.onnx",
            "transform/fusion/constant_folding_dequantizelinear.qdq_contrib.onnx",
            "transform/fusion/constant_folding_qdq_node_unit.graph_output.qdq16_contrib.onnx",
            "transform/fusion/constant_folding_qdq_node_unit.graph_output.qdq_contrib.onnx",
            "transform/fusion/constant_folding_qdq_node_unit.qdq16_contrib.onnx",
            "transform/fusion/constant_folding_qdq_node_unit.qdq_contrib.onnx",
            "transform/fusion/embed_layer_norm_format1.onnx",
            "transform/fusion/embed_layer_norm_format4.onnx",
            "transform/fusion/fuse-matmul-bn-directly-dont-fuse.onnx",
            "transform/fusion/label_encoder.onnx",
            "transform/fusion/reshape_fusion_concat_subgraph_not_triggered.onnx",
            "transform/qdq_with_multi_consumer_dq_nodes.fixed.qdq16_contrib.onnx",
            "transform/recompute/3layer_bloom_optimized_training.onnx",
            "transform/recompute/recompute_gelu.onnx",
            "transformers-fusion/gemmfastgelu_nobias_opt.onnx",
            "transformers-fusion/gpt2_megatron_opt_skiplayernorm.onnx",
        };
        for (const std::string& name : m_notRun)
            QVERIFY2(known.contains(name), name.c_str());
    }

private:
    enum class Group { Fusion, Casts, Transformers, Others };
    static Group groupOf(const std::string& path) {
        if (path.starts_with("transform/fusion/")) return Group::Fusion;
        if (path.starts_with("transform/propagate_cast/")) return Group::Casts;
        return path.starts_with("transformers-fusion/") ? Group::Transformers : Group::Others;
    }
    static void rows(Group group) {
        QTest::addColumn<QString>("file");
        const fs::path root = edgewright::test::shared("fusion-cases");
        for (const fs::path& file : cases())
            if (const fs::path below = fs::relative(file, root); groupOf(below.string()) == group)
                QTest::newRow(below.c_str()) << QString::fromStdString(file.string());
        if (cases().empty()) QTest::newRow("none") << QString();
    }

    void keepsNumbers() {
        QFETCH(QString, file);
        const auto imported = onnx::importModel(file.toStdString());
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        const ir::Model& model = *imported->model;
        const auto bound = fusion::test::runnable(model);
        const ir::Graph graph = bound ? bound->graph : ops::inferTypes(model.graph, model.opsets).graph;
        const auto tolerance = fusion::test::toleranceFor(graph);
        const std::size_t defects = ir::verify(graph).size();

        for (const Options& options : {Options(), exactRules(0), exactRules(Raised)}) {
            const auto history = fuse(graph, model.opsets, options);
            QVERIFY2(history, history ? "" : history.error().message.c_str());
            QVERIFY2(history->faults.empty(),
                     history->faults.empty() ? "" : history->faults.front().message.c_str());
            const auto after = ir::verify(history->graph);
            QVERIFY2(after.size() <= defects, after.empty() ? "" : after.back().message.c_str());
            if (!bound || options == Options()) continue;
            const auto ran = exec::run(history->graph, history->opsets, bound->feeds, {});
            QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
            const QString found = fusion::test::outputsDifference(bound->outputs, ran->outputs, tolerance);
            QVERIFY2(found.isEmpty(),
                     qPrintable(QStringLiteral("opset limit %1: ").arg(options.opsetLimit) + found));
        }
        if (!bound) {
            m_notRun.insert(QTest::currentDataTag());
            QSKIP(qPrintable(QStringLiteral("does not run before fusion either: ") +
                             QString::fromStdString(bound.error().message)));
        }
    }

    std::set<std::string> m_notRun;
};

QTEST_GUILESS_MAIN(FusionCasesTest)
#include "fusion_cases_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// More than two hundred small graphs that others made for their optimisers: each opens, fuses, and computes
// what it computed before.
#include "core/exec/executor.h"

#include "core/exec/compare.h"
#include "core/ir/verify.h"
#include "core/onnx/import.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/net.h"
#include "tests/support/shared_files.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace edgewright;
using namespace edgewright::fusion;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t Cases = 237;
constexpr double FloatTolerance = 1e-5; // of the norm
constexpr double HalfTolerance = 2e-3;  // likewise, where float16 or bfloat16 occurs between operators
constexpr double SmallestHalf = 6e-8;   // a unit of the subnormal ones
constexpr std::int64_t InputLimit = std::int64_t(1) << 26; // bytes of all inputs together
constexpr std::int64_t Raised = 24;                        // opset

std::vector<fs::path> cases() {
    std::vector<fs::path> files;
    const fs::path root = edgewright::test::shared("fusion-cases");
    if (root.empty()) return files;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".onnx") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

struct Case {
    ir::Graph graph; // every extent of the inputs given
    exec::Feeds feeds;
    std::vector<ir::Tensor> outputs; // before fusion
};

// One extent for everything that the inputs leave open, and one for last axes.
ops::Bindings bindings(const ir::Graph& graph, std::int64_t extent, std::int64_t last) {
    ops::Bindings result;
    for (const ValueId id : graph.inputs) {
        const ir::Value& value = graph.value(id);
        for (std::size_t axis = 0; value.type.shape && axis < value.type.shape->size(); ++axis) {
            const ir::Dim& dim = (*value.type.shape)[axis];
            if (dim.known()) continue;
            const bool isLast = axis + 1 == value.type.shape->size();
            result[dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol()] =
                isLast ? last : extent;
        }
    }
    return result;
}

// Seeded inputs; or, for graphs that look rows up or divide, zeros in place of integers, or ones everywhere.
enum class Fill { Seeded, IntegersZero, Ones };

ir::Tensor filled(const ir::Tensor& seeded, Fill fill) {
    if (fill == Fill::Seeded || seeded.dtype() == ir::DataType::Bool) return seeded;
    auto tensor = ir::Tensor::allocate(seeded.dtype(), seeded.dims());
    for (std::int64_t i = 0; i < seeded.elements(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool one = fill == Fill::Ones;
        if (seeded.dtype() == ir::DataType::Int64) tensor->as<std::int64_t>()[at] = one ? 1 : 0;
        if (seeded.dtype() == ir::DataType::Int32) tensor->as<std::int32_t>()[at] = one ? 1 : 0;
        if (seeded.dtype() == ir::DataType::Float32)
            tensor->as<float>()[at] = one ? 1.0F : seeded.as<float>()[at];
        if (seeded.dtype() == ir::DataType::Float16)
            tensor->as<std::uint16_t>()[at] = one ? ir::floatToHalf(1.0F) : seeded.as<std::uint16_t>()[at];
    }
    return std::move(tensor).value();
}

// Runs the graph with the first of some extents and inputs that it accepts.
Result<Case> runnable(const ir::Model& model) {
    constexpr std::array<std::int64_t, 9> Extents{2, 1, 4, 3, 8, 12, 64, 128, 3072};
    exec::RunOptions options;
    options.memoryLimitBytes = std::int64_t(1) << 28;
    std::optional<Error> first;
    const auto tried = [&](Fill fill, std::int64_t extent, std::int64_t last) -> std::optional<Case> {
        Case result;
        result.graph = ops::inferTypes(model.graph, model.opsets, bindings(model.graph, extent, last)).graph;
        auto feeds = exec::seededFeeds(result.graph, 7, {}, InputLimit);
        if (!feeds) {
            if (!first) first = feeds.error();
            return std::nullopt;
        }
        result.feeds = std::move(feeds).value();
        for (auto& [id, tensor] : result.feeds)
            tensor = filled(tensor, fill);
        auto ran = exec::run(result.graph, model.opsets, result.feeds, options);
        if (!ran && !first) first = ran.error();
        if (!ran) return std::nullopt;
        result.outputs = std::move(ran->outputs);
        return result;
    };
    for (const Fill fill : {Fill::Seeded, Fill::IntegersZero, Fill::Ones})
        for (const std::int64_t extent : Extents) {
            if (auto found = tried(fill, extent, extent)) return *std::move(found);
            if (first->message.find("is not known") != std::string::npos) return *first; // an operator
        }
    for (const std::int64_t last : Extents)
        if (auto found = tried(Fill::Seeded, 2, last)) return *std::move(found);
    return *first;
}

bool holdsHalves(const ir::Graph& graph) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::DataType type = graph.value(ValueId(i)).type.dtype;
        if (type == ir::DataType::Float16 || type == ir::DataType::BFloat16) return true;
    }
    return false;
}

// Rules that may move a code by one are proved elsewhere.
Options exactRules(std::int64_t opsetLimit) {
    Options options;
    options.opsetLimit = opsetLimit;
    for (const Rule* rule : rules())
        if (rule->changesCodes) options.without.insert(std::string(rule->name));
    return options;
}

// Empty when every output is the same up to `tolerance`.
QString difference(const std::vector<ir::Tensor>& before, const std::vector<ir::Tensor>& after,
                   double tolerance) {
    if (before.size() != after.size()) return QStringLiteral("another number of outputs");
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].type() != after[i].type()) return QStringLiteral("output %1 has another type").arg(i);
        if (before[i].dtype() == ir::DataType::String) continue;
        const exec::Difference found = exec::compare(after[i], before[i]);
        if (!found.sameShape) return QStringLiteral("output %1 has another shape").arg(i);
        if (found.nonFinite > 0)
            return QStringLiteral("output %1: %2 elements became or ceased to be finite")
                .arg(i)
                .arg(found.nonFinite);
        const bool halves = tolerance == HalfTolerance && found.maxAbs <= SmallestHalf;
        if (!halves && !(found.relNorm <= tolerance))
            return QStringLiteral("output %1: relative norm of the difference %2").arg(i).arg(found.relNorm);
    }
    return {};
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
        const auto bound = runnable(model);
        const ir::Graph graph = bound ? bound->graph : ops::inferTypes(model.graph, model.opsets).graph;
        const double tolerance = holdsHalves(graph) ? HalfTolerance : FloatTolerance;
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
            const QString found = difference(bound->outputs, ran->outputs, tolerance);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// More than two hundred small graphs that others made for their optimisers: each opens, fuses, and computes
// what it computed before.
#include "core/exec/executor.h"

#include "core/ir/verify.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/net.h"
#include "tests/core/fusion/runnable_case.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/unsupported.h"

#include <QTest>

namespace edgewright::fusion_cases_test {

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
        const std::string wrong =
            edgewright::test::unlisted(file.toStdString(), bound ? std::string() : bound.error().message);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

EDGEWRIGHT_TEST(FusionCasesTest)

} // namespace edgewright::fusion_cases_test

#include "fusion_cases_test.moc"

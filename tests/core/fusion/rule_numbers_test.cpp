// SPDX-License-Identifier: GPL-3.0-or-later
// What single rules change in the numbers of real models. A rule that is on by default and moves an output by
// more than 1e-5 leaves fewer operators for it.
#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/fusion/fuse.h"
#include "core/fusion/traffic.h"
#include "tests/support/macs.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace edgewright::rule_numbers_test {

namespace fs = std::filesystem;

namespace {

constexpr double MaxChange = 1e-5;           // relative norm of an output
constexpr std::int64_t MaxMacs = 60'000'000; // of a model that is run here

using Tensors = std::vector<ir::Tensor>;

std::optional<Tensors> outputsOf(const fusion::History& history, const ir::Feeds& feeds) {
    auto ran = exec::run(history.graph, history.opsets, feeds, {});
    return ran ? std::optional(std::move(ran->outputs)) : std::nullopt;
}

double largestNorm(const Tensors& a, const Tensors& b) {
    double worst = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (a[i].dtype() != ir::DataType::String) worst = std::max(worst, exec::compare(a[i], b[i]).relNorm);
    return worst;
}

} // namespace

class RuleNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void offByDefault() {
        QCOMPARE(fusion::rulesOffByDefault(), (std::set<std::string, std::less<>>{"fold_input_scale"}));
        QCOMPARE(fusion::Options().without, fusion::rulesOffByDefault());
    }

    void changeOnlyWhereTheySave_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : edgewright::test::samples())
            QTest::newRow(name.c_str())
                << QString::fromStdString(edgewright::test::sample(name + ".onnx").string());
        for (const fs::path& file : edgewright::test::sharedModels())
            QTest::newRow(file.parent_path().filename().c_str()) << QString::fromStdString(file.string());
    }
    void changeOnlyWhereTheySave() {
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        if (edgewright::test::macsOf(model->graph) > MaxMacs) QSKIP("takes too long here");
        fusion::Options options;
        for (const fusion::Rule* rule : fusion::rules()) // rules for integers have tests of their own
            if (rule->changesQuantizedValues) options.without.emplace(rule->name);
        const auto all = fusion::fuse(model->graph, model->opsets, options);
        QVERIFY2(all, all ? "" : all.error().message.c_str());
        const auto feeds = ir::seededFeeds(all->base, 1);
        if (!feeds) QSKIP("has inputs that cannot be made up");
        const auto before = exec::run(all->base, all->opsets, *feeds, {});
        if (!before) QSKIP("cannot run, fused or not");
        const auto after = outputsOf(*all, *feeds);
        QVERIFY(after);
        if (largestNorm(*after, before->outputs) <= MaxChange / 4) return; // no rule can have changed much
        std::set<std::string> applied;
        for (const fusion::Step& step : all->steps)
            applied.insert(step.rule);
        for (const std::string& rule : applied) {
            fusion::Options fewer = options;
            fewer.without.insert(rule);
            const auto without = fusion::fuse(model->graph, model->opsets, fewer);
            QVERIFY2(without, rule.c_str());
            if (fusion::computeNodes(without->graph) > fusion::computeNodes(all->graph)) continue;
            const auto outputs = outputsOf(*without, *feeds);
            QVERIFY2(outputs, rule.c_str());
            const double change = largestNorm(*after, *outputs);
            QVERIFY2(change <= MaxChange,
                     qPrintable(QStringLiteral("%1 changes an output by %2 of its norm and saves no operator")
                                    .arg(QString::fromStdString(rule))
                                    .arg(change)));
        }
    }
};

EDGEWRIGHT_TEST(RuleNumbersTest)

} // namespace edgewright::rule_numbers_test

#include "rule_numbers_test.moc"

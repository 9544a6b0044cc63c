// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion rules in modules: what is loaded, what is refused and with which words, and that a rule which breaks
// the graph or throws harms nobody else.
#include "core/fusion/fuse.h"
#include "core/fusion/rule_plugin.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/pipeline/rule_plugins.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

namespace edgewright::rule_plugins_test {

namespace fs = std::filesystem;

namespace {

fs::path module(const std::string& name) { return test::loadable("edgewright_" + name + ".so"); }

// x -> Relu -> Abs -> Exp -> Neg -> y, and Dropout in front
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{4}});
    const ValueId relu = builder.node("Relu", {builder.node("Identity", {x})});
    builder.output(builder.node("Neg", {builder.node("Exp", {builder.node("Abs", {relu})})}));
    return ops::inferTypes(builder.take(), {{"", 17}}).graph;
}

std::string textOf(const Diagnostics& faults) {
    std::string text;
    for (const Diagnostic& fault : faults)
        text += fault.place + ": " + fault.message + "\n";
    return text;
}

} // namespace

class RulePluginsTest : public QObject {
    Q_OBJECT

    static fusion::Options only(const std::set<std::string, std::less<>>& names) {
        fusion::Options options;
        for (const fusion::Rule* rule : fusion::rules())
            if (!names.contains(rule->name)) options.without.emplace(rule->name);
        return options;
    }

private slots:
    void refused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("version") << QStringLiteral("test_future_rules")
                                 << QStringLiteral("made for version %1 ").arg(fusion::RulePluginVersion + 1);
        QTest::newRow("layout") << QStringLiteral("test_foreign_rules") << QStringLiteral("other headers");
        QTest::newRow("taken") << QStringLiteral("test_taken_rules")
                               << QStringLiteral("'fold_batch_norm': that name is taken");
        QTest::newRow("name") << QStringLiteral("test_nameless_rules")
                              << QStringLiteral("'Not A Name': a name of lower-case");
        QTest::newRow("no rules") << QStringLiteral("test_no_rules")
                                  << QStringLiteral("no function edgewright_fusion_rules");
        QTest::newRow("absent") << QStringLiteral("test_absent") << QStringLiteral("no file that can be read");
    }
    void refused() {
        QFETCH(QString, name);
        QFETCH(QString, words);
        const auto plugin = pipeline::loadRulePlugin(module(name.toStdString()));
        QVERIFY(!plugin.has_value());
        QCOMPARE(plugin.error().code, ErrorCode::BadInput);
        const QString message = QString::fromStdString(plugin.error().message);
        QVERIFY2(message.contains(words), qPrintable(message));
        QVERIFY2(message.contains(name + QStringLiteral(".so")), qPrintable(message));
        QVERIFY(!fusion::findRule("test_fine"));
    }

    void noModule() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "text.so";
        std::ofstream(file) << "this is no module";
        const auto plugin = pipeline::loadRulePlugin(file);
        QVERIFY(!plugin && plugin.error().message.find("cannot be loaded") != std::string::npos);
        QVERIFY(!pipeline::loadRulePlugin(file.parent_path()));
    }

    void theExampleIsApplied() {
        const auto plugin = pipeline::loadRulePlugin(module("example_rules"));
        QVERIFY2(plugin.has_value(), plugin ? "" : plugin.error().message.c_str());
        QCOMPARE(plugin->name, std::string("example rules"));
        QCOMPARE(plugin->rules.size(), std::size_t(1));
        QCOMPARE(fusion::findRule("drop_abs"), plugin->rules.front());
        QCOMPARE(fusion::rules().back(), plugin->rules.front());
        QVERIFY(pipeline::loadRulePlugin(module("example_rules")).has_value()); // once more: nothing changes
        QCOMPARE(
            std::ranges::count_if(fusion::rules(), [](const auto* rule) { return rule->name == "drop_abs"; }),
            1);

        const auto history = fusion::fuse(chain(), {{"", 17}}, only({"drop_abs", "eliminate_identity"}));
        QVERIFY(history.has_value());
        QCOMPARE(history->graph.nodeCount(), std::size_t(3)); // Relu, Exp, Neg
        QVERIFY(std::ranges::any_of(history->steps, [](const auto& step) { return step.rule == "drop_abs"; }));
        QVERIFY(history->faults.empty());
    }

    void illegalPatchesAreRolledBack() {
        QVERIFY(pipeline::loadRulePlugin(module("example_rules")).has_value());
        const auto plugin = pipeline::loadRulePlugin(module("test_illegal_rules"));
        QVERIFY2(plugin.has_value(), plugin ? "" : plugin.error().message.c_str());
        for (const char* name : {"test_orphan", "test_circle", "test_nowhere"}) {
            const auto history =
                fusion::fuse(chain(), {{"", 17}}, only({name, "drop_abs", "eliminate_identity"}));
            QVERIFY2(history.has_value(), history ? "" : history.error().message.c_str());
            QVERIFY2(!history->faults.empty(), name);
            QVERIFY2(textOf(history->faults).find(name) != std::string::npos, textOf(history->faults).c_str());
            QCOMPARE(history->graph.nodeCount(), std::size_t(3)); // the others' work is done
            for (const fusion::Step& step : history->steps)
                QVERIFY(step.rule != name);
        }
    }

    void exceptionsEndInTheReport() {
        const auto plugin = pipeline::loadRulePlugin(module("test_throwing_rules"));
        QVERIFY(plugin.has_value());
        const auto history = fusion::fuse(chain(), {{"", 17}},
                                          only({"test_throwing", "test_throwing_oddly", "eliminate_identity"}));
        QVERIFY2(history.has_value(), history ? "" : history.error().message.c_str());
        const std::string text = textOf(history->faults);
        QVERIFY2(text.find("test_throwing") != std::string::npos, text.c_str());
        QVERIFY2(text.find("test_throwing_oddly") != std::string::npos, text.c_str());
        QVERIFY2(text.find("no idea what a Relu is") != std::string::npos, text.c_str());
        QCOMPARE(history->graph.nodeCount(), std::size_t(4));
    }

    void whatTheEnvironmentLists() {
        const std::string listed = module("example_rules").string() + "::/no/such/file.so";
        qputenv("EDGEWRIGHT_RULE_PLUGINS", listed.c_str());
        std::vector<std::string> failures;
        const auto plugins = pipeline::loadListedRulePlugins(failures);
        QCOMPARE(plugins.size(), std::size_t(1));
        QCOMPARE(failures.size(), std::size_t(1));
        QVERIFY(failures.front().find("/no/such/file.so") != std::string::npos);
        qunsetenv("EDGEWRIGHT_RULE_PLUGINS");
        failures.clear();
        QVERIFY(pipeline::loadListedRulePlugins(failures).empty() && failures.empty());
    }
};

EDGEWRIGHT_TEST(RulePluginsTest)

} // namespace edgewright::rule_plugins_test

#include "rule_plugins_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment from its file: what may be left out, what is refused and where, and the cells that it comes to.
#include "core/experiment/cells.h"
#include "tests/support/fields.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace edgewright::experiment_definition_test {

using namespace edgewright::experiment;
using namespace Qt::StringLiterals;

class ExperimentDefinitionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    // With these members beside format and version.
    Result<Definition> read(const QByteArray& members) {
        return readText("{\"format\": \"edgewright experiment\", \"version\": 1" +
                        (members.isEmpty() ? QByteArray() : ", " + members) + "}");
    }
    Result<Definition> readText(const QByteArray& text) {
        const QString path = m_folder.filePath(u"experiment.json"_s);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        file.close();
        return readDefinition(path.toStdString());
    }

private slots:
    void whatIsLeftOutIsUsual() {
        const auto read = this->read("\"models\": [\"a.onnx\"]");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->models.size(), std::size_t(1));
        QCOMPARE(read->models[0].name, std::string("a.onnx"));
        QCOMPARE(read->models[0].file, std::filesystem::path(m_folder.path().toStdString()) / "a.onnx");
        QCOMPARE(read->configurations.size(), Configurations.size());
        QCOMPARE(read->codes, std::vector<Codes>{Codes()});
        QCOMPARE(read->sizes, std::vector<ir::Bindings>{ir::Bindings()});
        QCOMPARE(read->devices, std::vector<std::string>{"this machine"});
        QVERIFY(read->accelerators.empty());
        const auto cells = cellsOf(*read);
        QVERIFY(cells);
        QCOMPARE(cells->size(), std::size_t(4));
        QCOMPARE((*cells)[3].choices.text(), std::string("a.onnx, fp32, both, this machine"));
    }

    // By no more of their paths than tells them apart.
    void modelsHaveShortNames() {
        const auto names = [&](const QByteArray& models) {
            const auto read = this->read("\"models\": [" + models + "]");
            QStringList all;
            if (!read) return QStringList{QString::fromStdString(read.error().message)};
            for (const ModelChoice& each : read->models)
                all << QString::fromStdString(each.name);
            return all;
        };
        QCOMPARE(names("\"../../../main/a.onnx\""), QStringList{u"a.onnx"_s});
        QCOMPARE(names("\"/far/away/a.onnx\", \"sub/b.onnx\""), (QStringList{u"a.onnx"_s, u"b.onnx"_s}));
        QCOMPARE(names("\"x/a.onnx\", \"y/a.onnx\", \"a.onnx\", \"y/b.onnx\""),
                 (QStringList{u"x/a.onnx"_s, u"y/a.onnx"_s, u"a.onnx"_s, u"b.onnx"_s}));
        QCOMPARE(names("{\"path\": \"x/a.onnx\", \"name\": \"mine\"}, \"y/mine\""),
                 (QStringList{u"mine"_s, u"y/mine"_s}));
    }

    void everythingComesBack() {
        const auto read = this->read(
            "\"models\": [\"a.onnx\", {\"path\": \"sub/b.onnx\", \"name\": \"b\", \"sizes\": [{\"seq\": 7}]}],"
            "\"sizes\": [{\"batch\": 1}, {\"batch\": 8, \"seq\": 128}], \"configurations\": [\"baseline\", "
            "\"both\"],"
            "\"codes\": [\"fp32\", \"int8\", \"int8/per-tensor/symmetric/min_max\"],"
            "\"accelerators\": [\"gemmini\", {\"name\": \"mine\", \"rows\": 64}], \"devices\": [\"pi\"],"
            "\"samples\": 10, \"seed\": 5, \"effort\": {\"seconds\": 2.5}, \"kernels\": {\"threads\": 2},"
            "\"memory\": {\"alignment\": 16}, \"quantization\": {\"samples\": 8, \"source\": \"data\"}");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->kernels.threads, 2);
        QCOMPARE(read->settings.seed, std::uint64_t(5));
        QCOMPARE(read->settings.liveness.alignment, std::int64_t(16));
        QCOMPARE(read->accelerators[1].accelerator.rows, std::int64_t(64));
        const auto again = readText(QByteArray::fromStdString(definitionJson(*read)));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->models, read->models);
        QCOMPARE(again->sizes, read->sizes);
        QCOMPARE(again->configurations, read->configurations);
        QCOMPARE(again->codes, read->codes);
        QCOMPARE(again->accelerators, read->accelerators);
        QCOMPARE(again->devices, read->devices);
        QCOMPARE(again->samples, read->samples);
        QCOMPARE(again->effort, read->effort);
        QCOMPARE(again->settings, read->settings);
        QCOMPARE(settingsText(*again), settingsText(*read));
        QCOMPARE(definitionJson(*again), definitionJson(*read));
    }

    void hostile_data() {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* members, const char* says) {
            QTest::newRow(name) << QByteArray(members) << QString::fromUtf8(says);
        };
        row("no model", "", "models");
        row("no list", "\"models\": \"a.onnx\"", "models: expected a list");
        row("no path", "\"models\": [{\"name\": \"a\"}]", "models[0]: expected the file of a model");
        row("a number", "\"models\": [7]", "models[0]: expected the file of a model");
        row("a name twice", "\"models\": [\"a\", {\"path\": \"b\", \"name\": \"a\"}]", "several of 'a'");
        row("a choice twice", "\"models\": [\"a\"], \"sizes\": [{}, {}]", "sizes[1]");
        row("an empty axis", "\"models\": [\"a\"], \"codes\": []", "at least one of \"codes\"");
        row("an extent", "\"models\": [\"a\"], \"sizes\": [{\"batch\": 0}]", "sizes[0].batch");
        row("a huge extent", "\"models\": [\"a\"], \"sizes\": [{\"batch\": 1e300}]", "sizes[0].batch");
        row("unknown codes", "\"models\": [\"a\"], \"codes\": [\"int9\"]", "did you mean 'int8'");
        row("a configuration", "\"models\": [\"a\"], \"configurations\": [\"fast\"]", "configurations[0]");
        row("an accelerator", "\"models\": [\"a\"], \"accelerators\": [\"none.json\"]", "accelerators[0]");
        row("nearly a preset", "\"models\": [\"a\"], \"accelerators\": [\"gemini\"]",
            "did you mean 'gemmini'?");
        row("nearly a strategy", "\"models\": [\"a\"], \"codes\": [\"int8/per-channel/symetric/min_max\"]",
            "did you mean 'int8/per-channel/symmetric/min_max'?");
        row("without a name", "\"models\": [\"a\"], \"accelerators\": [{\"rows\": 8}]", "a \"name\"");
        row("its field", "\"models\": [\"a\"], \"accelerators\": [{\"name\": \"m\", \"row\": 8}]",
            "did you mean 'rows'");
        row("unknown key", "\"models\": [\"a\"], \"code\": [\"fp32\"]", "did you mean 'codes'");
        row("of a group", "\"models\": [\"a\"], \"effort\": {\"second\": 1}", "did you mean 'seconds'");
        row("an endless measurement", "\"models\": [\"a\"], \"effort\": {\"seconds\": 1e9}", "effort.seconds");
        row("threads", "\"models\": [\"a\"], \"kernels\": {\"threads\": 0}", "kernels.threads");
        row("samples", "\"models\": [\"a\"], \"samples\": -1", "samples");
        row("twice", "\"models\": [\"a\"], \"models\": [\"b\"]", "models");
    }
    void hostile() {
        QFETCH(QByteArray, members);
        QFETCH(QString, says);
        const auto read = this->read(members);
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message).contains(says), read.error().message.c_str());
        QVERIFY2(read.error().message.find("experiment.json") != std::string::npos,
                 read.error().message.c_str());
    }
    void otherFiles() {
        QVERIFY(!readText("{}"));
        QVERIFY(!readText("[" + QByteArray(70000, '[')));
        const auto later =
            readText("{\"format\": \"edgewright experiment\", \"version\": 2, \"models\": [\"a\"]}");
        QVERIFY(!later && later.error().message.find("version") != std::string::npos);
        QVERIFY(!readDefinition(m_folder.path().toStdString())); // a folder
    }

    // Of integers there is no network without fusion; models with sizes of their own have those alone.
    void cells() {
        const auto read = this->read("\"models\": [\"a\", {\"path\": \"b\", \"sizes\": [{\"n\": 3}]}],"
                                     "\"sizes\": [{}, {\"n\": 2}], \"codes\": [\"fp32\", \"int8\"],"
                                     "\"accelerators\": [\"gemmini\", \"edge-32\"]");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const auto cells = cellsOf(*read);
        QVERIFY(cells);
        QCOMPARE(cells->size(), std::size_t((2 + 1) * (4 + 2) * 2));
        std::set<Choices> different;
        for (const Cell& each : *cells) {
            different.insert(each.choices);
            QVERIFY(each.codes.runsIn(each.configuration) && each.accelerator);
            if (each.choices.model == "b") QCOMPARE(each.choices.size, std::string("n=3"));
        }
        QCOMPARE(different.size(), cells->size());
        Definition none = *read;
        none.codes = {*codesNamed("int8")};
        none.configurations = {Configuration::Baseline, Configuration::Reuse};
        QVERIFY(!cellsOf(none));
        QCOMPARE(leftOutText(none),
                 std::string("there are no cells of int8 in baseline and reuse: integers are "
                             "computed by kernels that fusion makes"));
        none.codes = {Codes()};
        QVERIFY(leftOutText(none).empty());
    }

    // They are all cells, none of them twice; accelerators of one measurement stay together.
    void shards() {
        const auto read = this->read("\"models\": [\"a\", \"b\", \"c\"], \"accelerators\": [\"gemmini\", "
                                     "\"edge-32\"]");
        const auto cells = cellsOf(*read);
        std::set<Choices> all;
        for (std::size_t index = 1; index <= 5; ++index) {
            const auto part = cellsOf(*cells, Shard{index, 5});
            QVERIFY(!part.empty() && part.size() % 2 == 0);
            for (std::size_t i = 0; i < part.size(); i += 2)
                QCOMPARE(measuredOf(part[i].choices), measuredOf(part[i + 1].choices));
            for (const Cell& each : part)
                QVERIFY(all.insert(each.choices).second);
        }
        QCOMPARE(all.size(), cells->size());
        QCOMPARE(cellsOf(*cells, Shard()).size(), cells->size());
        QVERIFY(shardFrom("2/8") == std::optional(Shard{2, 8}));
        for (const char* wrong :
             {"", "2", "0/8", "9/8", "2/0", "2/", "/8", "-1/8", "2/8 ", "1/99999999999999999999"})
            QVERIFY2(!shardFrom(wrong), wrong);
    }

    // Any of the choices on one axis, and one on each axis that there are some of.
    void cellsThatAreChosen() {
        const auto read = this->read("\"models\": [\"a\", \"b\"], \"codes\": [\"fp32\", \"int8\"]");
        const auto cells = *cellsOf(*read);
        const auto with = [&](const std::vector<const char*>& texts) {
            std::vector<AxisChoice> choices;
            for (const char* text : texts)
                choices.push_back(*axisChoiceFrom(text));
            return cellsWith(cells, choices).size();
        };
        QCOMPARE(with({}), cells.size());
        QCOMPARE(with({"model=a"}), cells.size() / 2);
        QCOMPARE(with({"model=a", "model=b"}), cells.size());
        QCOMPARE(with({"model=a", "configuration=both", "configuration=reuse"}), std::size_t(3));
        QCOMPARE(with({"size="}), cells.size());
        QCOMPARE(with({"model=c"}), std::size_t(0));
        QVERIFY(requireChoices(cells, {}) && requireChoices(cells, {*axisChoiceFrom("codes=int8")}));
        const auto missing = requireChoices(cells, {*axisChoiceFrom("codes=int4")});
        QVERIFY(!missing && missing.error().message.find("'int4'") != std::string::npos);
        const auto none =
            requireCells(cells, {*axisChoiceFrom("codes=int8"), *axisChoiceFrom("configuration=reuse")});
        QVERIFY2(
            !none &&
                none.error().message ==
                    "no cell is selected by codes=int8, configuration=reuse; with configuration=reuse: codes "
                    "'fp32'; with codes=int8: configuration 'fusion', 'both'",
            none ? "" : none.error().message.c_str());
        QVERIFY(requireCells(cells, {*axisChoiceFrom("codes=int8")}) && requireCells(cells, {}));
        for (const char* wrong : {"codes", "code=fp32", ""})
            QVERIFY2(!axisChoiceFrom(wrong), wrong);
        QVERIFY(axisChoiceFrom("configurations=both").error().message.find("'configuration'") !=
                std::string::npos);
    }

    void everyWayToCode() {
        std::set<std::string> keys;
        for (const Codes& each : allCodes()) {
            QVERIFY2(keys.insert(each.key).second, each.key.c_str());
            QCOMPARE(*codesNamed(each.key), each);
            const pipeline::Settings settings = settingsWith(each, {});
            QCOMPARE(settings == pipeline::Settings(),
                     !each.strategy || *each.strategy == pipeline::Strategy());
        }
        const Codes symmetric = *codesNamed("int8/per-tensor/symmetric/min_max");
        const pipeline::Settings settings = settingsWith(symmetric, {});
        QCOMPARE(settings.int8.study.weights, quant::Granularity::PerTensor);
        QVERIFY(settings.int8.study.activationScheme.symmetric);
        QVERIFY(settingsWith(*codesNamed("int8/per-channel/asymmetric/min_max/equalize"), {})
                    .quantization.equalize);
    }

    void everyAxis() {
        std::set<std::string_view> keys;
        Choices choices;
        for (const Axis& axis : axes()) {
            QVERIFY(keys.insert(axis.key).second);
            QVERIFY((*axisNamed(axis.key))->member == axis.member);
            choices.*axis.member = std::string(axis.key);
        }
        QCOMPARE(keys.size(), test::memberCount<Choices>());
        QCOMPARE(choices.text(), std::string("model, size, codes, configuration, accelerator, device"));
        const auto wrong = axisNamed("sise");
        QVERIFY(!wrong && wrong.error().message.find("'size'") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(ExperimentDefinitionTest)

} // namespace edgewright::experiment_definition_test

#include "experiment_definition_test.moc"

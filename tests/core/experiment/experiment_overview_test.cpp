// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as it stands: what is left, the best of its results, what failed; and one for an open model.
#include "core/experiment/overview.h"
#include "core/experiment/queue.h"
#include "tests/core/experiment/made_outcomes.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace edgewright::experiment_overview_test {

using namespace edgewright::experiment;
namespace fs = std::filesystem;

class ExperimentOverviewTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    // Of "tiny" with all configurations.
    fs::path written(const char* name) const {
        Definition made;
        made.folder = path("");
        made.models = {{"tiny", test::sample("tiny_cnn_2d.onnx")}};
        made.sizes = {{{"batch", 1}}};
        std::ofstream(path(name)) << definitionJson(made);
        return path(name);
    }
    static Overview made(const std::vector<Outcome>& outcomes) {
        Overview overview;
        OutcomesByCell results;
        for (const Outcome& each : outcomes) {
            overview.cells.push_back(test::madeCell(each));
            results.emplace(each.choices, each);
        }
        overview.rows = resultRows(results, overview.cells);
        return overview;
    }

private slots:
    void whatIsThereAndWhatIsLeft() {
        const fs::path file = written("one.json");
        auto overview = overviewOf(file, true);
        QVERIFY2(overview, overview ? "" : overview.error().message.c_str());
        QCOMPARE(overview->cells.size(), std::size_t(4));
        QVERIFY(overview->left == std::size_t(4));
        QVERIFY(overview->rows->empty());
        QVERIFY(foundIn(*overview).headline.empty());
        QCOMPARE(foundIn(*overview).conditions.front(), std::string("0 of 4 cells have a result, 4 to run."));

        // A result of other settings is shown, and to be run again.
        QVERIFY(appendOutcome(usualResults(file), test::madeOutcome("baseline")));
        overview = overviewOf(file, true);
        QVERIFY(overview);
        QCOMPARE(overview->rows->size(), std::size_t(1));
        QVERIFY(overview->left == std::size_t(4));
        overview = overviewOf(file, false);
        QVERIFY(overview);
        QVERIFY(!overview->left);
        QVERIFY(!overviewOf(path("none.json"), true));
    }

    void theBestIsSaid() {
        using enum measure::Verdict;
        const Overview overview =
            made({test::madeOutcome("baseline"), test::madeOutcome("fusion", "fp32", 0.8, Faster),
                  test::madeOutcome("both", "fp32", 0.5, Faster)});
        const table::Answer found = foundIn(overview);
        const auto best = explained((*overview.rows)[0].outcome, (*overview.rows)[2].outcome);
        QCOMPARE(found.headline, best.headline);
        QVERIFY(found.headline.find("99.9 %") != std::string::npos);
        QCOMPARE(found.conditions,
                 std::vector<std::string>{"3 of 3 cells have a result."}); // no peak is smaller

        Outcome small = test::madeOutcome("reuse");
        small.numbers.peakBytes = 250;
        const auto conditions = foundIn(made({test::madeOutcome("baseline"), small})).conditions;
        QCOMPARE(conditions.back(),
                 "Least memory: " + small.choices.text() + ": 250 B at the peak instead of 1000 B (−75.0 %).");

        QVERIFY(foundIn(made({test::madeOutcome("baseline"), test::madeOutcome("fusion")}))
                    .headline.starts_with("No cell is faster"));
        QVERIFY(
            foundIn(made({test::madeOutcome("baseline"), test::madeOutcome("fusion", "fp32", 1, Undecided)}))
                .headline.starts_with("The runs are too noisy"));
    }

    // The rest goes on; each says why.
    void failuresAreToldWithTheirReason() {
        Outcome failed = test::madeOutcome("both");
        failed.numbers = {};
        failed.verdict.reset();
        failed.error = "the board is away";
        const table::Answer found = foundIn(made({test::madeOutcome("baseline"), failed}));
        QCOMPARE(found.conditions.back(), std::string("1 cell failed."));
        QVERIFY(found.reasons.front().ends_with("failed: the board is away"));
    }

    void oneForTheOpenModel() {
        pipeline::Settings settings;
        settings.accelerator.rows = 7;
        settings.seed = 5;
        settings.quantization.method = "percentile";
        settings.bindings = {{"batch", 2}};
        const Definition opened = definitionOf(settings, path("sub/net.onnx"), path(""));
        QCOMPARE(opened.models.front().name, std::string("net"));
        std::ofstream(path("opened.json")) << definitionJson(opened);
        const auto read = readDefinition(path("opened.json"));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->models.front().file, path("sub/net.onnx"));
        QVERIFY(read->sizes == std::vector<ir::Bindings>{settings.bindings});
        QCOMPARE(read->codes.size(), std::size_t(2));
        QVERIFY(settingsWith(read->codes[1], settings).quantization == settings.quantization);
        QCOMPARE(read->configurations.size(), Configurations.size());
        QVERIFY(read->accelerators.front().accelerator == settings.accelerator);
        QCOMPARE(read->settings.seed, settings.seed);
    }
};

EDGEWRIGHT_TEST(ExperimentOverviewTest)

} // namespace edgewright::experiment_overview_test

#include "experiment_overview_test.moc"

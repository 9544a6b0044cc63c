// SPDX-License-Identifier: GPL-3.0-or-later
// Results beside each other: ratios with their verdicts, tables, and what they say in words.
#include "core/experiment/explanations.h"
#include "core/experiment/slurm.h"
#include "core/table/format.h"
#include "tests/core/experiment/made_outcomes.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::experiment_table_test {

using namespace edgewright::experiment;
using namespace Qt::StringLiterals;
using measure::Verdict;
using test::madeOutcome;

namespace {

// The rows of these results, in their order.
std::shared_ptr<const ResultRows> rowsOf(const std::vector<Outcome>& outcomes,
                                         const std::vector<AxisChoice>& baseline = {}) {
    OutcomesByCell known;
    std::vector<Cell> cells;
    for (const Outcome& each : outcomes) {
        known.emplace(each.choices, each);
        cells.push_back(test::madeCell(each));
    }
    return resultRows(known, cells, baseline);
}

bool says(const table::Answer& answer, std::string_view text) {
    return std::ranges::any_of(answer.lines(),
                               [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

std::string wordAt(const table::Table& from, std::size_t row, const char* key) {
    const table::Cell cell = from.at(row, key);
    if (const auto* word = std::get_if<table::Word>(&cell)) return std::string(word->name);
    const auto* text = std::get_if<std::string>(&cell);
    return text ? *text : std::string();
}

} // namespace

class ExperimentTableTest : public QObject {
    Q_OBJECT

private slots:
    // To the reference as it was measured; to another by the ratios of both to it.
    void relations() {
        const Outcome baseline = madeOutcome("baseline");
        const Outcome fusion = madeOutcome("fusion", "fp32", 0.5, Verdict::Faster);
        const Outcome both = madeOutcome("both", "fp32", 0.25, Verdict::Faster);
        QCOMPARE(relationOf(baseline, fusion)->ratio, 0.5);
        QVERIFY(relationOf(baseline, fusion)->verdict == Verdict::Faster);
        // Noise that only the runs themselves know.
        QVERIFY(relationOf(baseline, madeOutcome("reuse", "fp32", 0.5, Verdict::Undecided))->verdict ==
                Verdict::Undecided);
        const auto related = relationOf(fusion, both);
        QCOMPARE(related->ratio, 0.5);
        QVERIFY(related->verdict == Verdict::Faster && related->interval->low < 0.5 &&
                related->interval->high > 0.5);
        QVERIFY(relationOf(both, fusion)->verdict == Verdict::Slower);
        QVERIFY(relationOf(both, baseline)->verdict == Verdict::Slower);
        QVERIFY(relationOf(fusion, fusion)->verdict == Verdict::Same);
        QVERIFY(relationOf(baseline, fusion)->isPaired && relationOf(both, baseline)->isPaired &&
                !related->isPaired);
        // Programs that did not run together differ by themselves: 4.5 % are no claim where 1 % is the noise of
        // either, and the interval that is told is the one that was judged.
        const auto near = relationOf(fusion, madeOutcome("both", "fp32", 0.5225, Verdict::Faster));
        QVERIFY(near->verdict == Verdict::Undecided);
        QCOMPARE(measure::verdictOn(*near->interval), near->verdict);
        QVERIFY(near->interval->low < 1.02);

        Outcome few = both;
        few.numbers.lowRatio = few.numbers.highRatio = std::nullopt;
        QVERIFY(!relationOf(fusion, few)->interval && relationOf(fusion, few)->verdict == Verdict::Undecided);
        for (std::string Choices::*axis : {&Choices::model, &Choices::size, &Choices::device}) {
            Outcome other = both;
            other.choices.*axis = "another";
            QVERIFY(!relationOf(fusion, other));
        }
        Outcome changed = both;
        changed.settings = "fnv1a64:000000000000000f";
        QVERIFY(!relationOf(fusion, changed));
        Outcome failed = both;
        failed.numbers = {};
        QVERIFY(!relationOf(fusion, failed) && !relationOf(failed, fusion));
    }

    void rowsBesideTheirBaseline() {
        const std::vector<Outcome> all{madeOutcome("baseline"),
                                       madeOutcome("fusion", "fp32", 0.5, Verdict::Faster),
                                       madeOutcome("both", "fp32", 0.25, Verdict::Faster),
                                       madeOutcome("both", "int8", 0.5, Verdict::Faster)};
        const auto usual = rowsOf(all);
        QVERIFY(!(*usual)[0].base && !(*usual)[0].relation);
        QVERIFY((*usual)[1].base == all[0]);
        const auto chosen = rowsOf(all, {*axisChoiceFrom("codes=fp32")});
        QVERIFY(!(*chosen)[2].base && !(*chosen)[2].relation); // it is its own
        QVERIFY((*chosen)[3].base == all[2]);
        QVERIFY((*chosen)[3].relation->verdict == Verdict::Slower);
        // The reference was measured with each cell, be it in the experiment or not.
        const auto alone = rowsOf({all[1]});
        QVERIFY(!(*alone)[0].base && (*alone)[0].relation->ratio == 0.5);
    }

    void tables() {
        Outcome failed = madeOutcome("reuse");
        failed.error = "no memory";
        failed.numbers = {};
        failed.verdict.reset();
        Outcome both = madeOutcome("both", "fp32", 0.25, Verdict::Faster);
        both.numbers.peakBytes = 250;
        const table::Table made = resultTable(rowsOf({madeOutcome("baseline"), both, failed}));
        QCOMPARE(made.rows(), std::size_t(3));
        QCOMPARE(*made.at(1, "latency_ms").number(), 0.5);
        QCOMPARE(*made.at(1, "ratio").number(), 0.25);
        QCOMPARE(*made.at(1, "peak_ratio").number(), 0.25);
        QCOMPARE(wordAt(made, 1, "verdict"), std::string("faster"));
        QVERIFY(std::abs(*made.at(0, "accuracy").number() - 350.0 / 360) < 1e-12);
        QVERIFY(*made.at(0, "accuracy_low").number() < *made.at(0, "accuracy").number());
        QCOMPARE(wordAt(made, 2, "error"), std::string("no memory"));
        QVERIFY(made.at(2, "latency_ms").isNothing() && made.at(0, "error").isNothing());
        // People see what there is a choice of, and numbers that somebody has.
        for (const auto& [key, isShown] : {std::pair("model", false), std::pair("configuration", true),
                                           std::pair("latency_ms", true), std::pair("cycles", false)})
            for (const table::Head& head : made.heads)
                if (head.key == key) QCOMPARE((head.on & table::Terminal) != 0, isShown);
        for (const table::Format* format : table::formats())
            QVERIFY(!format->write(made, {}).empty());
        QCOMPARE(resultTable(rowsOf({})).rows(), std::size_t(0));
    }

    // Energies of relative tables are no picojoules.
    void energiesHaveTheirUnit() {
        std::vector<Outcome> all{madeOutcome("baseline"), madeOutcome("both")};
        all[0].energyUnit = all[1].energyUnit = "pJ";
        all[0].numbers.energy = all[1].numbers.energy = 12;
        QVERIFY(resultTable(rowsOf(all)).head("energy").unit == table::Unit::Picojoules);
        all[0].energyUnit = "MAC";
        table::Table mixed = resultTable(rowsOf(all));
        QVERIFY(mixed.head("energy").unit == table::Unit::Plain && mixed.head("energy").on == table::File);
        QCOMPARE(wordAt(mixed, 0, "energy_with_unit"), std::string("12 MAC energies"));
        QCOMPARE(wordAt(mixed, 1, "energy_with_unit"), std::string("12.0 pJ"));
        all[0].choices.accelerator = "one"; // a column each has a unit each
        const table::Table apart = pivotTable(rowsOf(all), **axisNamed("accelerator"), **numberNamed("energy"));
        QVERIFY(apart.heads[apart.heads.size() - 2].unit == table::Unit::MacEnergies);
        QVERIFY(apart.heads.back().unit == table::Unit::Picojoules);
        all[0].choices.accelerator.clear();
        const table::Table across =
            pivotTable(rowsOf({all[0], all[1]}), **axisNamed("codes"), **numberNamed("energy"));
        QVERIFY(across.heads.back().unit == table::Unit::Text);
        all[1].energyUnit = "MAC";
        QVERIFY(resultTable(rowsOf(all)).head("energy").unit == table::Unit::MacEnergies);
        const table::Table spread =
            pivotTable(rowsOf(all), **axisNamed("configuration"), **numberNamed("energy"));
        QVERIFY(spread.heads.back().unit == table::Unit::MacEnergies);
        for (Outcome& each : all)
            each.choices.size.clear(); // as the model has it
        const table::Table sizes = pivotTable(rowsOf(all), **axisNamed("size"), **numberNamed("energy"));
        QVERIFY(sizes.heads.back().key == "as is");
    }

    void pivot() {
        std::vector<Outcome> all;
        for (const char* size : {"batch=1", "batch=8"})
            for (const char* configuration : {"baseline", "both"}) {
                all.push_back(madeOutcome(configuration, "fp32", configuration[1] == 'o' ? 0.5 : 1));
                all.back().choices.size = size;
            }
        all.pop_back(); // of batch=8 there is no "both"
        const table::Table made =
            pivotTable(rowsOf(all), **axisNamed("configuration"), **numberNamed("latency_ms"));
        const QStringList lines = QString::fromStdString(table::csvText(made)).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.value(0), u"size,baseline [ms],both [ms]"_s);
        QCOMPARE(lines.value(1), u"batch=1,2,1"_s);
        QCOMPARE(lines.value(2), u"batch=8,2,"_s);
        QCOMPARE(lines.size(), qsizetype(3));
        QCOMPARE(pivotTable(rowsOf({all[0]}), **axisNamed("model"), **numberNamed("peak_bytes")).rows(),
                 std::size_t(1));
        QVERIFY(!numberNamed("latency"));

        // Every column but the axes, by key or head.
        const table::Table ratios = pivotTable(rowsOf(all), **axisNamed("configuration"), "ratio");
        QCOMPARE(*ratios.at(0, "both").number(), 0.5);
        QVERIFY(ratios.heads.back().unit == table::Unit::Ratio);
        QVERIFY(std::get<table::Word>(
                    pivotTable(rowsOf(all), **axisNamed("configuration"), "verdict").at(0, "both"))
                    .name == "same");
        for (const auto& [name, key] :
             {std::pair("ratio", "ratio"), std::pair("Peak ratio", "peak_ratio"),
              std::pair("accuracy", "accuracy"), std::pair("latency", "latency_ms")}) {
            const auto found = valueNamed(name);
            QVERIFY2(found && *found == key, name);
        }
        for (const char* wrong : {"From", "codes", ""})
            QVERIFY2(!valueNamed(wrong), wrong);
        QVERIFY(valueNamed("peak_byte").error().message.find("'peak_bytes'") != std::string::npos);
        QCOMPARE(usualValue(*rowsOf(all)), std::string_view("ratio"));
        QCOMPARE(usualValue(*rowsOf({all[0]})), std::string_view("latency_ms"));
    }

    // What the results are of, and what their columns mean.
    void originAndLegend() {
        Outcome baseline = madeOutcome("baseline"), both = madeOutcome("both", "int8", 0.5, Verdict::Faster);
        const auto ofOne = legendOf(*rowsOf({baseline}));
        QVERIFY(ofOne.size() == 1 && ofOne[0].starts_with("accuracy: of 360 samples with labels;"));
        both.numbers.wordBytes = 1;
        const auto rows = rowsOf({baseline, both});
        const table::Table made = resultTable(rows);
        QCOMPARE(wordAt(made, 1, "model_fingerprint"), both.model);
        QCOMPARE(wordAt(made, 1, "machine"), both.machine);
        QCOMPARE(originOf(*rows), (std::vector<std::string>{"Model: tiny, " + both.model,
                                                            "Machine: this machine, " + both.machine}));
        const auto legend = legendOf(*rows);
        QCOMPARE(legend.size(), std::size_t(3));
        QVERIFY(legend[0].find("the baseline in fp32") != std::string::npos &&
                legend[0].find("99.9 %") != std::string::npos);
        QVERIFY(legend[1].find("(1 B)") != std::string::npos);
        const std::vector<AxisChoice> fusion{*axisChoiceFrom("configuration=fusion")};
        const auto chosen = legendOf(*rowsOf({madeOutcome("fusion", "int8"), both}, fusion), fusion);
        QVERIFY(chosen[0].find("the same cell with configuration=fusion") != std::string::npos);
        QCOMPARE(chosen.size(), std::size_t(4)); // not measured together
    }

    // Latencies of cells that met other speeds of the machine are not compared; ratios are.
    void speedsOfTheMachine() {
        Outcome fusion = madeOutcome("fusion", "fp32", 0.72, Verdict::Faster),
                reuse = madeOutcome("reuse", "fp32", 0.71, Verdict::Faster);
        QVERIFY(speedChangeText(*rowsOf({fusion, reuse})).empty());
        reuse.numbers.referenceMilliseconds = 3.18;
        const auto rows = rowsOf({fusion, reuse});
        const std::string text = speedChangeText(*rows);
        QVERIFY2(text.find("changed its speed by 1.59 ×") != std::string::npos &&
                     text.find("2.00 ms to 3.18 ms") != std::string::npos,
                 text.c_str());
        QVERIFY(std::ranges::count(legendOf(*rows), text) == 1);
        QCOMPARE(*resultTable(rows).at(1, "reference_ms").number(), 3.18);
        reuse.choices.size = "batch=8"; // takes longer anyway
        QVERIFY(speedChangeText(*rowsOf({fusion, reuse})).empty());
        reuse.numbers.referenceMilliseconds.reset(); // a result of before
        QVERIFY(speedChangeText(*rowsOf({fusion, reuse})).empty());
        fusion.whileMeasured = "the machine changed its speed by 1.93 ×";
        QVERIFY(says(explained(madeOutcome("baseline"), fusion),
                     "while it was measured the machine changed its speed by 1.93 ×"));
    }

    // The axis of the rows that is asked for comes first, and sorts them; ratios and verdicts are folded.
    void pivotWithRelations() {
        std::vector<Outcome> all;
        for (const char* size : {"batch=8", "batch=1"})
            for (const char* codes : {"fp32", "int8"})
                for (const char* configuration : {"fusion", "baseline"}) {
                    all.push_back(madeOutcome(configuration, codes, 0.5, Verdict::Faster));
                    all.back().choices.size = size;
                }
        const Axis& codes = **axisNamed("codes");
        const table::Table made =
            pivotTable(rowsOf(all), **axisNamed("configuration"), **numberNamed("latency_ms"), {&codes, true});
        QCOMPARE(made.rows(), std::size_t(4));
        QCOMPARE(made.heads.size(), std::size_t(2 + 2 * 3));
        QVERIFY(made.heads[0].key == "codes" && made.heads[1].key == "size");
        QVERIFY((made.heads[2].on & table::Folded) == 0 && (made.heads[3].on & table::Folded) != 0);
        const auto text = [&](std::size_t row, std::size_t column) {
            return std::get<std::string>(made.at(row, column));
        };
        QCOMPARE(text(0, 0), std::string("fp32"));
        QCOMPARE(text(1, 0), std::string("fp32"));
        QCOMPARE(text(2, 0), std::string("int8"));
        QCOMPARE(text(0, 1), std::string("batch=8"));
        QCOMPARE(text(1, 1), std::string("batch=1"));
        QVERIFY(made.at(0, 3).number().has_value());
        QVERIFY(std::holds_alternative<table::Word>(made.at(0, 4)));
    }

    void namesTellCellsApart() {
        const auto rows = rowsOf({madeOutcome("baseline"), madeOutcome("both"), madeOutcome("both", "int8")});
        QVERIFY(
            (tellingNames(*rows) == std::vector<std::string>{"fp32, baseline", "fp32, both", "int8, both"}));
        QCOMPARE(variedAxes(*rows).size(), std::size_t(2));
        QVERIFY(tellingNames(*rowsOf({madeOutcome("both")})) == std::vector<std::string>{"both"});
        QVERIFY(isEndOfInterval(**numberNamed("latency_low_ms")) &&
                !isEndOfInterval(**numberNamed("latency_ms")));
    }

    void gainsInWords() {
        const Outcome baseline = madeOutcome("baseline");
        Outcome both = madeOutcome("both", "fp32", 0.5, Verdict::Faster);
        both.numbers.calls = 8;
        both.numbers.trafficBytes = 2048;
        both.numbers.peakBytes = 300;
        both.numbers.sumBytes = 900;
        both.numbers.fragmentationBytes = 30;
        both.numbers.allocations = 1;
        const table::Answer answer = explained(baseline, both);
        QVERIFY2(says(answer, "faster, 2.00 × as fast"), answer.headline.c_str());
        QVERIFY2(says(answer, "(99.9 % of this run: "), answer.headline.c_str()); // as the verdict
        QVERIFY(says(answer, "8 operator calls instead of 20 (−60.0 %)"));
        QVERIFY(says(answer, "2.00 KiB written and read between operators instead of 4.00 KiB"));
        QVERIFY(says(answer, "300 B at the peak instead of 1000 B"));
        // Fused tensors are others than those of the baseline.
        QVERIFY(says(answer, "share storage: 900 B of buffers side by side, 300 B packed by lifetime"));
        Outcome reuse = both;
        reuse.choices.configuration = "reuse";
        QVERIFY(says(explained(baseline, reuse), "share storage: 1000 B side by side, 900 B where some stand "
                                                 "in the place of others, 300 B packed by lifetime"));
        QVERIFY(says(answer, "10.0 % of the arena are holes"));
        QVERIFY(says(answer, "1 allocation instead of 12"));
        QVERIFY(says(answer, "accuracy stays: 350 of 360 right"));
        QVERIFY(!says(answer, "little can be fused") && !says(answer, "the peak stays"));

        Outcome integers = madeOutcome("both", "int8", 0.3, Verdict::Faster);
        integers.numbers.weightBytes = 2000;
        integers.numbers.right = 340;
        const table::Answer coded = explained(both, integers);
        QVERIFY(says(coded, "of weights instead of"));
        QVERIFY(says(coded, "340 of 360 right") && says(coded, "the intervals overlap"));
        integers.numbers.right = 180;
        QVERIFY(says(explained(both, integers), "the intervals do not overlap"));
    }

    // Where a strategy does not help, and why.
    void noGainInWords() {
        const Outcome baseline = madeOutcome("baseline");
        Outcome fusion = madeOutcome("fusion", "fp32", 1, Verdict::Same);
        fusion.numbers.calls = 19;
        // An interval without 1 in it may be too near to it for a claim.
        fusion.numbers.ratio = 0.985;
        fusion.numbers.lowRatio = 0.97;
        fusion.numbers.highRatio = 0.998;
        const std::string same = explained(baseline, fusion).headline;
        QVERIFY2(same.ends_with("no difference to baseline in fp32 larger than 3.00 %"), same.c_str());
        QVERIFY(says(explained(baseline, fusion), "little can be fused: 19 of 20 operator calls are left"));
        QVERIFY(says(explained(baseline, fusion), "fewer calls make little difference"));
        fusion.verdict = Verdict::Slower;
        QVERIFY(says(explained(baseline, fusion), "fewer calls, and yet slower"));
        fusion.verdict = Verdict::Undecided;
        QVERIFY(says(explained(baseline, fusion), "too noisy"));
        QVERIFY(!says(explained(baseline, fusion), "fewer calls"));

        Outcome reuse = madeOutcome("reuse", "fp32", 1, Verdict::Same);
        reuse.numbers.largestBytes = 900;
        QVERIFY(says(explained(baseline, reuse), "one tensor of 900 B is 90.0 % of the peak"));
        QVERIFY(says(explained(baseline, reuse), "reuse saves memory, not arithmetic"));
        reuse.numbers.largestBytes = 100;
        reuse.numbers.peakStep = 0;
        QVERIFY(says(explained(baseline, reuse), "the peak is at the input, in the first of 20 steps"));
        reuse.numbers.peakStep = 5;
        reuse.numbers.lowerBoundBytes = 1000;
        QVERIFY(says(explained(baseline, reuse), "the tensors that are alive at once need that much"));

        const Outcome integers = madeOutcome("both", "int8", 1.2, Verdict::Slower);
        QVERIFY(says(explained(madeOutcome("both", "fp32", 1), integers), "integers are no quicker here"));
        // Float layers are not held against integers.
        Outcome few = integers;
        few.numbers.products = 4;
        few.numbers.integerProducts = 1;
        few.whyInFloat = "conv1 computes in float32 because of a reason";
        const table::Answer fewLayers = explained(madeOutcome("both", "fp32", 1), few);
        QVERIFY(
            says(fewLayers, "1 of 4 layers ran in integers: conv1 computes in float32 because of a reason"));
        QVERIFY(says(fewLayers, "too few of the layers") && !says(fewLayers, "gain nothing by them"));
        // Nor is fusion told from codes where both differ.
        few.numbers.calls = 8;
        const table::Answer several = explained(baseline, few);
        QVERIFY(says(several, "differ in fusion, reuse and codes"));
        QVERIFY(!says(several, "integers are no quicker") && !says(several, "fewer calls"));

        Outcome failed = reuse;
        failed.error = "no memory";
        QVERIFY(explained(baseline, failed).lines().empty());

        const auto all = explanations(*rowsOf({baseline, fusion, reuse}));
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].row, std::size_t(1));
    }

    // The accelerator's part.
    void predictionsInWords() {
        Outcome baseline = madeOutcome("baseline"),
                fusion = madeOutcome("fusion", "fp32", 0.5, Verdict::Faster);
        for (Outcome* each : {&baseline, &fusion}) {
            each->choices.accelerator = "mine";
            each->energyUnit = "pJ";
            each->numbers.cycles = 1000;
            each->numbers.energy = 10;
            each->numbers.wordBytes = 1;
        }
        QVERIFY(says(explained(baseline, fusion), "predicted for mine: the cycles stay, 1 000"));
        fusion.numbers.cycles = 500;
        fusion.numbers.energy = 5;
        QVERIFY(says(explained(baseline, fusion), "predicted for mine: 500 cycles instead of 1 000 (−50.0 %)"));
        QVERIFY(says(explained(baseline, fusion), "5.00 pJ of energy instead of 10.0 pJ"));
        QVERIFY(!says(explained(baseline, fusion), "narrower codes"));
        fusion.choices.codes = "int8";
        QVERIFY(says(explained(baseline, fusion), "both in words of 1 B"));
        fusion.choices.accelerator = "another";
        QVERIFY(!says(explained(baseline, fusion), "predicted"));
    }

    // Sizes are told apart, and have a headline without a ratio.
    void otherSizesInWords() {
        const Outcome one = madeOutcome("both");
        Outcome eight = one;
        eight.choices.size = "batch=8";
        eight.numbers.milliseconds = 16;
        const std::string headline = explained(one, eight).headline;
        QVERIFY2(headline.find("batch=8") != std::string::npos &&
                     headline.find("16.0 ms, beside 2.00 ms of batch=1, both in fp32") != std::string::npos,
                 headline.c_str());
    }

    // The scripts are run by a shell: with names that it would read as more than names.
    void scriptsForSlurm() {
        QTemporaryDir folder;
        const std::filesystem::path root(folder.path().toStdString());
        SlurmJob job;
        job.program = root / "it's a $(program)";
        job.definition = root / "my `experiment`; x.json";
        job.folder = root / "a \"job\" & more";
        job.shards = 12;
        const auto written = writeSlurm(job);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QVERIFY(slurmScript(job).find("#SBATCH --array=1-12\n") != std::string::npos);
        QFile program(QString::fromStdString(job.program.string())); // tells its arguments
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\nprintf '[%s]' \"$@\"\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const auto ran = [&](const char* script, const QStringList& arguments) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"SLURM_ARRAY_TASK_ID"_s, u"7"_s);
            process.setProcessEnvironment(environment);
            process.start(u"/bin/sh"_s,
                          QStringList{QString::fromStdString((job.folder / script).string())} + arguments);
            process.waitForFinished(-1);
            return process.readAllStandardOutput() + process.readAllStandardError();
        };
        const std::string told = "[experiment][" + job.definition.string() + "]";
        QCOMPARE(ran("experiment.sbatch", {}).toStdString(),
                 told + "[--shard][7/12][--results][" + partOf(job, 7).string() + "]");
        for (const std::size_t index : {std::size_t(2), std::size_t(11)}) {
            QFile part(QString::fromStdString(partOf(job, index).string()));
            QVERIFY(part.open(QIODevice::WriteOnly));
        }
        QCOMPARE(ran("merge.sh", {u"-o"_s, u"a b.csv"_s}).toStdString(), told + "[-o][a b.csv][--merge][" +
                                                                             partOf(job, 11).string() + "][" +
                                                                             partOf(job, 2).string() + "]");
        job.folder = job.program / "below a file";
        QVERIFY(!writeSlurm(job));
    }
};

EDGEWRIGHT_TEST(ExperimentTableTest)

} // namespace edgewright::experiment_table_test

#include "experiment_table_test.moc"

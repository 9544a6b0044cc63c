// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of real models run one after the other, with times that are made up: what a result has, what is not run
// again, and what goes on after it was stopped, cut or has failed.
#include "core/experiment/queue.h"
#include "core/remote/host.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <stop_token>
#include <thread>

namespace edgewright::experiment_queue_test {

using namespace edgewright::experiment;
namespace fs = std::filesystem;

namespace {

// A machine on which the reference takes 2 ms, and everything else 1 ms.
struct MadeMachine {
    std::size_t measured = 0;
    std::set<std::string> devices = {};

    std::string date = "2026-11-23T04:10:00Z";
    Measure made() {
        return [this](const device::Task& task,
                      const RunContext&) -> Result<std::shared_ptr<const device::Record>> {
            ++measured;
            devices.insert(task.device);
            auto record = std::make_shared<device::Record>();
            record->date = date;
            record->machine.processor = "Made";
            record->end = measure::End::Known;
            for (const device::Variant& each : task.variants) {
                device::VariantRecord run;
                run.variant = each;
                const bool isBaseline = !each.fusion && !each.reuse && !each.quantized;
                run.blocks.assign(40, isBaseline ? measure::Timing{2e-3, 2e-3} : measure::Timing{1e-3, 1e-3});
                run.peakBytes = 12345;
                record->variants.push_back(std::move(run));
            }
            return std::shared_ptr<const device::Record>(std::move(record));
        };
    }
};

} // namespace

class ExperimentQueueTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    static Definition definition() {
        Definition made;
        made.models = {{"tiny", test::sample("tiny_cnn_2d.onnx")}};
        made.samples = 16;
        made.settings.planSeconds = 1;
        return made;
    }
    Result<QueueState> run(const Definition& made, MadeMachine& machine, const fs::path& file) const {
        return runQueue(made, *cellsOf(made), file, {machine.made(), {}});
    }
    static const Outcome& of(const Results& results, const char* configuration, const char* codes = "fp32") {
        for (const auto& [choices, outcome] : results.outcomes)
            if (choices.configuration == configuration && choices.codes == codes) return outcome;
        qFatal("no result of %s", configuration);
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyNumber() {
        Definition made = definition();
        made.codes = {Codes(), *codesNamed("int8")};
        made.accelerators = {{"mine", cost::Accelerator()}};
        MadeMachine machine;
        const auto ended = run(made, machine, path("results"));
        QVERIFY2(ended, ended ? "" : ended.error().message.c_str());
        QCOMPARE(ended->ran, std::size_t(6));
        QCOMPARE(ended->failed, std::size_t(0));
        QCOMPARE(machine.devices, std::set<std::string>{""}); // this machine
        const auto results = readResults(path("results"));
        QVERIFY(results && results->notes.empty());
        QCOMPARE(results->outcomes.size(), std::size_t(6));
        for (const auto& [choices, outcome] : results->outcomes) {
            QVERIFY2(!outcome.isFailed(), outcome.error.c_str());
            for (const Number& each : numbers()) { // none of them is missing
                const bool isOfIntegers =
                    each.whole == &Numbers::products || each.whole == &Numbers::integerProducts;
                QVERIFY2(each.of(outcome.numbers).isNothing() == (isOfIntegers && choices.codes == "fp32"),
                         std::string(each.head.key).c_str());
            }
            QCOMPARE(*outcome.numbers.labelled, std::int64_t(16));
            QVERIFY(*outcome.numbers.right > 8 && *outcome.numbers.right <= 16);
            QVERIFY(!outcome.machine.empty() && !outcome.energyUnit.empty());
        }
        const Outcome &baseline = of(*results, "baseline"), &both = of(*results, "both");
        QVERIFY(!baseline.verdict);
        QCOMPARE(*baseline.numbers.ratio, 1.0);
        QVERIFY(both.verdict == measure::Verdict::Faster);
        QCOMPARE(*both.numbers.ratio, 0.5);
        QCOMPARE(*both.numbers.milliseconds, 1.0);
        QCOMPARE(*both.numbers.perSecond, 1000.0);
        QCOMPARE(*both.numbers.referenceMilliseconds, 2.0);
        QCOMPARE(*baseline.numbers.referenceMilliseconds, *baseline.numbers.milliseconds);
        QVERIFY(*both.numbers.calls < *baseline.numbers.calls);
        QVERIFY(*both.numbers.trafficBytes < *baseline.numbers.trafficBytes);
        QVERIFY(*both.numbers.peakBytes < *baseline.numbers.peakBytes);
        QCOMPARE(*both.numbers.allocations, std::int64_t(1));
        QVERIFY(*baseline.numbers.allocations > 1);
        QCOMPARE(*of(*results, "reuse").numbers.calls, *baseline.numbers.calls);
        QVERIFY(*of(*results, "both", "int8").numbers.weightBytes < *both.numbers.weightBytes / 2);
    }

    // Codes of activations that waste half of their range leave layers with a Relu in float32.
    void layersInIntegers() {
        Definition made = definition();
        made.configurations = {Configuration::Both};
        made.codes = {*codesNamed("int8"), *codesNamed("int8/per-channel/symmetric/min_max")};
        MadeMachine machine;
        QVERIFY(run(made, machine, path("results")));
        const auto results = readResults(path("results"));
        const Outcome &all = of(*results, "both", "int8"),
                      &some = of(*results, "both", "int8/per-channel/symmetric/min_max");
        QCOMPARE(*all.numbers.integerProducts, *all.numbers.products);
        QVERIFY(all.whyInFloat.empty());
        QCOMPARE(*some.numbers.products, *all.numbers.products);
        QVERIFY(*some.numbers.integerProducts > 0 && *some.numbers.integerProducts < *some.numbers.products);
        QVERIFY2(some.whyInFloat.find(" computes in float32 because ") != std::string::npos,
                 some.whyInFloat.c_str());
    }

    // Measured once for all accelerators, also by a later run; predicted for each.
    void acceleratorsShareAMeasurement() {
        Definition made = definition();
        made.configurations = {Configuration::Both};
        cost::Accelerator small;
        small.rows = small.cols = 8;
        made.accelerators = {{"usual", cost::Accelerator()}, {"small", small}};
        MadeMachine machine;
        QVERIFY(run(made, machine, path("results")));
        QCOMPARE(machine.measured, std::size_t(1));
        small.rows = 4;
        made.accelerators.push_back({"smaller", small});
        QVERIFY(run(made, machine, path("results")));
        QCOMPARE(machine.measured, std::size_t(1));
        const auto results = readResults(path("results"));
        QCOMPARE(results->outcomes.size(), std::size_t(3));
        std::set<std::int64_t> cycles;
        for (const auto& [choices, outcome] : results->outcomes) {
            cycles.insert(*outcome.numbers.cycles);
            QCOMPARE(*outcome.numbers.milliseconds, 1.0);
        }
        QCOMPARE(cycles.size(), std::size_t(3));
    }

    void whatHasAResultIsNotRunAgain() {
        Definition made = definition();
        MadeMachine machine;
        QVERIFY(run(made, machine, path("results")));
        QCOMPARE(machine.measured, std::size_t(4));
        const auto again = run(made, machine, path("results"));
        QVERIFY(again && again->known == 4 && again->ran == 0);
        QCOMPARE(machine.measured, std::size_t(4));

        // Killed while the last one was written.
        fs::resize_file(path("results"), fs::file_size(path("results")) - 40);
        const auto cut = run(made, machine, path("results"));
        QVERIFY(cut && cut->known == 3 && cut->ran == 1);
        QCOMPARE(readResults(path("results"))->outcomes.size(), std::size_t(4));

        made.effort.seconds = 3; // of another kind
        machine.date = "2026-11-23T04:11:00Z";
        const auto changed = run(made, machine, path("results"));
        QVERIFY(changed && changed->ran == 4);
        QVERIFY(run(made, machine, path("results"))->ran == 0);
    }

    void aChangedModelIsRunAgain() {
        Definition made = definition();
        made.models[0].file = path("model.onnx");
        made.configurations = {Configuration::Fusion};
        fs::copy_file(test::sample("tiny_cnn_2d.onnx"), path("model.onnx"));
        MadeMachine machine;
        QVERIFY(run(made, machine, path("results"))->failed == 0);
        fs::copy_file(test::sample("residual_cnn_2d.onnx"), path("model.onnx"),
                      fs::copy_options::overwrite_existing);
        const auto changed = run(made, machine, path("results"));
        QVERIFY(changed && changed->ran == 1 && changed->failed == 0);
    }

    // The rest goes on; the next run tries again.
    void aFailureIsAResult() {
        Definition made = definition();
        made.configurations = {Configuration::Both};
        made.models.insert(made.models.begin(), {"gone", path("gone.onnx")});
        made.sizes = {ir::Bindings{{"batch", 1}}, ir::Bindings{{"no_such", 2}}};
        MadeMachine machine;
        const auto ended = run(made, machine, path("results"));
        QVERIFY2(ended, ended ? "" : ended.error().message.c_str());
        QCOMPARE(ended->ran, std::size_t(4));
        QCOMPARE(ended->failed, std::size_t(3));
        const auto results = readResults(path("results"));
        for (const auto& [choices, outcome] : results->outcomes) {
            QCOMPARE(outcome.isFailed(), choices.model == "gone" || choices.size != "batch=1");
            if (choices.model == "gone") QVERIFY(outcome.error.find("gone.onnx") != std::string::npos);
            if (choices.model == "tiny" && outcome.isFailed())
                QVERIFY2(outcome.error.find("'no_such'") != std::string::npos &&
                             outcome.error.find("'batch'") != std::string::npos,
                         outcome.error.c_str());
        }
        fs::copy_file(test::sample("tiny_cnn_2d.onnx"), path("gone.onnx"));
        const auto again = run(made, machine, path("results"));
        QVERIFY(again && again->known == 1 && again->ran == 3 && again->failed == 2);
    }

    // They are found before the first cell runs, once each; nothing is measured for them.
    void faultsAreFoundFirst() {
        Definition made = definition();
        made.models.push_back({"gone", path("gone.onnx")});
        made.models.push_back({"other", test::sample("tiny_cnn_2d.onnx"), {ir::Bindings{{"no_such", 2}}}});
        made.devices = {std::string(remote::ThisMachine), "near", "far"};
        MadeMachine machine;
        std::vector<Fault> found;
        QueueOptions options{machine.made(), [&](const QueueState& state) {
                                 QVERIFY(!found.empty());
                                 // Cells that cannot run take no time, and tell none.
                                 if (state.ended && state.known + state.ran == state.cells)
                                     QCOMPARE(*state.secondsLeft, 0.0);
                             }};
        options.knows = [](const std::string& device) {
            return device == "near" ? Result<void>() : Result<void>(badInput("there is no " + device));
        };
        options.found = [&](const std::vector<Fault>& faults) {
            found.insert(found.end(), faults.begin(), faults.end());
        };
        const auto ended = runQueue(made, *cellsOf(made), path("results"), options);
        QVERIFY2(ended, ended ? "" : ended.error().message.c_str());
        QCOMPARE(found.size(), std::size_t(3));
        QCOMPARE(found[0].text(), std::string("devices[2]: there is no far"));
        QCOMPARE(found[1].place, std::string("models[1]"));
        QCOMPARE(found[2].place, std::string("models[2].sizes[0]"));
        QVERIFY2(found[2].reason.find("'no_such'") != std::string::npos, found[2].reason.c_str());
        QCOMPARE(ended->ran, std::size_t(36));
        QCOMPARE(ended->failed, std::size_t(28));
        QCOMPARE(machine.devices, (std::set<std::string>{"", "near"}));
        QCOMPARE(machine.measured, std::size_t(8));
        made.devices.pop_back(); // what has a result is not looked at again
        made.models.resize(1);
        found.clear();
        options.told = {};
        QVERIFY(runQueue(made, *cellsOf(made), path("results"), options)->ran == 0 && found.empty());
    }

    void stoppedGoesOn() {
        const Definition made = definition();
        MadeMachine machine;
        std::stop_source stop;
        QueueOptions options{machine.made(), [&](const QueueState& state) {
                                 if (state.ran == 2) stop.request_stop();
                                 if (state.ended) QVERIFY(state.secondsLeft && *state.secondsLeft >= 0);
                             }};
        const auto stopped =
            runQueue(made, *cellsOf(made), path("results"), options, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QCOMPARE(readResults(path("results"))->outcomes.size(), std::size_t(2));
        const auto rest = run(made, machine, path("results"));
        QVERIFY(rest && rest->known == 2 && rest->ran == 2);
    }

    // The agent of this machine was ended first, as Slurm does it with a signal to all processes.
    void aCellThatIsEndedHasNoResult() {
        const Definition made = definition();
        MadeMachine machine;
        std::stop_source stop;
        std::jthread ending;
        const Measure measures = machine.made();
        const QueueOptions options{
            [&](const device::Task& task,
                const RunContext& until) -> Result<std::shared_ptr<const device::Record>> {
                if (machine.measured == 1) {
                    ending = std::jthread([&] { stop.request_stop(); });
                    return badInput("the agent has ended");
                }
                return measures(task, until);
            }};
        const auto ended =
            runQueue(made, *cellsOf(made), path("results"), options, {stop.get_token(), nullptr});
        QVERIFY(!ended && ended.error().code == ErrorCode::Cancelled);
        const auto results = readResults(path("results"));
        QCOMPARE(results->outcomes.size(), std::size_t(1));
        QVERIFY(!results->outcomes.begin()->second.isFailed());
        const auto rest = run(made, machine, path("results"));
        QVERIFY(rest && rest->known == 1 && rest->ran == 3 && rest->failed == 0);
    }

    // By the check, before the first cell.
    void aModelIsOpenedOnce() {
        Definition made = definition();
        made.models[0].file = path("model.onnx");
        made.sizes = {ir::Bindings{{"batch", 1}}, ir::Bindings{{"batch", 2}}};
        fs::copy_file(test::sample("tiny_cnn_2d.onnx"), path("model.onnx"));
        MadeMachine machine;
        const QueueOptions options{machine.made(), [&](const QueueState&) { fs::remove(path("model.onnx")); }};
        const auto ended = runQueue(made, *cellsOf(made), path("results"), options);
        QVERIFY2(ended, ended ? "" : ended.error().message.c_str());
        QCOMPARE(ended->ran, std::size_t(8));
        QCOMPARE(ended->failed, std::size_t(0));
    }

    void resultsThatCannotBeKept() {
        MadeMachine machine;
        QVERIFY(!run(definition(), machine, path("no/such/folder")));
        QCOMPARE(machine.measured, std::size_t(0));
    }

    // Parts of several machines come to what one would have measured.
    void shardsComeToTheSame() {
        const Definition made = definition();
        const auto cells = *cellsOf(made);
        MadeMachine machine;
        QVERIFY(run(made, machine, path("whole")));
        for (std::size_t index = 1; index <= 3; ++index) {
            const std::string part = "part" + std::to_string(index);
            QVERIFY(runQueue(made, cellsOf(cells, {index, 3}), path(part.c_str()), {machine.made(), {}}));
        }
        QCOMPARE(machine.measured, 2 * cells.size());
        const std::vector<fs::path> parts{path("part3"), path("part1"), path("part2")};
        const auto merged = mergeResults(parts, cells, path("merged"));
        QVERIFY(merged);
        QVERIFY(merged->outcomes == readResults(path("whole"))->outcomes);
        QVERIFY(run(made, machine, path("merged"))->ran == 0);
    }
};

EDGEWRIGHT_TEST(ExperimentQueueTest)

} // namespace edgewright::experiment_queue_test

#include "experiment_queue_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/cell_run.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/variant_graph.h"
#include "core/fusion/traffic.h"
#include "core/measure/utc_date.h"
#include "core/remote/host.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace edgewright::experiment {

namespace {

constexpr const char* ReferenceName = "reference";

// The way that the network of a cell runs.
device::Variant variantOf(const Cell& cell, const Definition& definition) {
    device::Variant variant;
    static_cast<kernels::KernelChoice&>(variant) = definition.kernels;
    variant.name = cell.choices.configuration + " " + cell.choices.codes;
    variant.fusion = isFused(cell.configuration);
    variant.reuse = isReusing(cell.configuration);
    variant.quantized = cell.codes.strategy.has_value();
    return variant;
}

bool isReference(const device::Variant& variant) {
    return !variant.fusion && !variant.reuse && !variant.quantized;
}

void takePlan(device::Task& task, const device::Variant& variant,
              const std::shared_ptr<const pipeline::MemoryPlan>& plan) {
    if (!variant.reuse) return;
    (variant.quantized ? task.planQuantized : variant.fusion ? task.planAfter : task.planBefore) = plan;
}

void takePlanned(Numbers& numbers, const pipeline::MemoryStudy::Row& row) {
    numbers.peakBytes = row.peak;
    numbers.sumBytes = row.sum;
    numbers.lowerBoundBytes = row.lowerBound;
    numbers.fragmentationBytes = row.fragmentation;
    numbers.allocations = row.allocations;
    numbers.calls = row.operatorCalls;
    const memory::Problem& problem = row.plan->liveness.problem;
    const auto largest = std::ranges::max_element(problem.buffers, {}, &memory::Buffer::size);
    if (largest != problem.buffers.end()) numbers.largestBytes = largest->size;
    numbers.peakStep = row.plan->peakStep;
    numbers.steps = problem.steps;
}

// The same program, run in turn: measured on one machine at one time.
Result<void> takeMeasured(Outcome& outcome, const device::Record& record) {
    const auto named = [&](const std::string& name) -> const device::VariantRecord* {
        const auto found = std::ranges::find_if(
            record.variants, [&](const device::VariantRecord& each) { return each.variant.name == name; });
        return found == record.variants.end() ? nullptr : &*found;
    };
    const std::string name = outcome.choices.configuration + " " + outcome.choices.codes;
    const device::VariantRecord* const reference = named(ReferenceName);
    const device::VariantRecord* const run = named(name);
    if (!run) {
        for (const device::LeftOut& each : record.leftOut)
            if (each.variant.name == name) return unsupported(each.reason);
        return internalError(say("nothing was measured"));
    }
    const measure::Summary summary = run->summary();
    if (summary.count == 0) return internalError(say("nothing was measured"));
    Numbers& numbers = outcome.numbers;
    numbers.milliseconds = summary.median * 1e3;
    if (summary.interval) {
        numbers.lowMilliseconds = summary.interval->low * 1e3;
        numbers.highMilliseconds = summary.interval->high * 1e3;
    }
    if (summary.median > 0) numbers.perSecond = 1 / summary.median;
    numbers.runs = static_cast<std::int64_t>(summary.count);
    if (run->peakBytes > 0) numbers.measuredPeakBytes = run->peakBytes;
    numbers.ratio = numbers.lowRatio = numbers.highRatio = 1;
    numbers.referenceMilliseconds = (reference ? *reference : *run).summary().median * 1e3;
    if (reference) {
        const measure::Comparison comparison = device::compared(*reference, *run);
        numbers.ratio = comparison.ratio;
        numbers.lowRatio = comparison.interval.low;
        numbers.highRatio = comparison.interval.high; // infinite: not known, which JSON does not hold
        if (!(comparison.interval.high < 1e300)) numbers.lowRatio = numbers.highRatio = std::nullopt;
        outcome.verdict = comparison.verdict;
    }
    outcome.date = record.date;
    outcome.machine = record.machine.text();
    outcome.whileMeasured = device::loadText(record);
    return {};
}

void takeMeasured(Outcome& outcome, const Outcome& other) {
    const auto take = [&](auto... members) { ((outcome.numbers.*members = other.numbers.*members), ...); };
    take(&Numbers::milliseconds, &Numbers::lowMilliseconds, &Numbers::highMilliseconds, &Numbers::perSecond,
         &Numbers::runs, &Numbers::ratio, &Numbers::lowRatio, &Numbers::highRatio,
         &Numbers::referenceMilliseconds, &Numbers::measuredPeakBytes);
    outcome.verdict = other.verdict;
    outcome.machine = other.machine;
    outcome.whileMeasured = other.whileMeasured;
    outcome.date = measure::utcNow();
}

Result<void> predictInto(Outcome& outcome, const ir::Graph& graph, const cost::Accelerator& accelerator,
                         const RunContext& run) {
    ASSIGN_OR_RETURN(const auto costs, pipeline::costs(graph, accelerator, run));
    outcome.numbers.cycles = costs->report.cycles;
    outcome.numbers.wordBytes = accelerator.wordBytes;
    outcome.numbers.energy = costs->report.energy.total();
    outcome.numbers.predictedMilliseconds = costs->report.seconds() * 1e3;
    outcome.energyUnit = costs->report.energyUnit;
    return {};
}

// A signal that ends this program, as Slurm sends it, may have reached the process that measures a moment
// before.
bool stopsSoon(const RunContext& run) {
    constexpr std::chrono::milliseconds Moment(500);
    if (!run.stop.stop_possible()) return false;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any woken;
    return woken.wait_for(lock, run.stop, Moment, [&] { return run.stopped(); });
}

} // namespace

Outcome failedOutcome(const Cell& cell, std::string error) {
    Outcome failed;
    failed.choices = cell.choices;
    failed.date = measure::utcNow();
    failed.error = std::move(error);
    return failed;
}

Result<Outcome> CellRun::outcomeOf(const Cell& cell, const Outcome* measured, const RunContext& run) {
    const InEnglish english; // the result is a line of a file
    auto outcome = computed(cell, measured, {run.stop, nullptr});
    if (outcome) return outcome;
    if (outcome.error().code == ErrorCode::Cancelled || run.stopped()) return cancelled();
    return failedOutcome(cell, outcome.error().message);
}

Result<Outcome> CellRun::computed(const Cell& cell, const Outcome* measured, const RunContext& run) {
    ASSIGN_OR_RETURN(const PreparedModel* model, modelOf(cell, run));
    ASSIGN_OR_RETURN(const PreparedCodes* codes, codesOf(cell, run));
    Outcome outcome;
    outcome.choices = cell.choices;

    device::Task task;
    task.typed = model->typed;
    task.history = model->history;
    task.quantized = codes->quantized;
    task.planning = m_definition.settings.plan();
    task.feeds = model->feeds;
    task.effort = m_definition.effort;
    task.profiledRuns = 0;
    const device::Variant variant = variantOf(cell, m_definition);
    ASSIGN_OR_RETURN(const pipeline::MemoryStudy::Row* row, rowOf(cell, task, variant, run));
    takePlanned(outcome.numbers, *row);
    takePlan(task, variant, row->plan);

    ASSIGN_OR_RETURN(const device::VariantGraph network, device::graphOf(task, variant));
    outcome.numbers.trafficBytes = fusion::trafficBytes(*network.graph);
    outcome.numbers.weightBytes = device::weightBytesOf(*network.graph);
    if (codes->quantized) {
        outcome.numbers.products = static_cast<std::int64_t>(codes->quantized->products);
        outcome.numbers.integerProducts = static_cast<std::int64_t>(codes->quantized->integerProducts);
        outcome.whyInFloat = codes->quantized->whyInFloat;
    }
    if (codes->tops) {
        const bool isImported = !variant.fusion && !variant.quantized;
        outcome.numbers.labelled = static_cast<std::int64_t>(codes->tops->labelled);
        outcome.numbers.right =
            static_cast<std::int64_t>(isImported ? codes->tops->fp32Right : codes->tops->int8Right);
    }
    if (cell.accelerator) RETURN_IF_ERROR(predictInto(outcome, *network.graph, *cell.accelerator, run));
    if (measured)
        takeMeasured(outcome, *measured);
    else
        RETURN_IF_ERROR(measureInto(outcome, cell, std::move(task), run));
    return outcome;
}

Result<void> CellRun::measureInto(Outcome& outcome, const Cell& cell, device::Task task,
                                  const RunContext& run) {
    device::Variant variant = variantOf(cell, m_definition), reference = variant;
    reference.name = ReferenceName;
    reference.fusion = reference.reuse = reference.quantized = false;
    if (!isReference(variant)) task.variants.push_back(std::move(reference));
    task.variants.push_back(std::move(variant));
    if (cell.choices.device != remote::ThisMachine) task.device = cell.choices.device;
    auto measured = m_measure(task, run);
    if (!measured && stopsSoon(run)) return cancelled();
    ASSIGN_OR_RETURN(const auto record, std::move(measured));
    if (record->end == measure::End::Cancelled) return cancelled();
    return takeMeasured(outcome, *record);
}

Result<std::shared_ptr<const pipeline::Opened>> CellRun::openedOf(const Cell& cell, const RunContext& run) {
    if (m_model && m_known.first == cell.choices.model) return m_model->typed->opened; // in another size
    if (auto found = m_opened.extract(cell.file)) return std::move(found.mapped());
    return pipeline::open(cell.file, run);
}

Result<const PreparedModel*> CellRun::modelOf(const Cell& cell, const RunContext& run) {
    const std::pair wanted(cell.choices.model, cell.choices.size);
    if (m_known != wanted || (!m_model && !m_failed)) {
        auto opened = openedOf(cell, run);
        m_known = wanted;
        m_model.reset();
        m_failed.reset();
        m_codes.clear();
        m_rows.clear();
        auto prepared = opened ? preparedModel(m_definition, cell, *std::move(opened), run)
                               : Result<PreparedModel>(opened.error());
        if (prepared)
            m_model = *std::move(prepared);
        else if (run.stopped() || prepared.error().code == ErrorCode::Cancelled)
            return cancelled();
        else
            m_failed = prepared.error();
    }
    if (m_failed) return *m_failed;
    return &*m_model;
}

Result<const PreparedCodes*> CellRun::codesOf(const Cell& cell, const RunContext& run) {
    auto known = m_codes.find(cell.codes.key);
    if (known == m_codes.end()) {
        ASSIGN_OR_RETURN(auto prepared, preparedCodes(m_definition, *m_model, cell.codes, run));
        known = m_codes.emplace(cell.codes.key, std::move(prepared)).first;
    }
    return &known->second;
}

Result<const pipeline::MemoryStudy::Row*> CellRun::rowOf(const Cell& cell, const device::Task& task,
                                                         const device::Variant& variant,
                                                         const RunContext& run) {
    const std::pair key(cell.codes.key, cell.configuration);
    auto known = m_rows.find(key);
    if (known == m_rows.end()) {
        device::Variant unplanned = variant;
        unplanned.reuse = false;
        ASSIGN_OR_RETURN(const device::VariantGraph network, device::graphOf(task, unplanned));
        ASSIGN_OR_RETURN(auto row, pipeline::memoryStudyRow(*network.graph, *network.opsets, variant.fusion,
                                                            variant.reuse, task.planning, run));
        known = m_rows.emplace(key, std::move(row)).first;
    }
    return &known->second;
}

} // namespace edgewright::experiment

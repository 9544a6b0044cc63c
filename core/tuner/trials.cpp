// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/trials.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/executor.h"
#include "core/exec/told_difference.h"
#include "core/exec/tolerance.h"
#include "core/ir/feeds/feeds.h"
#include "core/protocol/messages.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace edgewright::tuner {

namespace {

constexpr double Infinite = std::numeric_limits<double>::infinity();

// Stops a run when its time is over, or when somebody else stops it. Time in which the agent waits for another
// measurement is none of its.
class Deadline {
    using Clock = std::chrono::steady_clock;

public:
    Deadline(std::chrono::milliseconds patience, const RunContext& run)
        : m_patience(patience), m_end(Clock::now() + patience),
          m_outer(run.stop, [this] { m_source.request_stop(); }),
          m_watch([this](const std::stop_token& end) { watch(end); }) {}
    RunContext run() const { return {m_source.get_token(), nullptr}; }
    void beginAnew() {
        const std::lock_guard lock(m_mutex);
        m_end = Clock::now() + m_patience;
    }
    bool isOver() const { return m_isOver; }

private:
    void watch(const std::stop_token& end) {
        std::condition_variable_any wake;
        std::unique_lock waiting(m_mutex);
        while (!end.stop_requested() && Clock::now() < m_end)
            wake.wait_until(waiting, end, Clock::time_point(m_end), [] { return false; });
        if (end.stop_requested()) return;
        m_isOver = true;
        m_source.request_stop();
    }

    const std::chrono::milliseconds m_patience;
    std::mutex m_mutex; // of the next one
    Clock::time_point m_end;
    std::stop_source m_source;
    std::atomic<bool> m_isOver = false;
    std::stop_callback<std::function<void()>> m_outer;
    std::jthread m_watch; // last: it ends first
};

bool isRight(const protocol::VariantRun& run, const ir::Graph& graph) {
    const exec::Tolerance tolerance = exec::Tolerance::ofModel(graph);
    if (run.differences.size() != graph.outputs.size()) return false;
    for (std::size_t i = 0; i < run.differences.size(); ++i)
        if (!exec::agreesAsTold(run.differences[i], graph.value(graph.outputs[i]).type.dtype, tolerance))
            return false;
    return true;
}

std::vector<double> samplesOf(const protocol::VariantRun& run) {
    std::vector<double> seconds;
    for (const measure::Timing& each : run.blocks)
        seconds.push_back(each.wall);
    return seconds;
}

double fastest(std::span<const double> seconds) {
    return seconds.empty() ? Infinite : *std::ranges::min_element(seconds);
}

} // namespace

double trialValue(std::span<const double> seconds, std::span<const double> usual, double usualSeconds) {
    return usualSeconds * fastest(seconds) / fastest(usual);
}

Connect hereConnection() {
    auto held = std::make_shared<std::unique_ptr<remote::Session>>();
    return [held](const RunContext& run) -> Result<remote::Session*> {
        held->reset();
        ASSIGN_OR_RETURN(*held, remote::Session::here({run.stop, nullptr}));
        return held->get();
    };
}

Result<std::optional<measure::ThreadRoof>> roofFor(remote::Session& session, int threads,
                                                   const RunContext& run) {
    constexpr double Seconds = 1.5;
    ASSIGN_OR_RETURN(const measure::Roof roof,
                     session.measureRoof({.threads = {threads}, .seconds = Seconds}, {run.stop, nullptr}));
    const measure::ThreadRoof* const on = roof.on(threads);
    return on ? std::optional(*on) : std::nullopt;
}

Result<Trials::Given*> Trials::given(const Task& task, const RunContext& run) {
    Given& given = m_given[task.key];
    if (!given.file.empty()) return &given;
    if (!m_folder) {
        std::error_code failed;
        const std::filesystem::path place = std::filesystem::temp_directory_path(failed);
        if (failed) return badInput(say("there is no folder for temporary files: {1}", failed.message()));
        ASSIGN_OR_RETURN(auto folder, TemporaryFolder::in(place, "edgewright-"));
        m_folder.emplace(std::move(folder));
    }
    bundle::Bundle bundle;
    const ir::Graph& graph = *task.graph;
    ASSIGN_OR_RETURN(ir::Feeds feeds, ir::seededFeeds(graph, 1, {run.stop, nullptr}));
    for (const ValueId id : graph.inputs)
        bundle.inputs.push_back(feeds.at(id));
    bundle::Program program{task.label, task.graph, task.opsets, nullptr};
    ASSIGN_OR_RETURN(auto ran, exec::run(graph, task.opsets, feeds, {}, {run.stop, nullptr}));
    program.expected = std::move(ran.outputs);
    bundle.programs.push_back(std::move(program));
    const std::filesystem::path file = m_folder->path() / (std::to_string(m_given.size()) + ".bundle");
    ASSIGN_OR_RETURN(given.written, bundle::write(bundle, file));
    given.file = file;
    return &given;
}

Result<protocol::RunState> Trials::measured(const Task& task, std::span<const kernels::KernelParameters> some,
                                            const measure::Effort& effort, const RunContext& run,
                                            const std::function<void()>& waits) {
    ASSIGN_OR_RETURN(const Given* const given, this->given(task, run));
    if (!m_session || !m_session->isOpen()) {
        ASSIGN_OR_RETURN(m_session, m_connect(run));
    }
    protocol::RunOrder order;
    RETURN_IF_ERROR(m_session->provide(given->file, given->written, {run.stop, nullptr}));
    order.digest = given->written.digest;
    for (const kernels::KernelParameters& each : some) {
        protocol::VariantOrder& variant = order.variants.emplace_back();
        variant.name = std::to_string(order.variants.size());
        variant.choice.threads = m_options.threads;
        variant.choice.parameters = each;
    }
    order.effort = effort;
    order.profiledRuns = 0;
    order.processors = m_options.processors;
    return m_session->measure(order, run, [&](const protocol::Progress& progress) {
        if (waits && progress.doing == protocol::WaitingForAnother) waits();
    });
}

Result<std::vector<TrialOutcome>>
Trials::measure(const Task& task, std::span<const kernels::KernelParameters> some, const RunContext& run) {
    std::vector<kernels::KernelParameters> all(some.begin(), some.end());
    all.push_back(task.space.usual);
    measure::Effort effort;
    effort.warmups = 0; // after the first run, which prepares: of the samples it is the fastest that counts
    effort.minBlocks = effort.maxBlocks = static_cast<std::size_t>(m_options.samples);
    effort.minSeconds = 0;
    effort.seconds = std::chrono::duration<double>(m_options.patience).count();
    Deadline deadline(m_options.patience, run);
    auto state = measured(task, all, effort, deadline.run(), [&] { deadline.beginAnew(); });
    if (run.stopped()) return cancelled();
    if (!state) {
        // The agent is not what it was: the next trial has a new one. Of several that ran beside each other
        // each is tried by itself, so that only what is wrong counts as wrong.
        m_session = nullptr;
        ++m_restarts;
        if (some.empty()) return std::move(state).error();
        if (some.size() == 1) {
            ASSIGN_OR_RETURN(std::vector<TrialOutcome> usual, measure(task, {}, run));
            usual.insert(usual.begin(),
                         {deadline.isOver() ? TrialEnd::TimedOut : TrialEnd::Failed, {}, Infinite});
            return usual;
        }
        std::vector<TrialOutcome> outcomes;
        for (const kernels::KernelParameters& each : some) {
            ASSIGN_OR_RETURN(std::vector<TrialOutcome> one, measure(task, std::span(&each, 1), run));
            if (!outcomes.empty()) outcomes.pop_back();
            outcomes.insert(outcomes.end(), std::make_move_iterator(one.begin()),
                            std::make_move_iterator(one.end()));
        }
        return outcomes;
    }
    ASSIGN_OR_RETURN(Given* const given, this->given(task, run));
    const std::vector<double> usual = samplesOf(state->variants.back());
    if (given->usual == 0) given->usual = fastest(usual);
    std::vector<TrialOutcome> outcomes;
    for (const protocol::VariantRun& each : state->variants) {
        TrialOutcome outcome{isRight(each, *task.graph) ? TrialEnd::Correct : TrialEnd::Wrong, samplesOf(each)};
        if (outcome.seconds.size() < effort.minBlocks) outcome.end = TrialEnd::TimedOut;
        outcome.value =
            outcome.end == TrialEnd::Correct ? trialValue(outcome.seconds, usual, given->usual) : Infinite;
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

Result<std::vector<std::vector<double>>> Trials::measureAnew(const Task& task,
                                                             std::span<const kernels::KernelParameters> some,
                                                             const measure::Effort& effort,
                                                             const RunContext& run) {
    m_session = nullptr;
    ASSIGN_OR_RETURN(const protocol::RunState state, measured(task, some, effort, run));
    std::vector<std::vector<double>> samples;
    for (const protocol::VariantRun& each : state.variants)
        samples.push_back(samplesOf(each));
    return samples;
}

} // namespace edgewright::tuner

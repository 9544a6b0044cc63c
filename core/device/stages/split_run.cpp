// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/stages/split_run.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/device/stages/stage_times.h"
#include "core/measure/machine.h"
#include "core/relay/rank_session.h"
#include "core/relay/session_channel.h"
#include "core/relay/tables/run_limit.h"
#include "core/serve/serve.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace edgewright::device {

namespace {

constexpr std::size_t MaxFrontPoints = 24;

class SplitRun {
public:
    SplitRun(const SplitTask& task, const SplitAccess& access, const RunContext& run)
        : m_task(task), m_access(access), m_run(run), m_sessions(task.machines.size()) {}

    Result<std::shared_ptr<const SplitRecord>> all() {
        const ir::Graph& graph = m_task.history->graph;
        const ir::Opsets& opsets = m_task.history->opsets;
        std::error_code failed;
        const std::filesystem::path place = std::filesystem::temp_directory_path(failed);
        if (failed) return badInput(say("there is no folder for temporary files: {1}", failed.message()));
        ASSIGN_OR_RETURN(const TemporaryFolder folder, TemporaryFolder::in(place, "edgewright-stages-"));
        ASSIGN_OR_RETURN(relay::StagePlanner planner,
                         relay::StagePlanner::of(
                             graph, opsets,
                             [&](std::span<const NodeId> steps) { return measured(steps, folder.path()); },
                             folder.path()));
        planner.credits = m_task.credits;
        planner.replicas = m_task.takesTurns;
        m_record.hop = m_task.hop;
        planner.hostProcessors = static_cast<double>(serve::usableProcessors().size());
        m_record.model = m_task.typed->opened->file.string();
        m_record.format = m_task.format;
        m_record.best =
            static_cast<std::size_t>(std::ranges::min_element(m_record.machines, {}, &MeasuredMachine::alone) -
                                     m_record.machines.begin());
        tell(say("planning"));
        auto shown = std::make_shared<relay::SplitShown>();
        ASSIGN_OR_RETURN(shown->choice, planner.choose({m_run.stop, nullptr}));
        for (const StageMachine& each : m_task.machines)
            shown->devices.push_back(each.text);
        ASSIGN_OR_RETURN(m_record.front,
                         partition::frontOf(shown->choice.problem, MaxFrontPoints, {m_run.stop, nullptr}));
        if (m_task.runs) {
            RETURN_IF_ERROR(runFrames(planner, shown->choice));
            if (m_record.run->relayed.replanned.empty()) shown->measured = m_record.run->measured;
        }
        m_record.shown = std::move(shown);
        return std::make_shared<const SplitRecord>(std::move(m_record));
    }

private:
    void tell(const std::string& what) const {
        if (m_access.doing && !what.empty()) m_access.doing(what);
    }

    Result<std::shared_ptr<remote::Session>> opened(std::size_t device, const RunContext& run) const {
        const StageMachine& machine = m_task.machines[device];
        if (!machine.host.empty()) return m_access.open(machine.host, run);
        ASSIGN_OR_RETURN(auto session,
                         machine.rank > 0 ? relay::rankSession(machine.rank, run) : remote::Session::here(run));
        return std::shared_ptr<remote::Session>(std::move(session));
    }
    // By the session that measured it, once: whoever comes later gets a new one.
    Result<std::unique_ptr<relay::Channel>> connect(std::size_t device, const RunContext& run) {
        auto session = std::exchange(m_sessions[device], nullptr);
        if (!session) {
            ASSIGN_OR_RETURN(session, opened(device, run));
        }
        return channel(device, std::move(session));
    }
    std::unique_ptr<relay::Channel> channel(std::size_t device,
                                            std::shared_ptr<remote::Session> session) const {
        relay::StageSettings settings{
            .choice = {}, .processors = m_task.machines[device].processors, .format = m_task.format};
        settings.choice.threads = m_task.threads;
        if (const StageMachine& machine = m_task.machines[device]; machine.host.empty() && machine.rank == 0)
            settings.hopAddress = "127.0.0.1";
        auto channel = relay::channelTo(std::move(session), std::move(settings));
        const relay::LinkShape& shape = m_task.machines[device].shape;
        return shape.isNone() ? std::move(channel) : relay::shaped(std::move(channel), shape, m_task.format);
    }

    // The fused network on each device alone, and the link to it.
    Result<std::vector<partition::PlannedDevice>> measured(std::span<const NodeId> steps,
                                                           const std::filesystem::path& folder) {
        std::vector<partition::PlannedDevice> devices;
        for (std::size_t i = 0; i < m_task.machines.size(); ++i) {
            const StageMachine& machine = m_task.machines[i];
            tell(say("measuring on {1}", inQuotes(machine.text)));
            ASSIGN_OR_RETURN(m_sessions[i], opened(i, m_run));
            Task task;
            task.device = machine.host;
            ASSIGN_OR_RETURN(Variant fused, variantNamed("fusion"));
            task.variants = {onThreads(std::move(fused), m_task.threads)};
            task.typed = m_task.typed;
            task.history = m_task.history;
            task.feeds = m_task.feeds;
            task.processors = machine.processors;
            task.effort.seconds = m_task.seconds;
            task.memoryLimitBytes = m_task.memoryLimitBytes;
            ASSIGN_OR_RETURN(const auto record,
                             measureWith(*m_sessions[i], task, m_run,
                                         {.doing = [this](const std::string& what) { tell(what); }}));
            const VariantRecord& variant = record->variants.front();
            ASSIGN_OR_RETURN(partition::PlannedDevice one,
                             stageDevice(*record, variant, machine.text, steps, machine.processors));
            tell(say("measuring the link to {1}", inQuotes(machine.text)));
            ASSIGN_OR_RETURN(relay::MeasuredLink link,
                             relay::measuredLink(*channel(i, m_sessions[i]), folder, m_run));
            one.link = link.link;
            one.hostWork = link.hostWork;
            const bool isHere = machine.host.empty() &&
                                (machine.rank == 0 || record->machine.name == measure::thisMachine().name);
            one.onHost = isHere ? m_task.threads : 0;
            devices.push_back(std::move(one));
            m_record.machines.push_back({machine, variant.summary().median, std::move(link)});
        }
        return devices;
    }

    Result<void> runFrames(const relay::StagePlanner& planner, const relay::StagePlanner::Choice& choice) {
        ASSIGN_OR_RETURN(const StageFrames frames,
                         StageFrames::of(m_task.history->graph, m_task.history->opsets, m_task.feeds,
                                         m_task.seed, m_task.threads, m_task.memoryLimitBytes, m_run));
        if (m_task.runsAlone) {
            tell(say("running on {1} alone", inQuotes(m_task.machines[m_record.best].text)));
            const relay::StagePlanner one = planner.only(m_record.best);
            ASSIGN_OR_RETURN(const auto first, one.choose({m_run.stop, nullptr}));
            ASSIGN_OR_RETURN(const FramesRun run, relayed({m_record.best}, one, first, frames));
            m_record.alone = run.measured->period();
        }
        tell(say("running {1} frames", m_task.frames));
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < m_task.machines.size(); ++i)
            all.push_back(i);
        ASSIGN_OR_RETURN(m_record.run, relayed(all, planner, choice, frames));
        return {};
    }

    Result<FramesRun> relayed(const std::vector<std::size_t>& machines, const relay::StagePlanner& planner,
                              const relay::StagePlanner::Choice& first, const StageFrames& frames) {
        FramesRun one;
        const auto measured = std::make_shared<relay::Measured>();
        relay::RelayOptions options;
        options.devices = machines.size();
        options.credits = m_task.credits;
        options.hop = m_task.hop;
        bool isFirst = true;
        options.plan = [&](const std::vector<relay::DeviceState>& states) {
            return std::exchange(isFirst, false) ? planner.planOf(first)
                                                 : planner.plan(states, {m_run.stop, nullptr});
        };
        options.connect = [&](std::size_t device, const RunContext& run) {
            return connect(machines[device], run);
        };
        options.next = [&](std::uint64_t number) {
            return number < m_task.frames ? std::optional(frames.inputs(number)) : std::nullopt;
        };
        options.outputs = m_task.history->graph.outputs;
        options.done = [&](relay::FrameDone frame) {
            frames.compare(frame, one.differences);
            frame.outputs.clear();
            m_run.report(static_cast<std::uint32_t>(frame.number + 1),
                         static_cast<std::uint32_t>(m_task.frames));
            measured->frames.push_back(std::move(frame));
        };
        ASSIGN_OR_RETURN(one.relayed, relay::relayFrames(options, m_run));
        one.measured = measured;
        return one;
    }

    const SplitTask& m_task;
    const SplitAccess& m_access;
    const RunContext m_run;
    std::vector<std::shared_ptr<remote::Session>> m_sessions; // that measured, by machine, until they are used
    SplitRecord m_record;
};

void addLinkSentences(const relay::Relayed& relayed, std::vector<std::string>& to) {
    bool isAnyDirect = false;
    for (const relay::StageLink& link : relayed.links) {
        isAnyDirect |= link.isDirect;
        to.push_back(link.isDirect
                         ? say("Frames go from stage {1} to stage {2} directly.", link.stage, link.stage + 1)
                         : say("Frames go from stage {1} to stage {2} by this machine: {3}.", link.stage,
                               link.stage + 1, link.reason));
    }
    if (isAnyDirect) to.push_back(say("The plan counts every frame's way by this machine, a direct one too."));
}

std::string periodSentence(const relay::Measured& measured, double planned) {
    const auto period = measured.period();
    if (!period) return say("Too few frames to tell their period.");
    const std::vector<double> latencies = measured.latencies();
    return say("Run: a frame every {1}, {2} × as planned; half of them are done within {3}.",
               table::secondsText(*period), table::fixed(*period / planned, 3),
               table::secondsText(measure::quantile(latencies, 0.5)));
}

} // namespace

Result<std::shared_ptr<const SplitRecord>> splitRun(const SplitTask& task, const SplitAccess& access,
                                                    const RunContext& run) {
    if (task.machines.empty()) return badInput(say("expected at least one device"));
    return SplitRun(task, access, run).all();
}

std::vector<std::string> answersOf(const SplitRecord& record) {
    const relay::SplitShown& shown = *record.shown;
    std::vector<std::string> answers = relay::splitAnswers(shown);
    if (!record.run) return answers;
    const FramesRun& run = *record.run;
    for (const relay::Replanned& each : run.relayed.replanned)
        answers.push_back(say("After {1}, {2}: {3}. Running again {4} later.", table::secondsText(each.at),
                              inQuotes(shown.devices[each.device]), each.reason,
                              table::secondsText(each.pause)));
    if (record.hop == relay::Hop::Direct) addLinkSentences(run.relayed, answers);
    answers.push_back(periodSentence(*run.measured, shown.choice.figures.period));
    if (const auto limit = relay::limitOf(shown)) {
        answers.push_back(say("In the run, {1}.", relay::limitText(shown, *limit)));
        if (auto reason = relay::limitReason(shown, *limit); !reason.empty())
            answers.push_back(std::move(reason));
    }
    answers.push_back(run.differences.identical
                          ? say("Outputs are those of this machine, bit by bit.")
                          : say("Outputs differ from those of this machine by {1} at most, {2} of their norm.",
                                table::significant(run.differences.maxAbs),
                                table::significant(run.differences.relNorm)));
    if (run.relayed.ended)
        answers.push_back(say("It ended after {1} frames: {2}", run.relayed.frames, *run.relayed.ended));
    const auto period = run.measured->period();
    if (record.alone && period)
        answers.push_back(
            say("On the best device alone: a frame every {1}; the stages give {2} × as many frames.",
                table::secondsText(*record.alone), table::fixed(*record.alone / *period, 2)));
    return answers;
}

} // namespace edgewright::device

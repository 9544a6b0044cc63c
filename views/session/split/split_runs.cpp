// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/split/split_runs.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/ir/feeds/feeds.h"
#include "core/remote/askpass.h"
#include "core/remote/board.h"
#include "core/remote/installed.h"
#include "views/session/told_text.h"
#include "views/support/capital.h"
#include "views/support/utf8.h"

#include <map>

namespace edgewright::views {

namespace {

constexpr int SampleMilliseconds = 100;

// The way to a board: the host, and who answers what OpenSSH asks.
struct BoardWay {
    remote::Host host;
    remote::Askpass::Answer answer;
};

Result<std::shared_ptr<remote::Session>> sessionWith(const BoardWay& way, const RunContext& run,
                                                     const std::function<void(const std::string&)>& told) {
    ASSIGN_OR_RETURN(const auto askpass, remote::Askpass::start(way.answer));
    remote::SshOptions options;
    askpass->use(options);
    ASSIGN_OR_RETURN(std::shared_ptr<remote::Board> board,
                     remote::Board::open(way.host, options, remote::agentProgramsKnown(), run, told));
    return std::shared_ptr<remote::Session>(board, &board->session());
}

} // namespace

class SplitRuns::Doing {
public:
    ToldText words;
    Progress progress;
};

SplitRuns::SplitRuns(QThreadPool& pool, Boards* boards, QObject* parent)
    : QObject(parent), m_boards(boards), m_job(pool, tr("A network over several devices")) {
    m_sampler.setInterval(SampleMilliseconds);
    connect(&m_sampler, &QTimer::timeout, this, &SplitRuns::stateChanged);
    connect(&m_job, &JobSlot::runningChanged, this, [this](bool runs) {
        runs ? m_sampler.start() : m_sampler.stop();
        emit stateChanged();
    });
    connect(&m_job, &JobSlot::cancelled, this, &SplitRuns::stateChanged);
}

device::SplitAccess SplitRuns::access(const device::SplitTask& task, std::shared_ptr<Doing> doing) const {
    device::SplitAccess access;
    access.doing = [doing](const std::string& what) {
        doing->progress.set(0, 0);
        doing->words.set(what);
    };
    std::map<std::string, BoardWay> ways;
    for (const device::StageMachine& each : task.machines) {
        if (each.host.empty() || !m_boards) continue;
        if (const remote::Host* host = m_boards->find(each.host))
            ways[each.host] = {*host, m_boards->asking(each.host)};
    }
    access.open = [ways = std::move(ways),
                   told = access.doing](const std::string& name,
                                        const RunContext& run) -> Result<std::shared_ptr<remote::Session>> {
        const auto way = ways.find(name);
        if (way == ways.end())
            return badInput(tr("There is no board %1 any more.").arg(text(inQuotes(name))).toStdString());
        return sessionWith(way->second, run, told);
    };
    return access;
}

void SplitRuns::start(device::SplitTask task) {
    const auto doing = std::make_shared<Doing>();
    m_doing = doing;
    m_runsFrames = task.runs;
    const device::SplitAccess access = this->access(task, doing);
    m_job.start(
        [task = std::move(task), access,
         doing](const RunContext& run) mutable -> Result<std::shared_ptr<const SplitResult>> {
            const RunContext quiet{run.stop, nullptr}, told{run.stop, &doing->progress};
            ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*task.typed->graph, task.seed, quiet));
            SplitResult result;
            ASSIGN_OR_RETURN(result.record, device::splitRun(task, access, told));
            result.task = std::move(task);
            result.task.feeds.clear();
            return std::make_shared<const SplitResult>(std::move(result));
        },
        [this](Result<std::shared_ptr<const SplitResult>> result) {
            if (!result) {
                if (result.error().code != ErrorCode::Cancelled) emit failed(text(result.error().message));
                return emit stateChanged();
            }
            m_result = *std::move(result);
            emit changed();
        });
    emit stateChanged();
}

void SplitRuns::stop() { m_job.cancel(); }

void SplitRuns::forget() {
    m_job.stop();
    if (!m_result) return;
    m_result.reset();
    emit changed();
}

std::optional<double> SplitRuns::progress() const {
    if (!isRunning()) return {};
    const auto [done, total] = m_doing->progress.get();
    if (total == 0) return {};
    return static_cast<double>(done) / static_cast<double>(total);
}

QString SplitRuns::doing() const {
    if (!isRunning()) return {};
    const QString words = text(m_doing->words.get());
    return words.isEmpty() ? tr("Preparing the network") : withCapital(words);
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/experiments.h"

#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/device/this_machine.h"
#include "core/experiment/overview.h"
#include "core/experiment/queue.h"
#include "core/remote/host.h"

#include <algorithm>
#include <map>
#include <utility>

namespace edgewright::views {

namespace {

struct ReadExperiment {
    std::shared_ptr<const experiment::Overview> overview;
    table::Answer found;
};

Result<ReadExperiment> readExperiment(const std::filesystem::path& file, bool asksModels) {
    ASSIGN_OR_RETURN(auto overview, experiment::overviewOf(file, asksModels));
    ReadExperiment made;
    made.found = experiment::foundIn(overview);
    made.overview = std::make_shared<const experiment::Overview>(std::move(overview));
    return made;
}

// The machines that an experiment measures on, as they are reached from any thread.
struct ReachedBoard {
    std::shared_ptr<remote::BoardLink> link; // null: there is no such machine
    remote::Askpass::Answer answer;
};

using ReachedBoards = std::map<std::string, ReachedBoard>;

Result<void> requireBoard(const ReachedBoards& boards, const std::string& device) {
    const auto found = boards.find(device);
    if (found == boards.end() || !found->second.link)
        return badInput(Experiments::tr("there is no machine '%1': it is added on the page Measure")
                            .arg(QString::fromStdString(device))
                            .toStdString());
    return {};
}

// `boards` lives as long.
experiment::Measure measureOn(const ReachedBoards& boards) {
    return [&boards](const device::Task& task,
                     const RunContext& run) -> Result<std::shared_ptr<const device::Record>> {
        if (task.device.empty()) return device::measureHere(task, run);
        RETURN_IF_ERROR(requireBoard(boards, task.device));
        const ReachedBoard& board = boards.at(task.device);
        ASSIGN_OR_RETURN(const auto use, board.link->use(board.answer, {run.stop, nullptr}));
        return device::measureWith(use.board().session(), task, run);
    };
}

} // namespace

// From the thread that runs cells; the window looks when it has time.
class Experiments::Mailbox {
public:
    void put(Progress progress) {
        const std::scoped_lock lock(m_mutex);
        m_progress = std::move(progress);
    }
    Progress get() const {
        const std::scoped_lock lock(m_mutex);
        return m_progress;
    }
    void putFaults(std::vector<experiment::Fault> faults) {
        const std::scoped_lock lock(m_mutex);
        m_faults = std::move(faults);
    }
    // Each of them once.
    std::vector<experiment::Fault> takeFaults() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_faults, {});
    }

private:
    mutable std::mutex m_mutex;
    Progress m_progress;
    std::vector<experiment::Fault> m_faults;
};

Experiments::Experiments(QThreadPool& pool, QThreadPool& runs, Boards& boards, QObject* parent)
    : QObject(parent), m_boards(boards), m_read(pool, tr("Read the experiment")),
      m_write(pool, tr("Write the experiment")), m_run(runs, tr("Run the experiment")) {
    connect(&m_run, &JobSlot::progressed, this, &Experiments::take);
    connect(&m_run, &JobSlot::cancelled, this, &Experiments::endRun);
}

Experiments::~Experiments() = default;

void Experiments::setFiles(std::vector<std::filesystem::path> files) {
    if (m_run.running()) {
        m_run.stop();
        m_running.clear();
        m_mailbox.reset();
        emit progressed();
    }
    m_files = std::move(files);
    choose(m_files.empty() ? -1 : 0);
}

void Experiments::add(const std::filesystem::path& file) {
    const auto known = std::ranges::find(m_files, file);
    const auto index = static_cast<int>(known - m_files.begin());
    if (known == m_files.end()) m_files.push_back(file);
    choose(index);
}

void Experiments::remove(int index) {
    if (index < 0 || index >= static_cast<int>(m_files.size()) || index == running()) return;
    m_files.erase(m_files.begin() + index);
    choose(std::min(index, static_cast<int>(m_files.size()) - 1));
}

void Experiments::choose(int index) {
    m_chosen = index;
    m_overview.reset();
    m_found = {};
    m_problem.clear();
    m_read.stop();
    emit listChanged();
    emit changed();
    readAgain();
}

void Experiments::readAgain() {
    if (m_chosen < 0) return;
    // A model's file is not read while times are measured beside it.
    m_read.start([file = m_files[static_cast<std::size_t>(m_chosen)], asksModels = !m_run.running()](
                     const RunContext&) { return readExperiment(file, asksModels); },
                 [this](Result<ReadExperiment> read) {
                     m_overview = read ? read->overview : nullptr;
                     m_found = read ? std::move(read->found) : table::Answer();
                     m_problem = read ? QString() : QString::fromStdString(read.error().message);
                     emit changed();
                 });
}

void Experiments::create(const std::filesystem::path& file, const std::filesystem::path& model,
                         const pipeline::Settings& settings) {
    std::error_code ignored;
    m_write.start(
        [file = std::filesystem::absolute(file, ignored), model = std::filesystem::absolute(model, ignored),
         settings](const RunContext&) -> Result<void> {
            return writeText(file, experiment::definitionJson(
                                       experiment::definitionOf(settings, model, file.parent_path())));
        },
        [this, file](const Result<void>& written) {
            if (!written) return emit failed(QString::fromStdString(written.error().message));
            add(file);
        });
}

int Experiments::running() const {
    if (!m_run.running()) return -1;
    const auto found = std::ranges::find(m_files, m_running);
    return found == m_files.end() ? -1 : static_cast<int>(found - m_files.begin());
}

void Experiments::run() {
    if (m_chosen < 0 || !m_overview || m_run.running()) return;
    ReachedBoards boards;
    for (const std::string& device : m_overview->definition.devices)
        if (device != remote::ThisMachine)
            boards.emplace(device, ReachedBoard{m_boards.link(device), m_boards.asking(device)});
    m_running = m_files[static_cast<std::size_t>(m_chosen)];
    m_progress = {};
    m_mailbox = std::make_shared<Mailbox>();
    m_run.start(
        [file = m_running, mailbox = m_mailbox,
         boards = std::move(boards)](const RunContext& run) -> Result<void> {
            // As the file is now: a person may have changed it since it was looked at.
            ASSIGN_OR_RETURN(const experiment::Definition definition, experiment::readDefinition(file));
            ASSIGN_OR_RETURN(const auto cells, experiment::cellsOf(definition));
            experiment::QueueOptions options;
            options.measure = measureOn(boards);
            options.knows = [&boards](const std::string& device) { return requireBoard(boards, device); };
            options.found = [&mailbox](const std::vector<experiment::Fault>& faults) {
                mailbox->putFaults(faults);
            };
            options.told = [&mailbox](const experiment::QueueState& state) {
                mailbox->put({state.cells, state.known + state.ran, state.failed, state.secondsLeft,
                              state.now ? state.now->choices.text() : std::string()});
            };
            RETURN_IF_ERROR(
                experiment::runQueue(definition, cells, experiment::usualResults(file), options, run));
            return {};
        },
        [this](const Result<void>& ended) {
            endRun();
            if (!ended && ended.error().code != ErrorCode::Cancelled)
                emit failed(
                    tr("The experiment has ended: %1").arg(QString::fromStdString(ended.error().message)));
        });
    emit progressed();
}

void Experiments::cancel() { m_run.cancel(); }

void Experiments::take() {
    if (!m_mailbox) return;
    const std::size_t before = m_progress.done;
    m_progress = m_mailbox->get();
    tellFaults();
    emit progressed();
    if (m_progress.done != before && running() == m_chosen && !m_read.running()) readAgain();
}

void Experiments::tellFaults() {
    QStringList told;
    for (const experiment::Fault& each : m_mailbox->takeFaults())
        told << QString::fromStdString(m_running.filename().string() + ": " + each.text());
    if (!told.isEmpty()) emit failed(told.join(u'\n'));
}

void Experiments::endRun() {
    if (m_mailbox) tellFaults();
    m_running.clear();
    m_mailbox.reset();
    emit progressed();
    readAgain();
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/tuning.h"

#include "core/base/propagate.h"
#include "core/base/version.h"
#include "core/kernels/isa.h"
#include "core/loopnest/compiler.h"
#include "core/pipeline/model_file.h"
#include "core/remote/host.h"
#include "core/tune/log_format.h"
#include "core/tune/log_writer.h"
#include "core/tuner/generated_winners.h"
#include "views/session/told_text.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/utf8.h"

#include <QCryptographicHash>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>

namespace edgewright::views {

namespace {

// Other work goes on while kernels are searched.
QThreadPool& searchesBeside(QThreadPool& pool) {
    JobBoard* const board = JobBoard::of(pool);
    return board ? board->searches() : pool;
}

// Sessions with a board, which is kept for as long as it is used, each until the next one.
tuner::Connect boardConnection(std::shared_ptr<remote::BoardLink> link, remote::Askpass::Answer answer,
                               std::function<void(const std::string&)> told) {
    auto held = std::make_shared<std::optional<remote::BoardLink::Use>>();
    return [held, link = std::move(link), answer = std::move(answer),
            told = std::move(told)](const RunContext& run) -> Result<remote::Session*> {
        held->reset();
        ASSIGN_OR_RETURN(auto made, link->use(answer, {run.stop, nullptr}, told));
        held->emplace(std::move(made));
        told({});
        return &(*held)->board().session();
    };
}

} // namespace

// Filled by the thread that searches, looked at by the window.
class Tuning::Live {
public:
    // The window gets a copy, at most so often that copying takes little of the search.
    template <typename News>
    void put(const News& news) {
        tuner::add(m_tried, news);
        if (m_tried.trials.size() < m_next) return;
        m_next = m_tried.trials.size() + std::max<std::size_t>(16, m_tried.trials.size() / 32);
        publish();
    }
    void begin(tuner::Tried tried, const TuningShown& shown) {
        m_tried = std::move(tried);
        m_head = shown;
        publish();
    }
    void search(tuner::KernelSpace in) {
        space = in;
        doing.set({});
        tuner::beginSearch(m_tried);
    }
    void publish() {
        auto now = std::make_shared<TuningShown>(m_head);
        now->tried = std::make_shared<const tuner::Tried>(m_tried);
        newest.put(std::move(now));
    }
    const tuner::Tried& tried() const { return m_tried; } // of the thread that searches

    ToldText doing;
    std::atomic<tuner::KernelSpace> space = tuner::KernelSpace::Parameters;
    std::stop_source wish; // a person's: ends the search, which decides
    Newest<TuningShown> newest;

private:
    tuner::Tried m_tried;
    TuningShown m_head;
    std::size_t m_next = 0;
};

struct Tuning::Outcome {
    std::shared_ptr<const TuningShown> shown;
    std::vector<Decided> decided; // by threads
};

// What a log decided on for the kernels in use, by threads: what the fused model has of it, or all where there
// is no model. Adds what is to be said of it.
Result<std::vector<Tuning::Decided>> Tuning::decidedIn(const tune::TuneLog& log, const fusion::History* fused,
                                                       const std::vector<tuner::Task>& tasks,
                                                       QStringList& remarks, const RunContext& run) {
    std::vector<Decided> all;
    bool isOfOthers = false;        // kernels that the open model has not
    std::set<std::string> machines; // others, that something was decided on that runs here
    const measure::Machine machine = measure::thisMachine();
    const std::string here = machine.text();
    for (int threads = 1; threads <= machine.threads; ++threads) {
        auto decisions = tuner::tunedFrom(log, std::string(kernels::nameOf(kernels::isaInUse())), threads);
        if (!decisions || decisions->kernels() == 0) continue;
        Decided& decided = all.emplace_back(Decided{{}, threads, {}, {}});
        if (fused) {
            tuner::keepThose(*decisions, tasks);
            if (decisions->kernels() == 0) {
                all.pop_back();
                isOfOthers = true;
                continue;
            }
            ASSIGN_OR_RETURN(auto ready, tuner::readyKernels(decisions->generated, fused->graph, fused->opsets,
                                                             {run.stop, nullptr}));
            for (const std::string& each : ready.remarks)
                remarks << text(each);
            decided.generated = std::move(ready.kernels);
        }
        decided.parameters = std::move(decisions->parameters);
        for (const std::string& each : decisions->machines)
            if (each != here) machines.insert(each);
    }
    for (const std::string& each : machines)
        remarks << tr("Tuned on another machine, %1: other kernels may be faster on this one.").arg(text(each));
    if (all.empty() && isOfOthers)
        remarks << tr("The open model has none of the kernels that this log decided on.");
    return all;
}

Tuning::Tuning(QThreadPool& pool, Boards& boards, QString folder, QObject* parent)
    : QObject(parent), m_boards(boards), m_folder(std::move(folder)),
      m_job(searchesBeside(pool), tr("Tune kernels")), m_read(pool, tr("Read a tuning log")) {
    connect(&m_job, &JobSlot::runningChanged, this, &Tuning::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &Tuning::take);
    // Ended from the list of jobs, which waits for nothing: the trials are kept, nothing is decided.
    connect(&m_job, &JobSlot::cancelled, this, [this] {
        take();
        m_live.reset();
        emit changed();
    });
    connect(&m_read, &JobSlot::runningChanged, this, &Tuning::stateChanged);
}

Tuning::~Tuning() {
    if (m_live) m_live->wish.request_stop();
}

void Tuning::take() {
    if (m_live)
        if (auto newer = m_live->newest.take()) {
            m_shown = std::move(newer);
            emit changed();
        }
    emit stateChanged();
}

void Tuning::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool isSame = m_analysis && analysis && m_analysis->opened == analysis->opened;
    const QString before = obstacle();
    m_analysis = std::move(analysis);
    if (isSame) {
        if (before != obstacle()) emit stateChanged();
        return;
    }
    if (m_live) m_live->wish.request_stop();
    m_live.reset();
    m_job.stop();
    m_read.stop();
    m_hasCompiler = !loopnest::compilersHere().empty();
    m_shown.reset();
    m_decided.clear();
    emit changed();
    emit stateChanged();
}

QString Tuning::obstacle() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to tune its kernels.");
    if (!m_analysis->fusion || m_analysis->pending.contains("fuse")) return tr("The model is being fused.");
    return {};
}

QString Tuning::generatedObstacle(const std::string& device) const {
    if (!device.empty()) return tr("Generated kernels are built and run on this machine alone, not on boards.");
    return m_hasCompiler ? QString() : text(loopnest::noCompiler().message);
}

QString Tuning::usualLog(const std::string& device) const {
    if (m_folder.isEmpty()) return {};
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(device), QCryptographicHash::Sha256).toHex();
    return m_folder +
           (device.empty() ? QStringLiteral("/this-machine")
                           : QStringLiteral("/board-") + QString::fromLatin1(hash.left(24))) +
           QStringLiteral(".tuning.jsonl");
}

void Tuning::stop() {
    if (m_live) m_live->wish.request_stop();
}

double Tuning::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / total : 0;
}

QString Tuning::doing() const { return m_live ? text(m_live->doing.get()) : QString(); }

tuner::KernelSpace Tuning::searching() const {
    return m_live ? m_live->space.load() : tuner::KernelSpace::Parameters;
}

void Tuning::start(const tuner::TuneChoices& choices, const std::string& device, const QString& log) {
    if (!obstacle().isEmpty() || isRunning()) return;
    const auto link = device.empty() ? nullptr : m_boards.link(device);
    if (!device.empty() && !link) return emit failed(tr("There is no board %1 any more.").arg(text(device)));
    m_read.stop();
    m_live = std::make_shared<Live>();
    TuningShown head;
    head.file = log.isEmpty() ? usualLog(device) : log;
    head.device = device;
    head.threads = choices.runs.threads;
    head.costModel = text(choices.search.costModel);
    head.model = text(pipeline::modelName(m_analysis->opened->file));
    for (const Field<tuner::TuneChoices>& field : tuner::tuneFields())
        head.choices.push_back(field.get(choices));
    m_job.start(
        [live = m_live, head, choices = tuner::TuneChoices(choices), link,
         answer = link ? m_boards.asking(device) : nullptr,
         fused = m_analysis->fusion](const RunContext& run) mutable -> Result<Outcome> {
            std::stop_callback gone(run.stop, [&live] { live->wish.request_stop(); });
            const RunContext until{live->wish.get_token(), run.progress};
            const auto doing = [&live](const std::string& what) { live->doing.set(what); };
            doing(tr("looking at the kernels").toStdString());
            const std::vector<tuner::Task> tasks =
                tuner::tasksOf(fused->graph, fused->opsets, choices.runs.threads);
            if (tasks.empty()) return tuner::nothingToTune();
            const tuner::Connect connect =
                link ? boardConnection(link, answer, doing) : tuner::hereConnection();
            doing(tr("starting the agent").toStdString());
            ASSIGN_OR_RETURN(remote::Session* const session, connect(until));
            doing(tr("measuring the roof").toStdString());
            ASSIGN_OR_RETURN(choices.search.roof, tuner::roofFor(*session, choices.runs.threads, until));
            const protocol::Welcome welcome = session->welcome();
            head.machine = text(welcome.machine.text());
            head.isa = text(welcome.isa);
            head.roof = choices.search.roof;
            std::optional<tune::LogWriter> writer;
            if (!head.file.isEmpty()) {
                const std::filesystem::path file = head.file.toStdString();
                std::error_code unmade; // what follows says it
                std::filesystem::create_directories(file.parent_path(), unmade);
                ASSIGN_OR_RETURN(auto opened, tune::LogWriter::open(file, {welcome.machine.text(), welcome.isa,
                                                                           std::string(EDGEWRIGHT_VERSION)}));
                writer.emplace(std::move(opened));
            }
            std::optional<Error> unwritten; // the log is not worth the trials
            const auto keep = [&](const tune::Trial& trial) {
                if (!writer || unwritten) return;
                if (auto added = writer->append(trial); !added) unwritten = added.error();
            };
            live->begin(tuner::triedTasks(tasks, choices.search.roof, choices.runs.threads), head);
            tuner::SpacesListener listener;
            listener.searching = [&live](tuner::KernelSpace space) { live->search(space); };
            listener.logged = keep;
            listener.parameters = [&live](const tuner::TrialNews& news) { live->put(news); };
            listener.generated = [&live](const tuner::GeneratedNews& news) { live->put(news); };
            listener.doing = doing;
            ASSIGN_OR_RETURN(tuner::SpacesResult tuned,
                             tuner::tuneSpaces(tasks, choices, connect, listener, until));
            if (writer && !unwritten)
                if (auto ended = writer->endRound(); !ended) unwritten = ended.error();
            auto shown = std::make_shared<TuningShown>(head);
            tuner::Tried tried = live->tried();
            tuner::add(tried, tuned);
            shown->tried = std::make_shared<const tuner::Tried>(std::move(tried));
            if (unwritten) shown->remarks << tr("The log lacks trials: %1").arg(text(unwritten->message));
            tuner::Decisions decisions = tuned.decisions();
            ASSIGN_OR_RETURN(auto ready, tuner::readyKernels(decisions.generated, fused->graph, fused->opsets,
                                                             {run.stop, nullptr}));
            for (const std::string& each : ready.remarks)
                shown->remarks << text(each);
            shown->result = std::make_shared<const tuner::SpacesResult>(std::move(tuned));
            return Outcome{
                shown,
                {{head.device, head.threads, std::move(decisions.parameters), std::move(ready.kernels)}}};
        },
        [this](Result<Outcome> outcome) { finish(std::move(outcome)); });
    emit stateChanged();
}

void Tuning::finish(Result<Outcome> outcome) {
    if (!outcome) take(); // the trials until then
    m_live.reset();
    emit stateChanged();
    if (!outcome) {
        if (outcome.error().code != ErrorCode::Cancelled)
            emit failed(tr("Not tuned: %1").arg(text(outcome.error().message)));
        return;
    }
    m_shown = outcome->shown;
    remember(std::move(outcome->decided));
    emit changed();
    emit tuned();
}

void Tuning::open(const QString& file) {
    if (isRunning()) return emit failed(tr("Stop the search first: a log would take its place."));
    m_read.start(
        [file, fused = m_analysis ? m_analysis->fusion : nullptr](const RunContext& run) -> Result<Outcome> {
            ASSIGN_OR_RETURN(tune::LogReading read, tune::readLog(file.toStdString(), run));
            auto shown = std::make_shared<TuningShown>();
            const auto tasks = fused ? tuner::tasksOf(fused->graph, fused->opsets) : std::vector<tuner::Task>();
            shown->tried = std::make_shared<const tuner::Tried>(tuner::triedOf(read.log, tasks));
            shown->file = file;
            if (read.log.sessions.size() == 1) {
                shown->machine = text(read.log.sessions.front().machine);
                shown->isa = text(read.log.sessions.front().isa);
            }
            for (const Diagnostic& each : read.diagnostics)
                shown->remarks << text(each.message);
            ASSIGN_OR_RETURN(auto decided, decidedIn(read.log, fused.get(), tasks, shown->remarks, run));
            std::erase_if(read.log.trials, [](const tune::Trial& each) { // they are no trials
                return tuner::isDecision(each) || tuner::isGeneratedDecision(each);
            });
            shown->log = std::make_shared<const tune::TuneLog>(std::move(read.log));
            return Outcome{shown, std::move(decided)};
        },
        [this](Result<Outcome> read) {
            if (!read) return emit failed(text(read.error().message));
            m_shown = std::move(read->shown);
            remember(std::move(read->decided));
            emit changed();
            emit stateChanged();
        });
}

void Tuning::remember(std::vector<Decided> decided) {
    for (Decided& each : decided) {
        std::erase_if(m_decided, [&](const Decided& known) {
            return known.device == each.device && known.threads == each.threads;
        });
        m_decided.push_back(std::move(each));
    }
}

const Tuning::Decided* Tuning::decided(const std::string& device, int threads) const {
    const auto found = std::ranges::find_if(
        m_decided, [&](const Decided& each) { return each.device == device && each.threads == threads; });
    return found == m_decided.end() ? nullptr : &*found;
}

std::optional<device::Variant> Tuning::variant(const std::string& device, int threads) const {
    const Decided* const kernels = decided(device, threads);
    auto both = device::variantNamed("both");
    if (!kernels || !both) return std::nullopt;
    both->name = "tuned";
    both->tuned = kernels->parameters;
    both->generated = kernels->generated;
    return both->isTuned() ? std::optional(device::onThreads(*std::move(both), threads)) : std::nullopt;
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/measurements.h"

#include "core/base/propagate.h"
#include "core/device/kept_file.h"
#include "core/device/probe/probe.h"
#include "core/exec/executor.h"
#include "core/measure/stopwatch.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double SecondsBetweenLooks = 0.1; // at what a running measurement has
constexpr int IdleMilliseconds = 1500;
constexpr std::array<std::string_view, 4> StagesBefore{"type", "fuse", "memory", "memory_fused"};

} // namespace

// The newest samples; who measures puts them in, the window looks when it has time.
class Measurements::Mailbox {
public:
    void put(const device::Record& record) {
        if (m_since.elapsed().wall < SecondsBetweenLooks) return;
        m_since = {};
        auto copy = std::make_shared<const device::Record>(record);
        const std::scoped_lock lock(m_mutex);
        m_record = std::move(copy);
    }
    std::shared_ptr<const device::Record> get() const {
        const std::scoped_lock lock(m_mutex);
        return m_record;
    }
    std::stop_source wish; // a person's: ends the measurement, which keeps what it has

private:
    measure::Stopwatch m_since;
    mutable std::mutex m_mutex;
    std::shared_ptr<const device::Record> m_record;
};

Measurements::Measurements(SettingsModel& settings, QThreadPool& pool, const QString& folder, QObject* parent)
    : QObject(parent), m_settings(settings),
      m_file(folder.isEmpty() ? folder : folder + QStringLiteral("/this-machine.json")),
      m_job(pool, tr("Measure on this machine")), m_load(pool, tr("Get to know this machine")),
      m_save(pool, tr("Keep what is known of this machine")),
      m_roof(pool, folder.isEmpty() ? folder : folder + QStringLiteral("/this-machine.roof.json")) {
    connect(&m_job, &JobSlot::runningChanged, this, &Measurements::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &Measurements::stateChanged);
    // Ended from the list of jobs, which waits for nothing: the samples are kept, what follows them is not
    // there.
    connect(&m_job, &JobSlot::cancelled, this, [this] {
        const auto mailbox = std::exchange(m_mailbox, nullptr);
        const auto so = mailbox ? mailbox->get() : nullptr;
        if (!so) return;
        auto kept = std::make_shared<device::Record>(*so);
        kept->end = measure::End::Cancelled;
        keep(std::move(kept));
    });
    m_idle.setSingleShot(true);
    m_idle.setInterval(IdleMilliseconds);
    connect(&m_idle, &QTimer::timeout, this, &Measurements::learnOfThisMachine);
    if (QFileInfo::exists(m_file)) learnOfThisMachine();
}

// It takes a second where nothing is known yet: then once the window has nothing else to do.
void Measurements::learnOfThisMachine() {
    if (m_file.isEmpty() || m_knowsMachine || m_load.running()) return;
    m_load.start([file = std::filesystem::path(m_file.toStdString())](
                     const RunContext& run) { return device::calibrationHere(file, run); },
                 [this](Result<device::Calibration> known) {
                     if (!known) return;
                     m_knowsMachine = true;
                     const bool isMore = !m_calibration.networks.empty(); // measured meanwhile
                     known->add(m_calibration);
                     m_calibration = *std::move(known);
                     predictAnew();
                     if (isMore) saveCalibration();
                 });
}

Measurements::~Measurements() {
    if (m_mailbox) m_mailbox->wish.request_stop();
}

void Measurements::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    const device::RunSettings before = m_now;
    m_now = m_analysis && m_analysis->typed ? device::runSettings(m_settings.get(), *m_analysis->typed->graph)
                                            : device::RunSettings{};
    if (!sameModel) {
        m_waiting.reset();
        if (m_mailbox) m_mailbox->wish.request_stop();
        m_mailbox.reset();
        m_job.stop();
        m_runs.clear();
        predictAnew();
        emit changed();
        emit stateChanged();
    } else if (m_now != before) {
        emit changed();
    }
    if (m_waiting && isReady()) start();
    if (!m_knowsMachine && !m_file.isEmpty() && isReady()) m_idle.start();
}

void Measurements::setRuns(std::vector<device::Run> runs) {
    m_runs = std::move(runs);
    emit changed();
}

void Measurements::remove(std::size_t run) {
    if (run >= m_runs.size()) return;
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(run));
    emit changed();
}

const device::Run* Measurements::current() const {
    const auto found = std::find_if(m_runs.rbegin(), m_runs.rend(), [this](const device::Run& run) {
        return run.device == device::ThisMachine && isCurrent(run) && !run.record->variants.empty();
    });
    return found == m_runs.rend() ? nullptr : &*found;
}

Measurements::State Measurements::state() const {
    if (m_waiting) return State::Waiting;
    return m_job.running() ? State::Running : State::Idle;
}

std::shared_ptr<const device::Record> Measurements::live() const {
    return m_job.running() && m_mailbox ? m_mailbox->get() : nullptr;
}

double Measurements::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / total : 0;
}

bool Measurements::isReady() const {
    return m_analysis && m_analysis->typed &&
           std::ranges::none_of(StagesBefore,
                                [this](std::string_view stage) { return m_analysis->pending.contains(stage); });
}

void Measurements::measure(MeasurePlan plan) {
    if (!m_analysis || !m_analysis->opened) return;
    m_waiting = std::move(plan);
    if (isReady()) return start();
    emit stateChanged();
}

void Measurements::stop() {
    if (m_waiting) {
        m_waiting.reset();
        emit stateChanged();
    }
    if (m_mailbox) m_mailbox->wish.request_stop();
}

void Measurements::start() {
    const MeasurePlan plan = *std::exchange(m_waiting, {});
    device::Task task;
    task.typed = m_analysis->typed;
    task.history = m_analysis->fusion;
    // Plans of other settings than those that are shown now are made anew.
    if (!m_analysis->isStale("memory")) task.planBefore = m_analysis->memoryBefore;
    if (!m_analysis->isStale("memory_fused")) task.planAfter = m_analysis->memoryAfter;
    task.planning = m_settings.get().plan();
    task.variants = plan.variants;
    task.effort.seconds = plan.seconds;
    task.effort.seed = m_settings.get().seed;
    m_mailbox = std::make_shared<Mailbox>();
    m_measured = m_now;
    m_job.start(
        [task = std::move(task), seed = m_settings.get().seed,
         mailbox = m_mailbox](const RunContext& run) mutable -> Result<std::shared_ptr<const device::Record>> {
            // Two may want it to end: the person, who keeps what there is, and the window that goes away.
            std::stop_callback gone(run.stop, [&mailbox] { mailbox->wish.request_stop(); });
            const RunContext until{mailbox->wish.get_token(), run.progress};
            ASSIGN_OR_RETURN(task.feeds, exec::seededFeeds(*task.typed->graph, seed, until));
            return device::measureHere(task, until,
                                       [&mailbox](const device::Record& record) { mailbox->put(record); });
        },
        [this, opened = m_analysis->opened](Result<std::shared_ptr<const device::Record>> record) {
            finish(std::move(record), opened);
        });
    emit stateChanged();
}

void Measurements::finish(Result<std::shared_ptr<const device::Record>> record,
                          const std::shared_ptr<const pipeline::Opened>& opened) {
    m_mailbox.reset();
    emit stateChanged();
    if (!record) {
        if (record.error().code != ErrorCode::Cancelled)
            emit failed(tr("Not measured: %1").arg(QString::fromStdString(record.error().message)));
        return;
    }
    if (!m_analysis || m_analysis->opened != opened) return;
    learn(**record);
    keep(*record);
}

void Measurements::keep(std::shared_ptr<const device::Record> record) {
    m_runs.push_back({device::ThisMachine, m_measured, std::move(record)});
    if (m_runs.size() > device::MostRuns) m_runs.erase(m_runs.begin());
    emit measured();
    emit changed();
}

// Of records that were taken to their end; a few runs may have been disturbed.
void Measurements::learn(const device::Record& record) {
    if (record.end == measure::End::Cancelled) return;
    m_calibration.add(record);
    predictAnew();
    saveCalibration();
}

void Measurements::saveCalibration() {
    if (m_file.isEmpty() || !m_knowsMachine) return; // later, with what is in the file
    m_save.start([file = m_file, text = device::calibrationJson(m_calibration)](
                     const RunContext&) { return device::keepFile(file.toStdString(), text); },
                 [](const Result<void>&) {}); // without it the next session predicts as this one began
}

void Measurements::predictAnew() {
    const std::string model =
        m_analysis && m_analysis->opened ? m_analysis->opened->file.string() : std::string();
    const cost::Processor before = m_predictor.processor;
    m_predictor = device::calibrated(m_calibration.without(model));
    if (m_predictor.processor.seconds != before.seconds || m_predictor.processor.name != before.name)
        emit predictorChanged();
}

QString Measurements::predictorText() const {
    const QString name = QString::fromStdString(m_predictor.processor.name);
    return m_predictor.networks == 0
               ? tr("%1, where this program was made", "a processor").arg(name)
               : tr("%1, from %n networks measured here", "a processor", static_cast<int>(m_predictor.networks))
                     .arg(name);
}

} // namespace edgewright::views

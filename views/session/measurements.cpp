// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/measurements.h"

#include "core/device/gpu/gpu_run.h"
#include "core/device/roof/fitted_roof.h"
#include "core/device/roof/roof_doubts.h"
#include "core/measure/stopwatch.h"
#include "core/remote/host.h"
#include "views/session/measure_job.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double SecondsBetweenLooks = 0.1; // at what a running measurement has
constexpr int IdleMilliseconds = 1500;
constexpr std::array<std::string_view, 4> StagesBefore{"type", "fuse", "memory", "memory_fused"};

// The file of what is known of a device, without its ending. Names of boards are a person's: any text.
QString fileOf(const QString& folder, const std::string& device) {
    if (device.empty()) return folder + QStringLiteral("/this-machine");
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(device), QCryptographicHash::Sha256).toHex();
    return folder + QStringLiteral("/board-") + QString::fromLatin1(hash.left(24));
}

QString calibrationFileOf(const QString& folder, const std::string& device) {
    return folder.isEmpty() ? QString() : fileOf(folder, device) + QStringLiteral(".json");
}

QString roofFileOf(const QString& folder, const std::string& device) {
    return folder.isEmpty() ? QString() : fileOf(folder, device) + QStringLiteral(".roof.json");
}

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
    ToldText doing;        // instead of measuring
    std::stop_source wish; // a person's: ends the measurement, which keeps what it has

private:
    measure::Stopwatch m_since;
    mutable std::mutex m_mutex;
    std::shared_ptr<const device::Record> m_record;
};

Measurements::Measurements(SettingsModel& settings, QThreadPool& pool, const QString& folder,
                           std::filesystem::path hosts, QObject* parent)
    : QObject(parent), m_settings(settings), m_pool(pool), m_folder(folder), m_job(pool, tr("Measure")),
      m_boards(pool, std::move(hosts)), m_gpu(pool), m_tuning(pool, m_boards, folder) {
    connect(&m_tuning, &Tuning::failed, this, &Measurements::failed);
    connect(&m_job, &JobSlot::runningChanged, this, &Measurements::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &Measurements::stateChanged);
    // Ended from the list of jobs, which waits for nothing: the samples are kept, what follows them is not
    // there.
    connect(&m_job, &JobSlot::cancelled, this, [this] {
        if (const auto so = m_mailbox ? m_mailbox->get() : nullptr) {
            auto kept = std::make_shared<device::Record>(*so);
            kept->end = measure::End::Cancelled;
            keep(std::move(kept));
        }
        m_boards.setStatus(m_running, {});
        m_mailbox.reset();
        startNext();
    });
    m_idle.setSingleShot(true);
    m_idle.setInterval(IdleMilliseconds);
    connect(&m_idle, &QTimer::timeout, this, [this] { known({}).probeHere(); });
    if (QFileInfo::exists(known({}).file())) known({}).probeHere();
}

Measurements::~Measurements() {
    if (m_mailbox) m_mailbox->wish.request_stop();
}

KnownMachine& Measurements::known(const std::string& device) {
    auto& known = m_known[device];
    if (!known) {
        known = std::make_unique<KnownMachine>(m_pool, calibrationFileOf(m_folder, device));
        if (m_analysis && m_analysis->opened) known->setModel(m_analysis->opened->file.string());
        connect(known.get(), &KnownMachine::changed, this, &Measurements::predictorChanged);
        if (!device.empty()) known->read();
    }
    return *known;
}

MachineRoof& Measurements::machineRoof(const std::string& device) {
    auto& roof = m_roofs[device];
    if (!roof) {
        roof = std::make_unique<MachineRoof>(m_pool, roofFileOf(m_folder, device), m_boards, device);
        connect(roof.get(), &MachineRoof::changed, this, &Measurements::roofChanged);
        connect(roof.get(), &MachineRoof::stateChanged, this, &Measurements::roofStateChanged);
        connect(roof.get(), &MachineRoof::failed, this, &Measurements::failed);
    }
    return *roof;
}

std::shared_ptr<const device::Roof> Measurements::measuredRoof(const std::string& device) {
    if (auto there = machineRoof(device).get()) return there;
    auto here = machineRoof().get();
    return here && known(device).isOfMachine(here->machine) ? here : nullptr;
}

std::shared_ptr<const device::Roof> Measurements::roof(const std::string& device) {
    const auto measured = measuredRoof(device);
    if (measured || device.empty()) return measured;
    double fastest = 0;
    for (const device::Run& run : m_runs)
        if (deviceOf(run) == device) fastest = std::max(fastest, device::fastestMacs(*run.record));
    return known(device).fittedRoof(fastest);
}

QString Measurements::roofDoubt(const std::string& device) {
    const auto measured = measuredRoof(device), fitted = known(device).fittedRoof(0);
    if (!measured || !fitted || !known(device).isOfMachine(measured->machine)) return {};
    return QString::fromStdString(device::disagreementText(*measured, *fitted));
}

void Measurements::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    const device::RunSettings before = m_now;
    m_now = m_analysis && m_analysis->typed ? device::runSettings(m_settings.get(), *m_analysis->typed->graph)
                                            : device::RunSettings{};
    if (!sameModel) {
        m_waiting.clear();
        if (m_mailbox) m_mailbox->wish.request_stop();
        m_mailbox.reset();
        if (m_job.running()) m_boards.setStatus(m_running, {});
        m_job.stop();
        m_runs.clear();
        m_quantized.reset();
        m_planQuantized.reset();
        for (const auto& [device, machine] : m_known)
            machine->setModel(m_analysis && m_analysis->opened ? m_analysis->opened->file.string()
                                                               : std::string());
        emit changed();
        emit stateChanged();
    } else if (m_now != before) {
        emit changed();
    }
    m_tuning.setAnalysis(m_analysis);
    startNext();
    if (!known({}).isKnown() && isReady()) m_idle.start();
}

void Measurements::setRuns(std::vector<device::Run> runs) {
    m_runs = std::move(runs);
    emit changed();
}

void Measurements::add(device::Run run) {
    m_runs.push_back(std::move(run));
    if (m_runs.size() > device::MaxRuns) m_runs.erase(m_runs.begin());
    emit changed();
}

void Measurements::remove(std::size_t run) {
    if (run >= m_runs.size()) return;
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(run));
    emit changed();
}

std::string Measurements::deviceOf(const device::Run& run) const {
    const measure::Machine& machine = run.record->machine;
    if (isThisGpu(run.device) && machine.name != m_machine.name)
        return tr("the GPU of %1").arg(QString::fromStdString(machine.name)).toStdString();
    if (run.device != remote::ThisMachine) return run.device;
    if (machine == m_machine) return {};
    return machine.name.empty() ? tr("another machine").toStdString() : machine.name;
}

bool Measurements::isThisGpu(const std::string& device) const {
    return device == device::ThisGpu && !m_boards.find(device);
}

bool Measurements::isMeasurable(const std::string& device) const {
    return device.empty() || isThisGpu(device) || m_boards.find(device);
}

QString Measurements::deviceText(const std::string& device) const {
    return device.empty()      ? tr("this machine")
           : isThisGpu(device) ? tr("the GPU")
                               : QString::fromStdString(device);
}

const device::Run* Measurements::current(const std::string& device) const {
    const auto found = std::find_if(m_runs.rbegin(), m_runs.rend(), [&](const device::Run& run) {
        return deviceOf(run) == device && isCurrent(run) && !run.record->variants.empty();
    });
    return found == m_runs.rend() ? nullptr : &*found;
}

const device::Run* Measurements::newest(const std::string& device) const {
    const auto found = std::find_if(m_runs.rbegin(), m_runs.rend(),
                                    [&](const device::Run& run) { return deviceOf(run) == device; });
    return found == m_runs.rend() ? nullptr : &*found;
}

Measurements::State Measurements::state() const {
    if (m_job.running()) return State::Running;
    return m_waiting.empty() ? State::Idle : State::Waiting;
}

Measurements::State Measurements::state(const std::string& device) const {
    if (m_job.running() && m_running == device) return State::Running;
    return std::ranges::count(m_waiting, device, &MeasurePlan::device) > 0 ? State::Waiting : State::Idle;
}

const std::string& Measurements::runningOn() const {
    return m_job.running() || m_waiting.empty() ? m_running : m_waiting.front().device;
}

QString Measurements::doing() const {
    return m_mailbox ? QString::fromStdString(m_mailbox->doing.get()) : QString();
}

std::shared_ptr<const device::Record> Measurements::live() const {
    return m_job.running() && m_mailbox ? m_mailbox->get() : nullptr;
}

double Measurements::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / total : 0;
}

std::shared_ptr<const pipeline::MemoryPlan> Measurements::quantizedPlan() const {
    const bool isOfNow = m_analysis && m_quantized && m_quantized->model == m_analysis->typed &&
                         m_quantizedOf == m_now.codes && m_planQuantizedOf == m_now.memory;
    return isOfNow ? m_planQuantized : nullptr;
}

bool Measurements::isReady() const {
    return m_analysis && m_analysis->typed &&
           std::ranges::none_of(StagesBefore,
                                [this](std::string_view stage) { return m_analysis->pending.contains(stage); });
}

void Measurements::measure(MeasurePlan plan) {
    if (!m_analysis || !m_analysis->opened) return;
    m_waiting.push_back(std::move(plan));
    startNext();
    emit stateChanged();
}

void Measurements::stop() {
    m_waiting.clear();
    if (m_mailbox) m_mailbox->wish.request_stop();
    emit stateChanged();
}

void Measurements::stop(const std::string& device) {
    std::erase_if(m_waiting, [&](const MeasurePlan& plan) { return plan.device == device; });
    if (m_mailbox && m_running == device) m_mailbox->wish.request_stop();
    emit stateChanged();
}

void Measurements::startNext() {
    // While a run is being kept, what is told of it may ask for the next one.
    if (m_waiting.empty() || m_job.running() || m_mailbox || !isReady()) return;
    const MeasurePlan plan = std::move(m_waiting.front());
    m_waiting.pop_front();
    const auto link = m_boards.link(plan.device);
    if (!isMeasurable(plan.device)) {
        emit failed(tr("There is no board %1 any more.").arg(QString::fromStdString(plan.device)));
        return startNext();
    }
    MeasureJob job;
    device::Task& task = job.task;
    task.device = plan.device;
    task.typed = m_analysis->typed;
    task.history = m_analysis->fusion;
    // Plans of other settings than those that are shown now are made anew.
    if (!m_analysis->isStale("memory")) task.planBefore = m_analysis->memoryBefore;
    if (!m_analysis->isStale("memory_fused")) task.planAfter = m_analysis->memoryAfter;
    if (m_quantized && m_quantized->model == task.typed && m_quantizedOf == m_now.codes)
        task.quantized = m_quantized;
    task.int8 = m_settings.get().int8;
    task.quantization = m_settings.get().quantization;
    task.planQuantized = quantizedPlan();
    task.planning = m_settings.get().plan();
    task.variants = plan.variants;
    task.processors = plan.processors;
    task.compares = link != nullptr;
    task.effort = plan.effort;
    task.effort.seed = m_settings.get().seed;
    job.seed = m_settings.get().seed;
    job.isOnGpu = isThisGpu(plan.device);
    job.link = link;
    if (link) job.answer = m_boards.asking(plan.device);
    job.calibration = known(plan.device).file().toStdString();
    m_mailbox = std::make_shared<Mailbox>();
    m_running = plan.device;
    m_measured = m_now;
    if (link) m_boards.setStatus(plan.device, {DeviceStatus::State::Busy, {}});
    m_job.start(
        [job = std::move(job), mailbox = m_mailbox](const RunContext& run) mutable -> Result<MeasureOutcome> {
            // Two may want it to end: the person, who keeps what there is, and the window that goes away.
            std::stop_callback gone(run.stop, [&mailbox] { mailbox->wish.request_stop(); });
            const auto doing = [&mailbox](const std::string& what) { mailbox->doing.set(what); };
            return outcomeOf(std::move(job), {mailbox->wish.get_token(), run.progress},
                             {[&mailbox](const device::Record& record) { mailbox->put(record); }, doing});
        },
        [this, opened = m_analysis->opened](Result<MeasureOutcome> outcome) {
            finish(std::move(outcome), opened);
        });
    emit stateChanged();
}

void Measurements::finish(Result<MeasureOutcome> outcome,
                          const std::shared_ptr<const pipeline::Opened>& opened) {
    if (outcome)
        m_boards.setStatus(m_running, {DeviceStatus::State::Connected, {}, outcome->welcome});
    else if (outcome.error().code == ErrorCode::Cancelled)
        m_boards.setStatus(m_running, {});
    else
        m_boards.setStatus(m_running, DeviceStatus::failed(outcome.error()));
    if (isThisGpu(m_running)) {
        if (outcome)
            m_gpu.setFound(QString::fromStdString(outcome->record->machine.processor));
        else if (outcome.error().code != ErrorCode::Cancelled)
            m_gpu.look(); // it may be what is missing
    }
    if (outcome && outcome->welcome) machineRoof(m_running).setMachine(outcome->welcome->machine);
    emit stateChanged();
    if (!outcome) {
        if (outcome.error().code != ErrorCode::Cancelled)
            emit failed(tr("Not measured: %1").arg(QString::fromStdString(outcome.error().message)));
    } else if (m_analysis && m_analysis->opened == opened) {
        if (outcome->quantized) {
            m_quantized = outcome->quantized;
            m_planQuantized = outcome->planQuantized;
            m_planQuantizedOf = m_measured.memory;
            m_quantizedOf = m_measured.codes;
        }
        if (!isThisGpu(m_running)) { // which no processor is fitted to
            KnownMachine& machine = known(m_running);
            if (outcome->calibration && !machine.isOf(*outcome->record)) machine.take(*outcome->calibration);
            machine.add(*outcome->record);
        }
        keep(outcome->record);
    }
    m_mailbox.reset();
    startNext();
}

void Measurements::keep(std::shared_ptr<const device::Record> record) {
    m_runs.push_back(
        {m_running.empty() ? std::string(remote::ThisMachine) : m_running, m_measured, std::move(record)});
    if (m_runs.size() > device::MaxRuns) m_runs.erase(m_runs.begin());
    emit measured();
    emit changed();
}

} // namespace edgewright::views

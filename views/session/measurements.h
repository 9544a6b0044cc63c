// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements of the open model, and the measurements that run or wait, on this machine and on boards.
// Every page that shows a measured time, or predicts one, asks here.
#pragma once

#include "core/device/run_list.h"
#include "core/device/this_machine.h"
#include "core/pipeline/study.h"
#include "views/session/boards.h"
#include "views/session/gpu_here.h"
#include "views/session/known_machine.h"
#include "views/session/machine_roof.h"
#include "views/session/tuning.h"
#include "views/support/job/job_slot.h"
#include "views/support/settings_model.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::views {

struct MeasureOutcome;

struct MeasurePlan {
    std::vector<device::Variant> variants; // at least one
    measure::Effort effort = {};           // of all of them together; its seed is that of the settings
    std::vector<int> processors = {};      // that it may run on; empty: all
    std::string device = {};               // name of a board, device::ThisGpu; empty: this machine
};

class Measurements final : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Waiting, Running };

    // `folder`: where what is known of machines is kept; empty: nowhere. `hosts`: remote::hostsFile().
    Measurements(SettingsModel& settings, QThreadPool& pool, const QString& folder = {},
                 std::filesystem::path hosts = {}, QObject* parent = nullptr);
    ~Measurements() override;

    // Another model ends all measurements and forgets all runs.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    // The runs of the study that the model was opened with, the newest last.
    void setRuns(std::vector<device::Run> runs);
    const std::vector<device::Run>& runs() const { return m_runs; }
    void add(device::Run run); // that was taken elsewhere; the oldest is forgotten where there are too many
    void remove(std::size_t run);
    // The device on which it was taken: empty for this machine, device::ThisGpu for its GPU; else the name of a
    // board, or of another machine that was its own.
    std::string deviceOf(const device::Run& run) const;
    bool isThisGpu(const std::string& device) const;     // not where a board has that name
    bool isMeasurable(const std::string& device) const;  // here, its GPU, or a board that was added
    QString deviceText(const std::string& device) const; // "this machine", "the GPU", "pi"
    // The newest run on that device that is of the present graph and plan; null: none.
    const device::Run* current(const std::string& device = {}) const;
    bool isCurrent(const device::Run& run) const { return run.isOf(m_now); }
    // The newest run on that device, of whatever settings; null: none.
    const device::Run* newest(const std::string& device) const;

    // Behind what runs and waits already. It begins once the fused graph and the memory plans are there.
    void measure(MeasurePlan plan);
    void stop();                          // all; what was measured is kept
    void stop(const std::string& device); // of that device
    State state() const;
    State state(const std::string& device) const;
    // On which device something runs, or will next; meaningless while idle.
    const std::string& runningOn() const;
    // The work instead of measuring: "connecting", "sending 12 MB"; empty: it measures.
    QString doing() const;
    // The record of the running measurement so far; null: nothing yet.
    std::shared_ptr<const device::Record> live() const;
    double progress() const; // 0 to 1

    // The plan of the INT8 network with the present settings; null: it was not measured with them since the
    // model was opened.
    std::shared_ptr<const pipeline::MemoryPlan> quantizedPlan() const;

    const measure::Machine& machine() const { return m_machine; } // this one
    Boards& boards() { return m_boards; }
    GpuHere& gpu() { return m_gpu; }
    Tuning& tuning() { return m_tuning; }
    // The roof that is measured of that device itself, on request.
    MachineRoof& machineRoof(const std::string& device = {});
    // The roof as it was measured of the device, reached as a board or not: a machine has one. Null: it was
    // not.
    std::shared_ptr<const device::Roof> measuredRoof(const std::string& device);
    // The same; where it was not measured, of others than this machine as fitted to what was measured there.
    // Null: not known.
    std::shared_ptr<const device::Roof> roof(const std::string& device);
    // device::disagreementText() of the measured roof and what was fitted on that device; empty: none.
    QString roofDoubt(const std::string& device);

    // The predictor for times of the open model: a processor fitted to what other networks took on that
    // device; before there are any, the reference that comes with the program.
    const device::Calibrated& predictor(const std::string& device = {}) { return known(device).predictor(); }
    QString predictorText(const std::string& device = {}) { return known(device).predictorText(); }

signals:
    void measured();     // a new run is the last one; before changed()
    void changed();      // runs, or which of them is current
    void stateChanged(); // also when live() has more
    void predictorChanged();
    void roofChanged();      // that was measured, of any device
    void roofStateChanged(); // also while one is measured
    void failed(const QString& message);

private:
    class Mailbox; // from the thread that measures
    bool isReady() const;
    void startNext();
    void finish(Result<MeasureOutcome> outcome, const std::shared_ptr<const pipeline::Opened>& opened);
    void keep(std::shared_ptr<const device::Record> record);
    KnownMachine& known(const std::string& device);

    SettingsModel& m_settings;
    QThreadPool& m_pool;
    const measure::Machine m_machine = measure::thisMachine();
    QString m_folder;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    device::RunSettings m_now, m_measured; // of the analysis; of what is being measured
    // The last ones that were made; the plan with these settings.
    std::shared_ptr<const pipeline::QuantizedNetwork> m_quantized;
    std::shared_ptr<const pipeline::MemoryPlan> m_planQuantized;
    std::string m_planQuantizedOf, m_quantizedOf; // RunSettings::memory and codes
    std::vector<device::Run> m_runs;
    std::deque<MeasurePlan> m_waiting;
    std::string m_running; // the device
    std::shared_ptr<Mailbox> m_mailbox;
    std::map<std::string, std::unique_ptr<KnownMachine>> m_known; // by device
    JobSlot m_job;
    QTimer m_idle;
    Boards m_boards;
    GpuHere m_gpu;
    Tuning m_tuning;
    std::map<std::string, std::unique_ptr<MachineRoof>> m_roofs; // by device
};

} // namespace edgewright::views

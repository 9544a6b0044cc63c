// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of the open model, and the measurement that runs. Every page that shows a measured time, or
// predicts one, asks here.
#pragma once

#include "core/device/calibration.h"
#include "core/device/run_list.h"
#include "core/device/this_machine.h"
#include "core/pipeline/study.h"
#include "views/support/job/job_slot.h"
#include "views/support/measurement/machine_roof.h"
#include "views/support/settings_model.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace edgewright::views {

struct MeasurePlan {
    std::vector<device::Variant> variants; // at least one
    double seconds = 8;                    // at most, of all of them together
};

class Measurements final : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Waiting, Running };

    // `folder`: where what is known of this machine's speed is kept; empty: nowhere.
    Measurements(SettingsModel& settings, QThreadPool& pool, const QString& folder = {},
                 QObject* parent = nullptr);
    ~Measurements() override;

    // Another model ends a measurement and forgets all runs.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    // Of the study that the model was opened with, the newest last.
    void setRuns(std::vector<device::Run> runs);
    const std::vector<device::Run>& runs() const { return m_runs; }
    void remove(std::size_t run);
    // The newest run on this machine that is of the present graph and plan; null: none.
    const device::Run* current() const;
    bool isCurrent(const device::Run& run) const { return run.isOf(m_now); }

    // Waits for the fused graph and the memory plans where they are being computed. Replaces what runs.
    void measure(MeasurePlan plan);
    void stop(); // what was measured is kept
    State state() const;
    // What the running measurement has so far; null: nothing yet.
    std::shared_ptr<const device::Record> live() const;
    double progress() const; // 0 to 1

    const measure::Machine& machine() const { return m_machine; } // this one
    MachineRoof& roof() { return m_roof; }

    // What times of the open model are predicted with: a processor fitted to what other networks took on this
    // machine; before there are any, the reference that comes with the program.
    const device::Calibrated& predictor() const { return m_predictor; }
    // Which that is: "Intel Xeon, avx512vnni, one thread, from 5 networks measured here".
    QString predictorText() const;

signals:
    void measured();     // a new run is the last one; before changed()
    void changed();      // runs, or which of them is current
    void stateChanged(); // also when live() has more
    void predictorChanged();
    void failed(const QString& message);

private:
    class Mailbox; // from the thread that measures
    bool isReady() const;
    void start();
    void finish(Result<std::shared_ptr<const device::Record>> record,
                const std::shared_ptr<const pipeline::Opened>& opened);
    void keep(std::shared_ptr<const device::Record> record);
    void learn(const device::Record& record);
    void learnOfThisMachine();
    void predictAnew();
    void saveCalibration();

    SettingsModel& m_settings;
    const measure::Machine m_machine = measure::thisMachine();
    QString m_file;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    device::RunSettings m_now, m_measured; // of the analysis; of what is being measured
    std::vector<device::Run> m_runs;
    std::optional<MeasurePlan> m_waiting;
    std::shared_ptr<Mailbox> m_mailbox;
    device::Calibration m_calibration;
    bool m_knowsMachine = false; // what was kept, or a probe, is in it
    device::Calibrated m_predictor{cost::referenceProcessor()};
    JobSlot m_job, m_load, m_save;
    QTimer m_idle;
    MachineRoof m_roof;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of one device as it was measured there: read where it was kept, measured when a person asks.
#pragma once

#include "core/device/roof/roof.h"
#include "core/measure/machine.h"
#include "views/session/boards.h"
#include "views/session/told_text.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace edgewright::views {

class MachineRoof final : public QObject {
    Q_OBJECT
public:
    // `file`: where it is kept; empty: nowhere. `device`: the name of a board; empty: this machine.
    MachineRoof(QThreadPool& pool, QString file, Boards& boards, std::string device, QObject* parent = nullptr);
    std::shared_ptr<const device::Roof> get() const { return m_roof; } // null: not measured
    // The machine that the device is now: what was measured on another one is no roof of it.
    void setMachine(const measure::Machine& machine);

    bool isMeasurable() const; // not where there is no such board, as after it was forgotten
    void measure();
    void cancel() { m_job.cancel(); }
    bool isMeasuring() const { return m_job.running(); }
    double progress() const; // 0 to 1
    // The work instead of measuring: "connecting to 'pi'"; empty: it measures.
    QString doing() const;

signals:
    void changed(); // the roof
    void stateChanged();
    void failed(const QString& message);

private:
    struct Outcome; // of the thread that measures
    void finish(Result<Outcome> outcome);

    QString m_file;
    Boards& m_boards;
    const std::string m_device;
    std::optional<measure::Machine> m_machine; // empty: whichever it is
    std::shared_ptr<const device::Roof> m_roof;
    std::shared_ptr<ToldText> m_told; // by that thread: the work instead of measuring
    JobSlot m_job, m_load, m_save;
};

} // namespace edgewright::views

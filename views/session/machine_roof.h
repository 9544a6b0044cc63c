// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of this machine: read where it was kept, measured when a person asks.
#pragma once

#include "core/device/roof/measure_roof.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

#include <memory>

namespace edgewright::views {

class MachineRoof final : public QObject {
    Q_OBJECT
public:
    // `file`: where it is kept; empty: nowhere.
    MachineRoof(QThreadPool& pool, QString file, QObject* parent = nullptr);
    std::shared_ptr<const device::Roof> get() const { return m_roof; } // null: not measured
    void measure();
    void cancel() { m_job.cancel(); }
    bool isMeasuring() const { return m_job.running(); }
    double progress() const; // 0 to 1

signals:
    void changed(); // the roof
    void stateChanged();
    void failed(const QString& message);

private:
    QString m_file;
    std::shared_ptr<const device::Roof> m_roof;
    JobSlot m_job, m_load, m_save;
};

} // namespace edgewright::views

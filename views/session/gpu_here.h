// SPDX-License-Identifier: GPL-3.0-or-later
// The NVIDIA GPU of this machine: looked for when somebody asks, beside the window, since a driver takes its
// time to start.
#pragma once

#include "views/session/boards.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

namespace edgewright::views {

class GpuHere final : public QObject {
    Q_OBJECT
public:
    explicit GpuHere(QThreadPool& pool, QObject* parent = nullptr);
    // Again where it was looked for before: a driver may have been installed meanwhile. The newest answer
    // counts.
    void look();
    void setFound(const QString& name); // by who measured there
    // Busy while it is looked for; connected: `text` is its name; failed: what is missing, and what to install.
    const DeviceStatus& status() const { return m_status; }

signals:
    void changed(); // the status

private:
    void set(DeviceStatus status);

    DeviceStatus m_status;
    JobSlot m_look;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of devices and settings of a split.
#pragma once

#include "core/device/stages/split_run.h"
#include "views/pipeline/device_rows.h"

#include <QJsonObject>
#include <QWidget>

#include <vector>

namespace edgewright::views {

class FieldEditor;

class PipelineControls final : public QWidget {
    Q_OBJECT
public:
    // As DeviceRows.
    PipelineControls(const Boards* boards, int processors, QWidget* parent = nullptr);
    // With devices and settings, without a network.
    device::SplitTask task() const;
    QString fault() const { return m_devices->fault(); } // empty: none
    // A plan of `task` holds for what is chosen now.
    bool isOf(const device::SplitTask& task) const;
    QJsonObject save() const;
    void restore(const QJsonObject& state);
    DeviceRows& devices() { return *m_devices; }

signals:
    void changed();

private:
    DeviceRows* m_devices;
    device::SplitTask m_settings;        // its fields
    std::vector<FieldEditor*> m_editors; // in the order of the fields
};

} // namespace edgewright::views

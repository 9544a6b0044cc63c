// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a name and writes a measurement in the format that its ending stands for.
#pragma once

#include "core/cost/processor/processor.h"
#include "core/device/record/record.h"
#include "views/support/job/job_slot.h"

#include <QWidget>

namespace edgewright::views {

class RecordSaver final : public QObject {
    Q_OBJECT
public:
    using Record = std::shared_ptr<const device::Record>;

    RecordSaver(QThreadPool& pool, QWidget* over);
    // `runs`: of the device, by date; `processor`: what its times are predicted with.
    void ask(const Record& record, std::vector<Record> runs, const cost::Processor& processor);

signals:
    void message(const QString& text);

private:
    QWidget* m_over;
    JobSlot m_write;
};

} // namespace edgewright::views

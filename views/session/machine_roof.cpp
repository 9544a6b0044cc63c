// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/machine_roof.h"

#include "core/base/written_file.h"
#include "core/device/roof/roof_text.h"

#include <QFileInfo>

#include <utility>

namespace edgewright::views {

MachineRoof::MachineRoof(QThreadPool& pool, QString file, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_job(pool, tr("Measure the roof of this machine")),
      m_load(pool, tr("Read the roof of this machine")), m_save(pool, tr("Keep the roof of this machine")) {
    connect(&m_job, &JobSlot::runningChanged, this, &MachineRoof::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &MachineRoof::stateChanged);
    if (m_file.isEmpty() || !QFileInfo::exists(m_file)) return;
    m_load.start([path = std::filesystem::path(m_file.toStdString())](
                     const RunContext&) -> Result<device::Roof> { return device::readRoof(path); },
                 [this](Result<device::Roof> read) {
                     if (!read || m_roof || read->machine != measure::thisMachine())
                         return; // it is measured anew
                     m_roof = std::make_shared<const device::Roof>(*std::move(read));
                     emit changed();
                 });
}

void MachineRoof::measure() {
    m_job.start(
        [](const RunContext& run) { return device::measureRoofHere({}, run); },
        [this](Result<std::shared_ptr<const device::Roof>> measured) {
            if (!measured)
                return emit failed(
                    tr("The roof was not measured: %1").arg(QString::fromStdString(measured.error().message)));
            m_roof = *measured;
            emit changed();
            if (m_file.isEmpty()) return;
            m_save.start(
                [file = m_file, roof = m_roof](const RunContext&) {
                    return keepText(file.toStdString(), device::roofJson(*roof));
                },
                [](const Result<void>&) {}); // without it the next session has none
        });
}

double MachineRoof::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / total : 0;
}

} // namespace edgewright::views

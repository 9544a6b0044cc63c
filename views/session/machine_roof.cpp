// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/machine_roof.h"

#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/device/roof/measure_roof.h"
#include "core/device/roof/roof_text.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace edgewright::views {

struct MachineRoof::Outcome {
    std::shared_ptr<const device::Roof> roof;
    std::optional<protocol::Welcome> welcome{}; // of a board
};

MachineRoof::MachineRoof(QThreadPool& pool, QString file, Boards& boards, std::string device, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_boards(boards), m_device(std::move(device)),
      m_job(pool, m_device.empty() ? tr("Measure the roof of this machine")
                                   : tr("Measure the roof of %1").arg(QString::fromStdString(m_device))),
      m_load(pool, tr("Read the roof of a machine")), m_save(pool, tr("Keep the roof of a machine")) {
    if (m_device.empty()) m_machine = measure::thisMachine();
    connect(&m_job, &JobSlot::runningChanged, this, &MachineRoof::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &MachineRoof::stateChanged);
    if (m_file.isEmpty() || !QFileInfo::exists(m_file)) return;
    m_load.start([path = std::filesystem::path(m_file.toStdString())](
                     const RunContext&) -> Result<device::Roof> { return device::readRoof(path); },
                 [this](Result<device::Roof> read) {
                     if (!read || m_roof || (m_machine && read->machine != *m_machine))
                         return; // it is measured anew
                     m_roof = std::make_shared<const device::Roof>(*std::move(read));
                     emit changed();
                 });
}

void MachineRoof::setMachine(const measure::Machine& machine) {
    m_machine = machine;
    if (!m_roof || m_roof->machine == machine) return;
    m_roof.reset();
    if (!m_file.isEmpty()) QFile::remove(m_file); // else the next session would show it
    emit changed();
}

bool MachineRoof::isMeasurable() const { return m_device.empty() || m_boards.find(m_device); }

void MachineRoof::measure() {
    const auto link = m_device.empty() ? nullptr : m_boards.link(m_device);
    if (!m_device.empty() && !link)
        return emit failed(tr("There is no board %1 any more.").arg(QString::fromStdString(m_device)));
    m_told = std::make_shared<ToldText>();
    m_job.start(
        [link, answer = link ? m_boards.asking(m_device) : nullptr,
         told = m_told](const RunContext& run) -> Result<Outcome> {
            const auto doing = [&told](const std::string& what) { told->set(what); };
            Outcome outcome;
            if (!link) {
                ASSIGN_OR_RETURN(outcome.roof, device::measureRoofHere({}, run, doing));
                return outcome;
            }
            doing(tr("waiting for the board").toStdString());
            ASSIGN_OR_RETURN(const auto use, link->use(answer, {run.stop, nullptr}, doing));
            doing({});
            remote::Session& session = use.board().session();
            outcome.welcome = session.welcome();
            ASSIGN_OR_RETURN(outcome.roof, device::measureRoofWith(session, {}, run, doing));
            return outcome;
        },
        [this](Result<Outcome> outcome) { finish(std::move(outcome)); });
}

void MachineRoof::finish(Result<Outcome> outcome) {
    // What a network that is measured there tells of the board stands.
    if (m_boards.status(m_device).state != DeviceStatus::State::Busy)
        m_boards.setStatus(m_device, outcome
                                         ? DeviceStatus{DeviceStatus::State::Connected, {}, outcome->welcome}
                                         : DeviceStatus::failed(outcome.error()));
    if (!outcome)
        return emit failed(
            tr("The roof was not measured: %1").arg(QString::fromStdString(outcome.error().message)));
    m_roof = outcome->roof;
    m_machine = m_roof->machine;
    emit changed();
    if (m_file.isEmpty()) return;
    m_save.start([file = m_file, roof = m_roof](
                     const RunContext&) { return keepText(file.toStdString(), device::roofJson(*roof)); },
                 [](const Result<void>&) {}); // without it the next session has none
}

double MachineRoof::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / total : 0;
}

QString MachineRoof::doing() const {
    return m_told && isMeasuring() ? QString::fromStdString(m_told->get()) : QString();
}

} // namespace edgewright::views

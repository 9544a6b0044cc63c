// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/known_machine.h"

#include "core/base/written_file.h"
#include "core/device/probe/probe.h"
#include "core/device/roof/fitted_roof.h"

#include <QFileInfo>

#include <utility>

namespace edgewright::views {

KnownMachine::KnownMachine(QThreadPool& pool, QString file, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_load(pool, tr("Get to know a machine")),
      m_save(pool, tr("Keep what is known of a machine")), m_fit(pool, tr("Fit predictions to a machine")) {}

void KnownMachine::read() {
    if (!QFileInfo::exists(m_file)) return;
    m_load.start([file = std::filesystem::path(m_file.toStdString())](
                     const RunContext&) { return device::readCalibration(file); },
                 [this](const Result<device::Calibration>& known) {
                     if (known) take(*known);
                 });
}

void KnownMachine::probeHere() {
    if (m_file.isEmpty() || m_isKnown || m_load.running()) return;
    m_load.start([file = std::filesystem::path(m_file.toStdString())](
                     const RunContext& run) { return device::calibrationHere(file, run); },
                 [this](const Result<device::Calibration>& known) {
                     if (known) take(*known);
                 });
}

void KnownMachine::take(const device::Calibration& calibration) {
    m_isKnown = true;
    const bool isMore = !m_calibration.networks.empty(); // measured meanwhile
    device::Calibration all = calibration;
    if (isMore && all.machine == m_calibration.machine && all.isa == m_calibration.isa) all.add(m_calibration);
    m_calibration = std::move(all);
    predictAnew();
    if (isMore) save();
}

// Of records that were taken to their end; a few runs may have been disturbed.
void KnownMachine::add(const device::Record& record) {
    if (record.end == measure::End::Cancelled) return;
    m_calibration.add(record);
    predictAnew();
    save();
}

void KnownMachine::setModel(std::string model) {
    m_model = std::move(model);
    if (!m_calibration.networks.empty()) predictAnew();
}

void KnownMachine::save() {
    if (m_file.isEmpty() || !m_isKnown) return; // later, with what is in the file
    m_save.start([file = m_file, text = device::calibrationJson(m_calibration)](
                     const RunContext&) { return keepText(file.toStdString(), text); },
                 [](const Result<void>&) {}); // without it the next session predicts as this one began
}

// Until the fit is there, what was predicted with before stays.
void KnownMachine::predictAnew() {
    m_fit.start([others = m_calibration.without(m_model)](
                    const RunContext&) { return Result<device::Calibrated>(device::calibrated(others)); },
                [this](Result<device::Calibrated> fitted) {
                    if (fitted) predictWith(*std::move(fitted));
                });
}

void KnownMachine::predictWith(device::Calibrated fitted) {
    const cost::Processor before = std::exchange(m_predictor, std::move(fitted)).processor;
    if (m_predictor.processor.seconds != before.seconds || m_predictor.processor.name != before.name ||
        m_predictor.processor.from != before.from)
        emit changed();
}

QString KnownMachine::predictorText() const {
    return QString::fromStdString(m_predictor.processor.sourceText());
}

std::shared_ptr<const device::Roof> KnownMachine::fittedRoof(double fastest) const {
    if (m_predictor.processor.from.networks == 0) return nullptr;
    return std::make_shared<const device::Roof>(
        device::fittedRoof(m_predictor, m_calibration.machine, m_calibration.isa, fastest));
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The speed of one machine, from what networks took on it, and the processor that follows from it:
// what times on that machine are predicted with.
#pragma once

#include "core/device/calibration.h"
#include "core/device/roof/roof.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

#include <memory>
#include <string>

namespace edgewright::views {

class KnownMachine final : public QObject {
    Q_OBJECT
public:
    // `file`: where it is kept; empty: nowhere.
    KnownMachine(QThreadPool& pool, QString file, QObject* parent = nullptr);
    void read(); // what was kept, where it is there
    // For the machine that this program runs on: what was kept; else made-up networks are measured: some
    // seconds.
    void probeHere();
    bool isKnown() const { return m_isKnown; }
    bool isOf(const device::Record& record) const { return m_isKnown && m_calibration.isOf(record); }
    bool isOfMachine(const measure::Machine& machine) const {
        return !m_calibration.networks.empty() && m_calibration.machine == machine;
    }
    const QString& file() const { return m_file; }

    void take(const device::Calibration& calibration); // of the file, or of a probe
    void add(const device::Record& record);
    // A prediction of this model is made from others: else it would be of what it was made from.
    void setModel(std::string model);

    // The reference that comes with the program before anything is known. Fitted beside the window, so that it
    // follows what is known a moment later; changed() tells.
    const device::Calibrated& predictor() const { return m_predictor; }
    QString predictorText() const; // cost::Processor::sourceText()
    // device::fittedRoof(); null while nothing is known.
    std::shared_ptr<const device::Roof> fittedRoof(double fastest) const;

signals:
    void changed(); // the predictor

private:
    void predictAnew();
    void predictWith(device::Calibrated fitted);
    void save();

    QString m_file;
    std::string m_model;
    device::Calibration m_calibration;
    bool m_isKnown = false; // what was kept, or a probe, is in it
    device::Calibrated m_predictor{cost::referenceProcessor()};
    JobSlot m_load, m_save, m_fit;
};

} // namespace edgewright::views

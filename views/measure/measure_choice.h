// SPDX-License-Identifier: GPL-3.0-or-later
// The run that the page is about: its device, its variant, and what stands beside it.
#pragma once

#include "views/measure/charts/run_charts.h"
#include "views/session/measurements.h"
#include "views/support/measurement/run_choice.h"

#include <QObject>

namespace edgewright::views {

class MeasureChoice final : public QObject {
    Q_OBJECT
public:
    using Record = std::shared_ptr<const device::Record>;

    explicit MeasureChoice(Measurements& measurements, QObject* parent = nullptr);
    void forget(); // of another model

    const std::string& device() const { return m_device; } // as Measurements::deviceOf
    QString deviceText() const;                            // "this machine", "pi"
    bool isMeasuring() const;                              // something runs, or waits, on the device
    Record live() const;                                   // of the device; null: nothing runs there
    const VariantChoice& shown() const { return m_choice.shown; }
    const VariantChoice& beside() const { return m_choice.beside; } // may be none
    const RunChoice& both() const { return m_choice; }

    void chooseDevice(const std::string& device);
    void chooseRun(Record record);
    void show(const VariantChoice& variant);
    void putBeside(const VariantChoice& variant); // none: nothing
    void putRunBeside(const Record& record);      // its variant that is most like the one shown

    // For the charts: the variants of the run with the one beside, the newest runs of all devices, and
    // the runs of the device by date.
    std::vector<VariantChoice> variants() const;
    std::vector<DeviceRow> devices() const;
    std::vector<HistoryRun> history() const;

signals:
    void runChanged(); // or the device; before changed()
    void changed();
    void progressed(); // more samples of what runs

private:
    void follow(); // other runs, or the newest is another one
    void settle();

    Measurements& m_measurements;
    std::string m_device;
    bool m_isDeviceChosen = false; // by a person
    RunChoice m_choice;
    Record m_live;   // that was told last of a measurement that runs
    Record m_wanted; // that a person chose; null: the current one
};

} // namespace edgewright::views

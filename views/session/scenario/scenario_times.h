// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the models of a scenario: measured on this machine as they are served beside each other, or read
// from a file.
#pragma once

#include "core/device/measured_scenario.h"
#include "core/scenario/scenario.h"
#include "core/scenario/service.h"
#include "views/session/scenario/doing_words.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>

namespace edgewright::views {

// Immutable: a job keeps the one that it began with.
struct TimesSource {
    std::filesystem::path file = {};                               // of times; empty: what was measured
    std::shared_ptr<const device::MeasuredScenario> measured = {}; // newest; null: nothing yet

    // The reasons why what was measured is not of the scenario, a clause each. None while nothing is, or for a
    // file.
    QStringList misfits(const scenario::Scenario& scenario) const;
    // True for a file: reading it tells.
    bool hasTimesOf(const scenario::Scenario& scenario) const;
};

// Reads the file, where there is one. BadInput names a model that has no times, or why what was measured does
// not fit.
Result<scenario::Service> serviceOf(const TimesSource& source, const scenario::Scenario& scenario);

class ScenarioTimes final : public QObject {
    Q_OBJECT
public:
    explicit ScenarioTimes(QThreadPool& pool, QObject* parent = nullptr);

    const std::shared_ptr<const TimesSource>& source() const { return m_source; }
    bool isFromFile() const { return !m_source->file.empty(); }
    void readFrom(const QString& file);                                 // from now on
    void use(std::shared_ptr<const device::MeasuredScenario> measured); // from now on
    // The whole scenario, `seconds` for each part (serve::ServiceEffort). Times of a file are not used any
    // more; what was measured before is, until it ends.
    void measure(const scenario::Scenario& scenario, double seconds);
    void stop(); // what was measured before is kept
    bool isMeasuring() const { return m_job.running(); }
    double progress() const; // 0 to 1
    QString doing() const;   // "measuring 'detector' after pauses"
    void save(const QString& file, const scenario::Scenario& scenario);

signals:
    void changed();      // the source
    void stateChanged(); // also how far it is
    void failed(const QString& message);
    void saved(const QString& file);

private:
    void take(TimesSource next);

    std::shared_ptr<const TimesSource> m_source = std::make_shared<const TimesSource>();
    std::shared_ptr<DoingWords> m_doing;
    JobSlot m_job, m_write;
};

} // namespace edgewright::views

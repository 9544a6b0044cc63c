// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the models of a scenario: measured on this machine, each model alone, or read from a file. A
// model that runs in batches is measured as it is served, by batch size.
#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/service.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace edgewright::views {

// Immutable: a job keeps the one that it began with.
struct TimesSource {
    std::filesystem::path file = {}; // of times; empty: what was measured
    struct Key {
        explicit Key(const scenario::Model& model);
        auto operator<=>(const Key&) const = default;

        std::filesystem::path model;
        std::int64_t threads = 1;
        std::vector<std::int64_t> sizes; // of the batches that it runs in
    };
    std::map<Key, scenario::ServiceTimes> measured = {};
    std::set<Key> loads = {}; // of those that were measured while the machine did other things, too

    // Null: it is neither measured nor in a file.
    const scenario::ServiceTimes* find(const scenario::Model& model) const;
};

// Reads the file, where there is one. BadInput names a model that has no times.
Result<scenario::Service> serviceOf(const TimesSource& source, const scenario::Scenario& scenario);

class ScenarioTimes final : public QObject {
    Q_OBJECT
public:
    explicit ScenarioTimes(QThreadPool& pool, QObject* parent = nullptr);

    const std::shared_ptr<const TimesSource>& source() const { return m_source; }
    bool isFromFile() const { return !m_source->file.empty(); }
    // Names of the models without times; of a file none, as reading it tells.
    QStringList missing(const scenario::Scenario& scenario) const;
    void readFrom(const QString& file); // from now on
    // Models that are missing; all of them where none is, so long each at most, unless one run takes longer.
    // Times of a file are not used any more.
    void measure(const scenario::Scenario& scenario, double seconds);
    void stop(); // what was measured is kept
    // Models that were measured while the machine did other things, too; of a file none.
    QStringList doubtful(const scenario::Scenario& scenario) const;
    bool isMeasuring() const { return m_job.running(); }
    double progress() const; // 0 to 1
    QString doing() const;   // "measuring 'detector' (1 of 2)"
    void save(const QString& file, const scenario::Scenario& scenario);

signals:
    void changed();      // the source
    void stateChanged(); // also how far it is
    void failed(const QString& message);
    void saved(const QString& file);

private:
    struct Measured {
        scenario::ServiceTimes times;
        bool underLoad = false; // other programs computed at the same time
    };
    static Result<Measured> measured(const scenario::Model& model, double seconds, const RunContext& run);
    static Result<Measured> measuredInBatches(const scenario::Model& model, double seconds,
                                              const RunContext& run);
    void measureNext();

    std::shared_ptr<const TimesSource> m_source = std::make_shared<const TimesSource>();
    std::deque<scenario::Model> m_waiting; // the first of which is measured
    std::size_t m_all = 0;
    double m_seconds = 0;
    JobSlot m_job, m_write;
};

} // namespace edgewright::views

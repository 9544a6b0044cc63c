// SPDX-License-Identifier: GPL-3.0-or-later
// The search for faster kernels of the open model, on this machine or a board, and logs of other tuners. Every
// trial is added to a log as it is done; what was decided is what the variant "tuned" runs with.
#pragma once

#include "core/device/record/record.h"
#include "core/pipeline/study.h"
#include "core/tune/log.h"
#include "core/tuner/tried.h"
#include "views/session/boards.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::views {

// A search with its trials, or a log that was read.
struct TuningShown {
    std::shared_ptr<const tuner::Tried> tried;         // not null
    std::shared_ptr<const tuner::SpacesResult> result; // null: it runs, or it is of a log
    std::shared_ptr<const tune::TuneLog> log;          // without decisions; null: it was tuned here
    QString file;                                      // of the log; empty: none is written
    QString model;                                     // of a search; of a log it is not told
    QString machine, isa;                              // where; empty: not told
    std::string device;                                // as Measurements::deviceOf
    int threads = 1;
    QString costModel;                         // of the strategy "learned"
    std::optional<measure::ThreadRoof> roof{}; // of as many threads there; nothing: not known
    QStringList remarks{};                     // what could not be read or written
    std::vector<FieldValue> choices{};         // of a search, by tuner::tuneFields(); none: of a log
};

class Tuning final : public QObject {
    Q_OBJECT
public:
    // `folder`: where logs are kept that a person gives no name for; empty: nowhere.
    Tuning(QThreadPool& pool, Boards& boards, QString folder, QObject* parent = nullptr);
    ~Tuning() override;

    // Another model ends the search and forgets what is shown; its log stays.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    // The reason why nothing can be tuned now; empty: it can.
    QString obstacle() const;
    // The reason why generated kernels cannot be searched on that device; empty: they can.
    QString generatedObstacle(const std::string& device) const;
    // The log of that device where a person names none.
    QString usualLog(const std::string& device) const;
    // `log`: empty for usualLog().
    void start(const tuner::TuneChoices& choices, const std::string& device, const QString& log = {});
    // Ends the search; what was found until then is decided on.
    void stop();
    bool isRunning() const { return m_job.running(); }
    bool isReading() const { return m_read.running(); }
    double progress() const;              // 0 to 1
    QString doing() const;                // the work instead of trials: "connecting"; empty: it tries
    tuner::KernelSpace searching() const; // the space of the trials, while it runs
    // Reads a log of any tuner and shows it.
    void open(const QString& file);

    const std::shared_ptr<const TuningShown>& shown() const { return m_shown; } // null: nothing
    // The variant "both" with the kernels that were decided on there on so many threads; nothing where there
    // are none.
    std::optional<device::Variant> variant(const std::string& device, int threads) const;

signals:
    void changed();      // what is shown
    void stateChanged(); // runs, how far it is
    void tuned();        // decided; after changed()
    void failed(const QString& message);

private:
    class Live;
    struct Outcome;
    void finish(Result<Outcome> outcome);
    void take();

    Boards& m_boards;
    QString m_folder;
    bool m_hasCompiler = false; // when the model was opened
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const TuningShown> m_shown;
    std::shared_ptr<Live> m_live; // of the search that runs; null: none does
    struct Decided {
        std::string device;
        int threads = 1;
        std::vector<kernels::TunedKernel> parameters;
        std::vector<kernels::GeneratedChoice> generated; // of this machine alone
    };
    static Result<std::vector<Decided>> decidedIn(const tune::TuneLog& log, const fusion::History* fused,
                                                  const std::vector<tuner::Task>& tasks, QStringList& remarks,
                                                  const RunContext& run);
    void remember(std::vector<Decided> decided);
    const Decided* decided(const std::string& device, int threads) const; // null: nothing is known
    std::vector<Decided> m_decided; // by device and threads, the newest last
    JobSlot m_job, m_read;
};

} // namespace edgewright::views

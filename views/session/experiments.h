// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments of the study, of which one is looked at, and the one that runs: off the GUI thread, with its
// results in the file that the command line goes on from.
#pragma once

#include "core/base/result.h"
#include "core/table/answer.h"
#include "views/session/boards.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::experiment {
struct Overview;
} // namespace edgewright::experiment

namespace edgewright::pipeline {
struct Settings;
} // namespace edgewright::pipeline

namespace edgewright::views {

class Experiments final : public QObject {
    Q_OBJECT
public:
    struct Progress {
        std::size_t cells = 0, done = 0, failed = 0; // done: with those that had a result before
        std::optional<double> secondsLeft = {};      // empty before the first has ended
        std::string now = {};                        // the choices of the cell that runs
    };

    // `runs`: for what goes on until every cell has ended.
    Experiments(QThreadPool& pool, QThreadPool& runs, Boards& boards, QObject* parent = nullptr);
    ~Experiments() override;

    // Takes over the list of the study that was opened; the first is looked at. What runs is stopped, with its
    // results until then.
    void setFiles(std::vector<std::filesystem::path> files);
    const std::vector<std::filesystem::path>& files() const { return m_files; }
    // Adds a file where it is not there yet, and looks at it.
    void add(const std::filesystem::path& file);
    void remove(int index); // from the list; its files stay
    void choose(int index);
    int chosen() const { return m_chosen; } // -1: there is none

    // The chosen one as it was read last; null: it is being read, or problem() says why there is none.
    std::shared_ptr<const experiment::Overview> overview() const { return m_overview; }
    const QString& problem() const { return m_problem; }
    // The best of its results.
    const table::Answer& found() const { return m_found; }
    bool isReading() const { return m_read.running(); }
    void readAgain(); // another program may have run it

    // Writes an experiment on the open model to `file`, and adds it.
    void create(const std::filesystem::path& file, const std::filesystem::path& model,
                const pipeline::Settings& settings);

    // The cells of the chosen one that have no result yet. Nothing while one runs.
    void run();
    void cancel();
    int running() const; // index of the one that runs; -1: none does
    const Progress& progress() const { return m_progress; }

signals:
    void listChanged(); // files, or which is chosen
    void changed();     // what is known of the chosen one
    void progressed();  // also when a run begins or ends
    void failed(const QString& message);

private:
    class Mailbox;
    void take();
    void tellFaults(); // that keep cells from running, once, as soon as they are found
    void endRun();

    Boards& m_boards;
    std::vector<std::filesystem::path> m_files;
    int m_chosen = -1;
    std::shared_ptr<const experiment::Overview> m_overview;
    table::Answer m_found;
    QString m_problem;
    std::filesystem::path m_running;
    Progress m_progress;
    std::shared_ptr<Mailbox> m_mailbox;
    JobSlot m_read, m_write, m_run;
};

} // namespace edgewright::views

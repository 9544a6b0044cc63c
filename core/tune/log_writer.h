// SPDX-License-Identifier: GPL-3.0-or-later
// Adds trials to our own log, a line at a time. A process that is killed loses at most the line that it is
// writing; several may write one log, as each line names its session.
#pragma once

#include "core/base/result.h"
#include "core/tune/log.h"

#include <filesystem>

namespace edgewright::tune {

// The check that LogWriter::open() would take a file that is there, which nothing is added to; what is missing
// is no error.
Result<void> checkLogFile(const std::filesystem::path& file);

class LogWriter {
public:
    // Makes the file where it is missing, drops a last line that was cut, and adds the line of the session.
    // BadInput, naming the file, where it cannot be written, holds anything else than such a log, or another
    // process has had its folder locked for ten seconds.
    static Result<LogWriter> open(const std::filesystem::path& file, LogSession session);
    LogWriter(LogWriter&& other) noexcept;
    LogWriter& operator=(LogWriter&&) = delete;
    ~LogWriter();

    // One write at the end of the file; Trial::session is not looked at. BadInput for times that are none, and
    // where nothing more fits onto the disk: the file then ends with the line before.
    Result<void> append(const Trial& trial);
    // All that was added is on the disk, whatever happens to the machine: once for each round.
    Result<void> endRound();

private:
    LogWriter(std::filesystem::path file, LogSession session, int descriptor);
    Result<void> add(const std::string& line);
    Result<void> dropCutLine() const;
    Error failure() const;

    std::filesystem::path m_file;
    LogSession m_session;
    int m_descriptor;
};

} // namespace edgewright::tune

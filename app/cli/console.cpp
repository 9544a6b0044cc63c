// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/table/diagnostic_table.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <sstream>

namespace edgewright::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

// The first asks for the end, the second does not wait.
void onInterrupt(int) {
    if (interrupted < 2) interrupted = interrupted + 1;
}

std::string lineOf(const Diagnostic& diagnostic) {
    switch (diagnostic.severity) {
    case Severity::Note:
        return say("note: {1}", diagnostic.message);
    case Severity::Warning:
        return say("warning: {1}", diagnostic.message);
    case Severity::Error:
        return say("error: {1}", diagnostic.message);
    }
    return diagnostic.message;
}

} // namespace

Console::Console() : m_run{m_stop.get_token(), &m_progress} {
    for (const int end : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(end, onInterrupt) == SIG_IGN && end == SIGHUP) std::signal(end, SIG_IGN); // nohup
    for (const int fault : {SIGPIPE, SIGXFSZ}) // write() says so, too
        std::signal(fault, SIG_IGN);
    m_watcher = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

Console::~Console() = default;

void Console::watch(const std::stop_token& stop) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (interrupted) m_stop.request_stop();
        if (interrupted > 1) {
            TemporaryFolder::removeAll();
            _exit(Stopped);
        }
        const auto [done, total] = m_progress.get();
        if (!terminal || quiet || total == 0) continue;
        constexpr std::uint32_t Width = 32;
        const std::uint64_t filled = std::min<std::uint64_t>(Width, std::uint64_t(done) * Width / total);
        std::string bar(filled, '#');
        bar.resize(Width, '.');
        bar = "[" + bar + "] " + right(std::to_string(std::uint64_t(done) * 100 / total), 3) + " %";
        const std::lock_guard lock(m_writing);
        if (bar == m_bar) continue;
        std::fprintf(stderr, "\r%s", bar.c_str());
        m_bar = std::move(bar);
    }
    write(stderr, "");
}

void Console::write(std::FILE* stream, std::string_view text) const {
    const std::lock_guard lock(m_writing);
    if (!m_bar.empty()) std::fprintf(stderr, "\r%*s\r", static_cast<int>(m_bar.size()), "");
    m_bar.clear();
    if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() && stream == stdout) m_fault = errno;
}

int Console::finish(int status) const {
    const std::lock_guard lock(m_writing);
    if (std::fflush(stdout) != 0) m_fault = errno;
    if (std::ferror(stdout) == 0) return status == Done && interrupted ? Stopped : status;
    if (m_fault != EPIPE) // who reads has what he wants
        std::fputs(
            (say("edgewright-cli: standard output cannot be written: the results are not complete") + '\n')
                .c_str(),
            stderr);
    return BadInput;
}

void Console::print(std::string_view line) const {
    if (isSilent()) return;
    write(stdout, escaped(line) + '\n');
}

void Console::printLines(const std::string& text) const {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        print(line);
}

void Console::printJson(const Json& document) const {
    if (!json) return;
    write(stdout, dumped(document));
}

void Console::note(std::string_view line) const {
    if (quiet) return;
    write(stderr, escaped(line) + '\n');
}

int Console::fail(const Error& error) const {
    if (error.code == ErrorCode::Cancelled) {
        write(stderr, say("edgewright-cli: cancelled") + '\n');
        return Stopped;
    }
    const std::string text = escaped(error.message);
    write(stderr, "edgewright-cli: " +
                      (error.code == ErrorCode::Internal ? say("internal error: {1}", text) : text) + '\n');
    return error.code == ErrorCode::TimedOut ? Stopped : BadInput;
}

void Console::list(const Diagnostics& diagnostics) const {
    constexpr std::size_t MaxOfKind = 3;
    const table::DiagnosticTree tree = table::byKind(diagnostics);
    std::size_t below = 0; // of the kind whose line was the last
    for (std::size_t row = 0; row < tree.rows.size(); ++row) {
        const Diagnostic& each = tree.rows[row];
        if (tree.parents[row] < 0) {
            note(lineOf(each) + " [" + each.code + "]");
            below = 0;
        } else if (const std::size_t all = tree.counts[static_cast<std::size_t>(tree.parents[row])];
                   ++below <= MaxOfKind) {
            note("    " + each.message);
        } else if (below == all) {
            note(say("    and {1} more", all - MaxOfKind));
        }
    }
}

} // namespace edgewright::cli

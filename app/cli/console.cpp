// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace edgewright::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void onInterrupt(int) {
    if (interrupted) _exit(Stopped); // a second Ctrl+C does not wait
    interrupted = 1;
}

} // namespace

Console::Console() : m_run{m_stop.get_token(), &m_progress} {
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGPIPE, SIG_IGN);
    m_watcher = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

Console::~Console() = default;

void Console::watch(const std::stop_token& stop) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (interrupted) m_stop.request_stop();
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
    if (std::ferror(stdout) == 0) return status;
    if (m_fault != EPIPE) // who reads has what he wants
        std::fputs("edgewright-cli: standard output cannot be written: the results are not complete\n", stderr);
    return BadInput;
}

void Console::print(std::string_view line) const {
    if (json || quiet) return;
    write(stdout, std::string(line) + '\n');
}

void Console::printJson(const Json& document) const {
    if (!json) return;
    write(stdout, dumped(document));
}

void Console::note(std::string_view line) const {
    if (quiet) return;
    write(stderr, std::string(line) + '\n');
}

int Console::fail(const Error& error) const {
    if (error.code == ErrorCode::Cancelled) {
        write(stderr, "edgewright-cli: cancelled\n");
        return Stopped;
    }
    write(stderr, std::string("edgewright-cli: ") +
                      (error.code == ErrorCode::Internal ? "internal error: " : "") + error.message + '\n');
    return error.code == ErrorCode::TimedOut ? Stopped : BadInput;
}

void Console::list(const Diagnostics& diagnostics) const {
    for (const Diagnostic& each : diagnostics) {
        const char* severity = each.severity == Severity::Error     ? "error"
                               : each.severity == Severity::Warning ? "warning"
                                                                    : "note";
        note(std::string(severity) + ": " + each.message + " [" + each.code + "]");
    }
}

std::string dumped(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json toJson(const Diagnostics& diagnostics) {
    Json rows = Json::array();
    for (const Diagnostic& each : diagnostics)
        rows.push_back({{"severity", each.severity == Severity::Error     ? "error"
                                     : each.severity == Severity::Warning ? "warning"
                                                                          : "note"},
                        {"code", each.code},
                        {"message", each.message},
                        {"place", each.place}});
    return rows;
}

std::string right(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

std::string left(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

std::string shortened(const std::string& text, std::size_t width) {
    if (text.size() <= width || width < 4) return text;
    const std::size_t half = (width - 2) / 2;
    return text.substr(0, half) + ".." + text.substr(text.size() - half);
}

std::string counted(std::int64_t number, const std::string& noun) {
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3)
        digits.insert(at - 3, 1, ' ');
    return digits;
}

std::string fixed(double number, int decimals) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, number);
    return buffer.data();
}

std::string scientific(double number) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", number);
    return buffer.data();
}

std::string bytesText(std::int64_t bytes) {
    constexpr std::array<const char*, 5> Units{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < Units.size(); ++unit)
        value /= 1024;
    return (unit == 0 ? std::to_string(bytes)
                      : fixed(value, value < 10    ? 2
                                     : value < 100 ? 1
                                                   : 0)) +
           " " + Units[unit];
}

} // namespace edgewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>

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
    bool drawn = false;
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (interrupted) m_stop.request_stop();
        const auto [done, total] = m_progress.get();
        if (!terminal || quiet || total == 0) continue;
        constexpr std::uint32_t Width = 32;
        const std::uint32_t filled = done * Width / total;
        std::string bar(filled, '#');
        bar.resize(Width, '.');
        std::fprintf(stderr, "\r[%s] %3u %%", bar.c_str(), done * 100 / total);
        drawn = true;
    }
    if (drawn) std::fprintf(stderr, "\r%48s\r", "");
}

void Console::print(std::string_view line) const {
    if (json || quiet) return;
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
}

void Console::printJson(const Json& document) const {
    if (!json) return;
    const std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
}

void Console::note(std::string_view line) const {
    if (quiet) return;
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

int Console::fail(const Error& error) const {
    if (error.code == ErrorCode::Cancelled) {
        std::fputs("edgewright-cli: cancelled\n", stderr);
        return Stopped;
    }
    std::fprintf(stderr, "edgewright-cli: %s%s\n", error.code == ErrorCode::Internal ? "internal error: " : "",
                 error.message.c_str());
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtimes/output_reader.h"

#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace edgewright::runtimes {

namespace {

constexpr double MaxSeconds = 1e9, MaxCount = 1e15;

// "705,779.00"; empty: no number >= 0 that makes sense.
std::optional<double> numberIn(std::string_view text, double most) {
    std::string digits;
    for (const char c : text.substr(0, 64))
        if (c != ',') digits += c;
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isWhole = error == std::errc() && end == digits.data() + digits.size();
    if (!isWhole || !std::isfinite(number) || std::signbit(number) || number > most) return std::nullopt;
    return number;
}

std::string shownText(std::string_view text) {
    std::string shown(trimmed(text).substr(0, OutputReader::MaxText));
    std::ranges::replace_if(
        shown, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return shown;
}

} // namespace

std::optional<double> RuntimeReport::statistic(std::string_view name) const {
    const auto found = statistics.find(name);
    return found == statistics.end() ? std::nullopt : std::optional(found->second);
}

OutputReader::OutputReader(const Adapter& adapter) : m_adapter(adapter) {
    for (const auto* rules :
         {&adapter.statistics, &adapter.samples, &adapter.operators, &adapter.notes, &adapter.errors})
        for (const Rule& rule : *rules)
            m_progress.push_back({.active = !rule.after});
    m_statistics.resize(adapter.statistics.size());
    m_samples.resize(adapter.samples.size());
    m_operators.resize(adapter.operators.size());
}

bool OutputReader::take(std::string_view bytes) {
    const bool fits = bytes.size() <= MaxBytes - m_bytes;
    bytes = bytes.substr(0, MaxBytes - m_bytes);
    m_bytes += bytes.size();
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        m_line += piece.substr(0, MaxLine - std::min(m_line.size(), MaxLine));
        if (end == std::string_view::npos) break;
        line(m_line);
        m_line.clear();
        bytes.remove_prefix(end + 1);
    }
    m_report.isCut = m_report.isCut || !fits;
    return fits;
}

bool OutputReader::isFor(const Rule& rule, Progress& progress, std::string_view line,
                         const std::function<void()>& forget) {
    if (rule.restart && rule.restart->finds(line)) {
        progress = {.active = !rule.after};
        forget();
    }
    if (progress.done) return false;
    if (!progress.active) {
        progress.active = rule.after->finds(line);
        return false; // headlines are no rows
    }
    if (rule.until && rule.until->finds(line)) {
        progress.done = true;
        return false;
    }
    return rule.pattern.match(line, m_captured);
}

void OutputReader::line(std::string_view text) {
    text = text.substr(0, text.find_last_not_of('\r') + 1);
    if (!trimmed(text).empty()) m_lastLine = shownText(text);
    std::size_t at = 0; // in m_progress
    const auto keep = [&](auto& rows, auto row) {
        m_report.isCut = m_report.isCut || rows.size() >= MaxRows;
        if (rows.size() < MaxRows) rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < m_adapter.statistics.size(); ++i) {
        const Rule& rule = m_adapter.statistics[i];
        if (!isFor(rule, m_progress[at++], text, [&] { m_statistics[i].clear(); })) continue;
        for (const auto& [name, value] : m_captured)
            if (const auto number = numberIn(value, name == "runs" ? MaxCount : MaxSeconds / rule.unit))
                m_statistics[i][name] = name == "runs" ? *number : *number * rule.unit;
    }
    for (std::size_t i = 0; i < m_adapter.samples.size(); ++i) {
        const Rule& rule = m_adapter.samples[i];
        if (!isFor(rule, m_progress[at++], text, [&] { m_samples[i].clear(); })) continue;
        const auto seconds = numberIn(m_captured["time"], MaxSeconds / rule.unit);
        if (seconds) keep(m_samples[i], *seconds * rule.unit);
    }
    for (std::size_t i = 0; i < m_adapter.operators.size(); ++i) {
        const Rule& rule = m_adapter.operators[i];
        if (!isFor(rule, m_progress[at++], text, [&] { m_operators[i].clear(); })) continue;
        const auto seconds = numberIn(m_captured["time"], MaxSeconds / rule.unit);
        if (!seconds) continue;
        OperatorRow row{shownText(m_captured["name"]), shownText(m_captured["type"])};
        row.seconds = *seconds * rule.unit;
        row.share = numberIn(m_captured["share"], 1e6).value_or(0) / 100;
        row.calls = static_cast<std::int64_t>(numberIn(m_captured["calls"], MaxCount).value_or(0));
        keep(m_operators[i], std::move(row));
    }
    for (const Rule& rule : m_adapter.notes)
        if (isFor(rule, m_progress[at++], text, [] {}) && m_report.notes.size() < MaxNotes)
            m_report.notes.push_back(shownText(m_captured["message"]));
    for (const Rule& rule : m_adapter.errors)
        if (isFor(rule, m_progress[at++], text, [] {}) && m_error.empty())
            m_error = shownText(m_captured["message"]);
}

Result<RuntimeReport> OutputReader::report(int status) {
    if (!m_line.empty()) line(std::exchange(m_line, {}));
    const auto why = [&](const std::string& what) {
        const std::string& said = m_error.empty() ? m_lastLine : m_error;
        return badInput(said.empty() ? what : say("{1}; it says {2}", what, inQuotes(said)));
    };
    if (status != 0) return why(say("{1} ends with status {2}", m_adapter.title, status));
    for (auto rule = m_statistics.rbegin(); rule != m_statistics.rend(); ++rule)
        for (const auto& [name, value] : *rule)
            m_report.statistics.insert_or_assign(name, value);
    for (const std::vector<double>& samples : m_samples)
        m_report.samples.insert(m_report.samples.end(), samples.begin(), samples.end());
    if (!m_report.samples.empty()) { // what was measured itself is better than what is said of it
        const measure::Summary summary = measure::summaryOf(m_report.samples);
        const std::pair<const char*, double> known[] = {{"mean", summary.mean},
                                                        {"median", summary.median},
                                                        {"min", summary.min},
                                                        {"max", summary.max},
                                                        {"p95", summary.p95},
                                                        {"p99", summary.p99},
                                                        {"runs", static_cast<double>(summary.count)}};
        for (const auto& [name, value] : known)
            m_report.statistics.insert_or_assign(name, value);
    }
    if (!m_report.statistic("median") && !m_report.statistic("mean"))
        return why(m_report.isCut
                       ? say("{1} writes more than {2} MiB, and no times", m_adapter.title, MaxBytes >> 20)
                       : say("{1} writes no times that are understood", m_adapter.title));
    double all = 0;
    bool hasShares = false;
    for (std::vector<OperatorRow>& rows : m_operators)
        for (OperatorRow& row : rows) {
            all += row.seconds;
            hasShares = hasShares || row.share > 0;
            m_report.operators.push_back(std::move(row));
        }
    for (OperatorRow& row : m_report.operators)
        if (!hasShares && all > 0) row.share = row.seconds / all;
    return std::move(m_report);
}

Result<RuntimeReport> reportOf(const Adapter& adapter, std::string_view output, int status) {
    OutputReader reader(adapter);
    reader.take(output);
    return reader.report(status);
}

} // namespace edgewright::runtimes

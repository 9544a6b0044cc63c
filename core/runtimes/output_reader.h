// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a runtime, as figures. The bytes may be any: they come from another machine.
#pragma once

#include "core/runtimes/adapter.h"

#include <cstdint>

namespace edgewright::runtimes {

struct OperatorRow {
    std::string name, type;
    double seconds = 0;     // of one run
    double share = 0;       // of all
    std::int64_t calls = 0; // in one run; 0: not said
};

// Times are seconds; all are finite and not negative.
struct RuntimeReport {
    std::map<std::string, double, std::less<>> statistics; // by statisticNames(), those that are known
    std::vector<double> samples;                           // of single runs, where it says them
    std::vector<OperatorRow> operators;                    // as it lists them
    std::vector<std::string> notes;                        // warnings
    bool isCut = false;                                    // there was more of something than is kept

    std::optional<double> statistic(std::string_view name) const;
};

// Reads output piece by piece, in little memory.
class OutputReader {
public:
    explicit OutputReader(const Adapter& adapter);

    static constexpr std::size_t MaxBytes = std::size_t(16) << 20;
    static constexpr std::size_t MaxLine = 16 << 10; // what is behind is not looked at
    static constexpr std::size_t MaxRows = 100'000;  // samples, operators
    static constexpr std::size_t MaxNotes = 20, MaxText = 256;

    // False once there were more than MaxBytes, of which no more is read.
    bool take(std::string_view bytes);
    // After all was taken. `status` is the program's. BadInput says what it complained of, or that nothing was
    // understood.
    Result<RuntimeReport> report(int status = 0);

private:
    struct Progress {
        bool active = true, done = false;
    };
    bool isFor(const Rule& rule, Progress& progress, std::string_view line,
               const std::function<void()>& forget);
    void line(std::string_view text);

    const Adapter& m_adapter;
    std::string m_line, m_lastLine, m_error;
    std::size_t m_bytes = 0;
    RuntimeReport m_report;
    std::vector<Progress> m_progress; // of all rules, in order
    // Each by its rule.
    std::vector<std::map<std::string, double, std::less<>>> m_statistics;
    std::vector<std::vector<double>> m_samples;
    std::vector<std::vector<OperatorRow>> m_operators;
    LinePattern::Captured m_captured;
};

// The report of a whole output at once.
Result<RuntimeReport> reportOf(const Adapter& adapter, std::string_view output, int status = 0);

} // namespace edgewright::runtimes

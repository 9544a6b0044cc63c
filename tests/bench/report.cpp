// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/report.h"

#include "core/kernels/isa.h"
#include "core/kernels/line_round_trip.h"
#include "core/measure/machine.h"

#include <fstream>
#include <iostream>

#include <unistd.h>

#include <latch>
#include <optional>
#include <thread>

namespace edgewright::bench {

namespace {

double loadAverage() { return measure::conditionsNow().loadAverage.value_or(-1); }

// How far two cores are from each other now: virtual machines are moved. Nothing where another thread never
// came.
std::optional<std::int64_t> roundTrip() {
    constexpr int Tries = 100;
    for (int i = 0; i < Tries; ++i) {
        kernels::LineRoundTrip trip;
        std::latch both(2); // a thread that is made takes longer than ask() waits
        std::jthread other([&] {
            both.arrive_and_wait();
            trip.answer();
        });
        both.arrive_and_wait();
        trip.ask();
        if (trip.time()) return trip.time()->count();
    }
    return {};
}
std::string roundTripText() {
    const auto time = roundTrip();
    return time ? "a cache line takes " + std::to_string(*time) + " ns between two cores and back"
                : "cores of which no two ran at once";
}

} // namespace

void Report::begin(const std::string& name, const std::string& summary) {
    if (m_document.empty()) {
        m_document["instruction_set"] = kernels::nameOf(kernels::isaInUse());
        m_document["load_average_before"] = loadAverage();
        m_document["asked"] = Json::array();
        line("Minima of CPU time, 1 thread, " + std::string(kernels::nameOf(kernels::isaInUse())) +
             "; load average " + cli::fixed(loadAverage(), 2) + "; " + roundTripText() +
             ". * marks a time of which every run was disturbed (wall > 1.05 cpu).");
    }
    m_name = name;
    line("\n" + name + ": " + summary);
}

void Report::print(const Table& table) const {
    progress({});
    std::cout << table.text() << std::flush;
}

void Report::line(const std::string& text) const {
    progress({});
    std::cout << text << std::endl;
}

void Report::asked(const std::string& what, bool met, const std::string& measured) {
    line("asked: " + what + ": " + (met ? "yes" : "NO") + " (" + measured + ")");
    m_document["asked"].push_back({{"by", m_name}, {"what", what}, {"met", met}, {"measured", measured}});
}

void Report::progress(const std::string& text) const {
    static const bool terminal = isatty(STDERR_FILENO) != 0;
    if (terminal) std::cerr << "\r\033[K" << text << std::flush;
}

void Report::finish() {
    m_document["load_average_after"] = loadAverage();
    std::string missed;
    std::size_t count = 0;
    for (const Json& each : m_document["asked"]) {
        ++count;
        if (each["met"].get<bool>()) continue;
        missed += "\n  " + each["by"].get<std::string>() + ": " + each["what"].get<std::string>() + " (" +
                  each["measured"].get<std::string>() + ")";
    }
    line("\nLoad average " + cli::fixed(loadAverage(), 2) + "; " + roundTripText() + ". Of " +
         std::to_string(count) + " figures asked for, missed:" + (missed.empty() ? " none" : missed));
}

Result<void> Report::write(const std::filesystem::path& file) const {
    std::ofstream stream(file);
    stream << m_document.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
    stream.close();
    if (!stream) return edgewright::badInput("cannot write " + file.string());
    return {};
}

std::string millisecondsText(const Fastest& time) {
    return cli::fixed(time.milliseconds(), 3) + (time.wasDisturbed() ? "*" : "");
}

Json timeJson(const Fastest& time) {
    return {{"cpu_ms", time.best().cpu * 1e3},
            {"wall_ms", time.best().wall * 1e3},
            {"samples", time.samples()},
            {"disturbed", time.disturbed()}};
}

} // namespace edgewright::bench

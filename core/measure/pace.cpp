// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/pace.h"

#include "core/base/file_lock.h"
#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/measure/statistics.h"
#include "core/measure/stopwatch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <vector>

namespace edgewright::measure {

namespace {

constexpr std::size_t Extent = 48, Rounds = 4; // of a product that fits the first cache
constexpr std::uintmax_t MaxHistoryBytes = 1 << 16;
constexpr double MinReference = 1e-7, MaxReference = 10; // seconds that the loop may take
constexpr std::size_t MinForQuantiles = 8;

using Matrix = std::array<float, Extent * Extent>;

void multiply(const Matrix& a, const Matrix& b, Matrix& c) {
    for (std::size_t i = 0; i < Extent; ++i)
        for (std::size_t k = 0; k < Extent; ++k) {
            const float left = a[i * Extent + k];
            for (std::size_t j = 0; j < Extent; ++j)
                c[i * Extent + j] += left * b[k * Extent + j];
        }
}

std::vector<double> timesIn(const std::filesystem::path& history) {
    std::error_code failed;
    if (std::filesystem::file_size(history, failed) > MaxHistoryBytes || failed) return {};
    std::vector<double> times;
    std::ifstream file(history);
    for (std::string line; std::getline(file, line);) {
        double time = 0;
        const auto end = std::from_chars(line.data(), line.data() + line.size(), time).ptr;
        if (end != line.data() + line.size() || !(time >= MinReference && time <= MaxReference)) return {};
        times.push_back(time);
    }
    return times;
}

Result<std::vector<double>> withOneMore(double time, const std::filesystem::path& history) {
    std::error_code ignored;
    std::filesystem::create_directories(history.parent_path(), ignored);
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(history));
    std::vector<double> times = timesIn(history);
    times.push_back(time);
    if (times.size() > MaxRemembered) times.erase(times.begin(), times.end() - MaxRemembered);
    std::string text;
    for (const double each : times)
        text += std::to_string(each * 1e9) + "e-9\n";
    if (std::filesystem::exists(history, ignored) && !std::filesystem::is_regular_file(history, ignored))
        return badInput(history.string() + ": is no regular file");
    // In place: a process that is killed meanwhile leaves no part beside it, and a damaged file is begun anew.
    std::ofstream file(history, std::ios::trunc);
    file << text << std::flush;
    if (!file) return badInput(history.string() + ": cannot be written");
    return times;
}

} // namespace

double referenceSeconds() {
    static const auto filled = [](float value) {
        Matrix matrix;
        matrix.fill(value);
        return matrix;
    };
    static const Matrix a = filled(0.5F), b = filled(0.25F);
    Matrix c = filled(0);
    const Stopwatch watch;
    for (std::size_t i = 0; i < Rounds; ++i)
        multiply(a, b, c);
    asm volatile("" : : "r"(c.data()) : "memory"); // a reader, without which the loop would not be there
    return watch.elapsed().wall;
}

Result<Pace> remembered(std::span<const double> reference, const std::filesystem::path& history) {
    Pace pace;
    if (reference.empty()) return pace;
    std::vector<double> sorted(reference.begin(), reference.end());
    std::ranges::sort(sorted);
    const double now = quantile(sorted, 0.5);
    double fastest = now, slowest = now;
    if (sorted.size() >= MinForQuantiles) { // a single interruption is no speed
        fastest = quantile(sorted, 0.1);
        slowest = quantile(sorted, 0.9);
    }
    pace.within = slowest / fastest;
    std::vector<double> times{now};
    if (!history.empty()) {
        ASSIGN_OR_RETURN(times, withOneMore(now, history));
    }
    pace.measurements = times.size();
    pace.fastest = std::min(fastest, *std::ranges::min_element(times)) / now;
    pace.slowest = std::max(slowest, *std::ranges::max_element(times)) / now;
    return pace;
}

std::filesystem::path paceHistory() {
    const std::filesystem::path cache = userFolder("XDG_CACHE_HOME", ".cache");
    return cache.empty() ? cache : cache / "edgewright" / "pace.txt";
}

} // namespace edgewright::measure

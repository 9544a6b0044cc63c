// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/pace.h"

#include "core/base/file_lock.h"
#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <vector>

namespace edgewright::measure {

namespace {

constexpr std::uintmax_t MaxHistoryBytes = 1 << 16;
constexpr double MinReference = 1e-7, MaxReference = 10; // seconds that the loop may take

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
        return badInput(say("{1}: is no regular file", history.string()));
    // In place: a process that is killed meanwhile leaves no part beside it, and a damaged file is begun anew.
    std::ofstream file(history, std::ios::trunc);
    file << text << std::flush;
    if (!file) return badInput(say("{1}: cannot be written", history.string()));
    return times;
}

} // namespace

Pace seenBy(Pace pace, std::span<const double> reference, std::span<const double> samples) {
    const auto here = remembered(reference, {});
    if (!here || samples.empty() || pace.fastest < here->fastest) return pace;
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    if (const double median = quantile(sorted, 0.5); median > 0)
        pace.fastest = std::max(pace.fastest, sorted.front() / median);
    return pace;
}

Result<Pace> remembered(std::span<const double> reference, const std::filesystem::path& history) {
    Pace pace;
    if (reference.empty()) return pace;
    std::vector<double> sorted(reference.begin(), reference.end());
    std::ranges::sort(sorted);
    const double now = quantile(sorted, 0.5);
    double fastest = now, slowest = now;
    if (sorted.size() >= MinReferences) { // a single interruption is no speed
        fastest = quantile(sorted, 0.1);
        slowest = quantile(sorted, 0.9);
    }
    pace.within = slowest / fastest;
    std::vector<double> times{now};
    if (!history.empty()) {
        ASSIGN_OR_RETURN(times, withOneMore(now, history));
    }
    std::erase_if(times, [&](double each) { return each > now * MaxSpeedRatio || each < now / MaxSpeedRatio; });
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frames/folder.h"

#include "core/base/say.h"
#include "core/dataset/folder_contents.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>

namespace edgewright::frames {

namespace {

// False: stopped before.
bool waitUntil(Time time, const RunContext& run) {
    if (run.stopped()) return false;
    if (time <= Clock::now()) return true;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, run.stop, time, [] { return false; });
    return !run.stopped();
}

} // namespace

Result<FolderSource> FolderSource::open(const std::filesystem::path& folder, const FolderOptions& options) {
    if (!(std::isfinite(options.rate) && options.rate >= 0))
        return badInput(say("{1}: frames need a rate of 0 or more per second", folder.string()));
    std::vector<std::filesystem::path> files = dataset::contentsOf(folder).files;
    std::erase_if(files, [](const std::filesystem::path& file) { return !dataset::isImageFile(file); });
    if (files.empty())
        return badInput(say("{1}: expected a folder with PNG, JPEG or BMP images", folder.string()));
    return FolderSource(std::move(files), options);
}

// From the first frame on, not from the one before: errors of rounding do not add up.
Time FolderSource::dueTime(std::uint64_t number) const {
    const double seconds = std::min(static_cast<double>(number) / m_options.rate, 1e9);
    return m_begin + std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

Result<Frame> FolderSource::next(const RunContext& run) {
    if (m_number == 0) m_begin = Clock::now();
    const bool isPaced = m_options.rate > 0;
    if (isPaced ? !waitUntil(dueTime(m_number), run) : run.stopped()) return cancelled();
    const Time arrival = isPaced ? dueTime(m_number) : Clock::now();
    const std::uint64_t number = m_number++;
    const std::filesystem::path& file = m_files[number % m_files.size()];
    auto image = dataset::readPixels(file, Channels);
    if (!image) {
        ++m_counts.faults;
        return std::move(image).error();
    }
    ++m_counts.frames;
    return Frame{*std::move(image), arrival, number, file.filename().string()};
}

} // namespace edgewright::frames

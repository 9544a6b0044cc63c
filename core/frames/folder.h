// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of pictures as a source: its PNG, JPEG and BMP files in the order of their names, numbers in names
// by their value, over and over.
#pragma once

#include "core/frames/frame_source.h"

#include <filesystem>
#include <vector>

namespace edgewright::frames {

struct FolderOptions {
    // Frames per second: frame k arrives k / rate after the first call of next(), which waits for that time and
    // for no other; who comes late gets the frame at once, with the time at which it was due. 0: a frame
    // arrives when it is asked for.
    double rate = 0;
};

// A file is decoded when its frame is asked for: whoever measures next() measures that as well. An error names
// the file. It never ends.
class FolderSource final : public FrameSource {
public:
    // The list of files is that of now. BadInput, naming the folder, where it has no picture, or for a rate
    // that is negative or no number.
    static Result<FolderSource> open(const std::filesystem::path& folder, const FolderOptions& options = {});

    std::size_t files() const { return m_files.size(); }

    Result<Frame> next(const RunContext& run) override;
    bool hasEnded() const override { return false; }
    FrameCounts counts() const override { return m_counts; }

private:
    FolderSource(std::vector<std::filesystem::path> files, const FolderOptions& options)
        : m_files(std::move(files)), m_options(options) {}
    Time dueTime(std::uint64_t number) const;

    std::vector<std::filesystem::path> m_files;
    FolderOptions m_options;
    Time m_begin;
    std::uint64_t m_number = 0;
    FrameCounts m_counts;
};

} // namespace edgewright::frames

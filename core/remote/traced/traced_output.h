// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a program that is traced on another machine, with its traces behind it in one stream.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace edgewright::remote {

// After "\n<mark> <name> <bytes>\n" stand so many bytes of the file <name>, after "\n<mark> end <status>\n"
// nothing more. Everything before the first mark is the program's output, which goes to `told` as it comes. The
// mark is random: no program writes it by chance, and none knows it.
class TracedOutput {
public:
    static constexpr std::uint64_t MaxBytes = std::uint64_t(4) << 30; // of all traces
    static constexpr std::size_t MaxFiles = 1000;

    TracedOutput(std::string mark, std::filesystem::path folder, std::function<void(std::string_view)> told);

    // False: what follows is of no interest.
    bool take(std::string_view bytes);
    // The exit status of the program. BadInput, in words behind the name of the machine, where a trace could
    // not be kept, where what was sent makes no sense, or is not whole.
    Result<int> status();

private:
    enum class Part { Output, File, End };

    void step();
    void takeOutput();
    void takeFile();
    void takeHeader(std::string_view header);
    void openFile(const std::string& name, std::uint64_t bytes);
    void fail(std::string why);

    std::string m_mark; // with the line break before it, and a blank behind
    std::filesystem::path m_folder;
    std::function<void(std::string_view)> m_told;
    Part m_part = Part::Output;
    bool m_isOutput = true; // nothing of ours has come yet
    std::string m_text;     // that came and is not taken yet
    std::ofstream m_file;
    std::uint64_t m_left = 0, m_bytes = 0; // of the file; of all
    std::size_t m_files = 0;
    std::optional<int> m_status;
    std::string m_fault;
};

} // namespace edgewright::remote

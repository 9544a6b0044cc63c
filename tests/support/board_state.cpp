// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/board_state.h"

#include "core/ir/storage/mapped_file.h"
#include "core/measure/machine.h"
#include "core/remote/installed.h"

#include <QtGlobal>

#include <algorithm>
#include <fstream>

namespace edgewright::test {

namespace fs = std::filesystem;

namespace {

std::vector<remote::AgentProgram> agentIn(const fs::path& file) {
    const auto mapped = ir::MappedFile::open(file);
    if (!mapped) qFatal("%s", mapped.error().message.c_str());
    const auto bytes = (*mapped)->bytes();
    return {{measure::thisMachine().architecture, file, bundle::digestOf(bytes), bytes.size()}};
}

} // namespace

std::vector<remote::AgentProgram> agentOfThisMachine() {
    const auto file = remote::agentHere();
    if (!file) qFatal("%s", file.error().message.c_str());
    return agentIn(*file);
}

std::vector<remote::AgentProgram> largeAgent(const fs::path& folder) {
    constexpr std::uintmax_t Bytes = 2'500'000;
    const fs::path file = folder / "edgewright-agent";
    if (!fs::exists(file)) {
        fs::copy_file(agentOfThisMachine()[0].file, file);
        fs::resize_file(file, std::max(fs::file_size(file), Bytes));
    }
    return agentIn(file);
}

std::vector<pid_t> processesOf(const fs::path& cache) {
    std::vector<pid_t> found;
    std::error_code ignored;
    for (fs::directory_iterator it("/proc", ignored), end; !ignored && it != end; it.increment(ignored)) {
        const std::string name = it->path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::error_code other;
        bool isOurs = fs::read_symlink(it->path() / "exe", other).string().starts_with(cache.string());
        std::ifstream words(it->path() / "cmdline");
        for (std::string word; !isOurs && std::getline(words, word, '\0');)
            isOurs = word.starts_with(cache.string());
        if (isOurs) found.push_back(static_cast<pid_t>(std::stol(name)));
    }
    return found;
}

std::vector<fs::path> filesIn(const fs::path& cache) {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (fs::recursive_directory_iterator it(cache, ignored), end; !ignored && it != end; it.increment(ignored))
        if (std::error_code other; it->is_regular_file(other) && it->path().extension() != ".lock")
            files.push_back(it->path());
    return files;
}

std::vector<fs::path> partsIn(const fs::path& cache) {
    std::vector<fs::path> files = filesIn(cache);
    std::erase_if(files, [](const fs::path& each) {
        return each.filename().string().find(".part") == std::string::npos;
    });
    return files;
}

} // namespace edgewright::test

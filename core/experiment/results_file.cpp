// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/results_file.h"

#include "core/base/file_lock.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::experiment {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t MaxResultBytes = std::int64_t(1) << 30;

// A file to add to.
class Appended {
public:
    static Result<Appended> open(const fs::path& file) {
        Appended opened(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666));
        struct stat about {};
        if (opened.m_descriptor < 0 || ::fstat(opened.m_descriptor, &about) != 0)
            return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(errno)));
        if (!S_ISREG(about.st_mode)) return badInput(say("{1}: is no regular file", file.string()));
        opened.m_bytes = about.st_size;
        return opened;
    }
    Appended(Appended&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1)), m_bytes(other.m_bytes) {}
    Appended& operator=(Appended&&) = delete;
    ~Appended() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }

    // True if the last line has no end.
    bool isCut() const {
        char last = '\n';
        return m_bytes > 0 && ::pread(m_descriptor, &last, 1, m_bytes - 1) == 1 && last != '\n';
    }
    bool add(const std::string& text) const { return writeAll(m_descriptor, text.data(), text.size()); }

private:
    explicit Appended(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor;
    off_t m_bytes = 0;
};

// Equal only for equal results.
auto ageOf(const Outcome& outcome) {
    return std::tuple(outcome.date, !outcome.isFailed(), outcomeLine(outcome));
}

} // namespace

fs::path usualResults(const fs::path& definition, const Shard& shard) {
    const std::string part = shard == Shard()
                                 ? std::string()
                                 : "." + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
    fs::path file = definition;
    return file.replace_extension(".results" + part + ".jsonl");
}

void addNewer(OutcomesByCell& into, const Outcome& outcome) {
    const auto [known, isNew] = into.emplace(outcome.choices, outcome);
    if (!isNew && ageOf(known->second) < ageOf(outcome)) known->second = outcome;
}

Result<Results> readResults(const fs::path& file) {
    Results results;
    std::error_code failed;
    if (!fs::exists(file, failed)) return results;
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, MaxResultBytes));
    std::size_t number = 0, leftOut = 0;
    std::string first;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto outcome = outcomeFrom(line, say("{1}, result {2}", file.string(), number));
        if (outcome) {
            addNewer(results.outcomes, *outcome);
        } else if (leftOut++ == 0) {
            first = outcome.error().message;
        }
    }
    if (leftOut > 0)
        results.notes.push_back(
            sayCount(leftOut, "{1} result left out, of another version, cut or damaged: {2}",
                     "{1} results left out, of another version, cut or damaged: {2}", first));
    return results;
}

Result<void> prepareResults(const fs::path& file) {
    ASSIGN_OR_RETURN(const Appended opened, Appended::open(file));
    return {};
}

Result<void> appendOutcome(const fs::path& file, const Outcome& outcome) {
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(file));
    ASSIGN_OR_RETURN(const Appended opened, Appended::open(file));
    if (!opened.add((opened.isCut() ? "\n" : "") + outcomeLine(outcome) + "\n"))
        return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(errno)));
    return {};
}

Result<Results> mergeResults(std::span<const fs::path> parts, const std::vector<Cell>& cells,
                             const fs::path& into) {
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(into));
    ASSIGN_OR_RETURN(Results merged, readResults(into));
    for (const fs::path& part : parts) {
        if (std::error_code failed; !fs::exists(part, failed))
            return badInput(say("{1} is not there", part.string()));
        ASSIGN_OR_RETURN(const Results read, readResults(part));
        for (const auto& [choices, outcome] : read.outcomes)
            addNewer(merged.outcomes, outcome);
        merged.notes.insert(merged.notes.end(), read.notes.begin(), read.notes.end());
    }
    std::string text;
    OutcomesByCell left = merged.outcomes;
    for (const Cell& cell : cells)
        if (const auto found = left.extract(cell.choices)) text += outcomeLine(found.mapped()) + "\n";
    for (const auto& [choices, outcome] : left)
        text += outcomeLine(outcome) + "\n";
    RETURN_IF_ERROR(writeText(into, text));
    return merged;
}

} // namespace edgewright::experiment

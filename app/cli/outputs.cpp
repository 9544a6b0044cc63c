// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputs.h"

#include "app/cli/output_place.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/base/written_file.h"
#include "core/pipeline/model_file.h"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::array DataEndings{".pb", ".npy", ".npz", ".png", ".jpg", ".jpeg", ".bmp"};

bool isBelow(const fs::path& file, const fs::path& folder) {
    std::error_code failed;
    const fs::path inner = fs::canonical(file, failed).lexically_relative(fs::canonical(folder, failed));
    return !failed && !inner.empty() && *inner.begin() != "..";
}

// Files that this process has mapped: the weights beside a model are found only once it is open.
bool isMapped(const fs::path& file) {
    std::error_code failed;
    const std::string wanted = fs::canonical(file, failed).string();
    if (failed) return false;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (const auto slash = line.find('/'); slash != std::string::npos && line.substr(slash) == wanted)
            return true;
    return false;
}

// Mode and, as far as possible, owner of what was there.
int keepAttributes(const fs::path& file, const OutputPlace& place) {
    if (!place.before) return 0;
    if (::chown(file.c_str(), place.before->st_uid, place.before->st_gid) != 0 &&
        ::chown(file.c_str(), static_cast<uid_t>(-1), place.before->st_gid) != 0) {
        // The file stays ours.
    }
    return ::chmod(file.c_str(), place.before->st_mode & 07777) == 0 ? 0 : errno;
}

// Puts a finished file where it belongs; `from` lies in the same file system unless links lead elsewhere.
Result<void> putInPlace(const fs::path& from, const OutputPlace& place, const fs::path& asked) {
    if (const int fault = keepAttributes(from, place)) return cannotWrite(asked, fault);
    if (::rename(from.c_str(), place.file.c_str()) != 0) return cannotWrite(asked, errno);
    return {};
}

bool isNullDevice(const OutputPlace& place) {
    return place.before && S_ISCHR(place.before->st_mode) && place.before->st_rdev == makedev(1, 3);
}

// What happened to the temporary file happened to the one that was asked for.
Error renamed(Error error, const fs::path& temporary, const fs::path& asked) {
    if (const auto at = error.message.find(temporary.string()); at != std::string::npos)
        error.message.replace(at, temporary.string().size(), asked.string());
    return error;
}

} // namespace

void Outputs::declareForce(CLI::App& verb, bool& force) {
    verb.add_flag("--force", force, say("Write over a file that is read, too"));
}

void Outputs::reads(const fs::path& input) {
    if (!input.empty()) m_inputs.push_back(input);
}

void Outputs::readsModel(const fs::path& fileOrFolder) {
    if (fileOrFolder.empty()) return;
    const auto file = pipeline::modelFile(fileOrFolder);
    reads(file ? *file : fileOrFolder);
}

bool Outputs::isInput(const fs::path& file) const {
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return false;
    return isMapped(file) || std::ranges::any_of(m_inputs, [&](const fs::path& input) {
               if (!fs::is_directory(input, failed)) return fs::equivalent(input, file, failed);
               return std::ranges::find(DataEndings, file.extension()) != DataEndings.end() &&
                      isBelow(file, input);
           });
}

Result<void> Outputs::check(const fs::path& file) {
    if (file.empty()) return {};
    ASSIGN_OR_RETURN(const auto place, outputPlace(file));
    if (place.descriptor == STDOUT_FILENO && m_onOutput != file) {
        if (m_console.json || m_console.outputGiven())
            throw CLI::ValidationError(
                file.string(), m_console.json
                                   ? say("standard output holds another document already, that of --json")
                                   : say("standard output holds another document already"));
        m_console.giveOutput();
        m_onOutput = file;
    }
    if (!m_force && place.isFile() && isInput(place.file))
        throw CLI::ValidationError(
            file.string(), say("is also read, and would be written over; expected another name, or --force"));
    return {};
}

Result<void> Outputs::write(const fs::path& file, const Writer& writer) {
    RETURN_IF_ERROR(check(file));
    ASSIGN_OR_RETURN(const auto place, outputPlace(file));
    std::error_code failed;
    fs::path folder = place.isFile() ? place.file.parent_path() : fs::temp_directory_path(failed);
    if (folder.empty()) folder = ".";
    const auto temporary = TemporaryFolder::in(folder, ".edgewright-");
    if (!temporary) return Error(temporary.error()).within(file.string());
    const fs::path name = place.isFile() ? place.file.filename() : fs::path("output");
    const fs::path made = temporary->path() / name;
    if (auto written = writer(made); !written) return renamed(std::move(written).error(), made, file);

    for (const fs::directory_entry& entry : fs::directory_iterator(temporary->path(), failed)) {
        const fs::path beside = entry.path();
        if (beside == made) continue;
        if (isNullDevice(place)) continue;
        if (!place.isFile())
            return badInput(say("{1}: the weights belong into a file of their own beside the model; expected "
                                "the name of a file, not a pipe or device",
                                place.file.string()));
        auto moved = write(folder / beside.filename(), [&](const fs::path& there) -> Result<void> {
            if (::rename(beside.c_str(), there.c_str()) == 0) return {};
            std::error_code fault;
            fs::copy_file(beside, there, fault); // links led to another file system
            return fault ? cannotWrite(there, fault.value()) : Result<void>();
        });
        if (!moved) return moved;
    }
    return place.isFile() ? putInPlace(made, place, file) : writeStream(place, made, m_console.run());
}

Result<void> Outputs::write(const fs::path& file, std::string_view text) {
    return write(file, [&](const fs::path& temporary) { return writeText(temporary, text); });
}

Result<void> checkFolder(const fs::path& folder) {
    if (folder.empty()) return {};
    std::error_code failed;
    fs::path there = fs::absolute(folder, failed);
    while (!fs::exists(there, failed) && there.has_relative_path())
        there = there.parent_path();
    if (!fs::is_directory(there, failed))
        return badInput(say("{1}: expected a folder, or a place where one can be made", folder.string()));
    if (::access(there.c_str(), W_OK) != 0) return cannotWrite(folder, errno);
    return {};
}

} // namespace edgewright::cli

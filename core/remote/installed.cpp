// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/installed.h"

#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/storage/mapped_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <elf.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace edgewright::remote {

namespace fs = std::filesystem;

fs::path programFolder() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

Result<fs::path> installedProgram(const char* variable, const std::string& name, const fs::path& installed) {
    if (const char* named = std::getenv(variable); named && *named) return fs::path(named);
    const fs::path beside = programFolder() / name,
                   elsewhere = (programFolder() / installed / name).lexically_normal();
    std::error_code ignored;
    for (const fs::path& each : {beside, elsewhere})
        if (fs::is_regular_file(each, ignored)) return each;
    return badInput(say("there is no {1}: neither {2} nor {3}", name, beside.string(), elsewhere.string()));
}

Result<fs::path> agentHere() {
    return installedProgram("EDGEWRIGHT_AGENT", "edgewright-agent", "../lib/edgewright");
}

Result<fs::path> agentFolderHere() {
    if (const fs::path cache = userFolder("XDG_CACHE_HOME", ".cache"); !cache.empty())
        return cache / "edgewright" / "agent";
    std::error_code failed;
    const fs::path folder =
        fs::temp_directory_path(failed) / ("edgewright-agent-" + std::to_string(::geteuid()));
    struct stat about {};
    if (!failed && ::mkdir(folder.c_str(), 0700) == 0) return folder;
    if (failed || ::lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) ||
        about.st_uid != ::geteuid() || (about.st_mode & 077) != 0)
        return badInput(
            say("there is no folder for what is measured: HOME is not set, and {1} is not this user's alone",
                folder.string()));
    return folder;
}

namespace {

std::optional<AgentProgram> programAt(const std::string& architecture, const fs::path& file) {
    const auto mapped = ir::MappedFile::open(file);
    if (!mapped) return std::nullopt;
    const std::span<const std::byte> bytes = (*mapped)->bytes();
    return AgentProgram{architecture, file, bundle::digestOf(bytes), bytes.size()};
}

} // namespace

std::vector<AgentProgram> agentPrograms(const fs::path& folder) {
    std::vector<AgentProgram> programs;
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored)) {
        const fs::path file = it->path() / "edgewright-agent";
        std::error_code other;
        if (!fs::is_regular_file(file, other)) continue;
        if (auto program = programAt(it->path().filename().string(), file))
            programs.push_back(*std::move(program));
    }
    std::ranges::sort(programs, {}, &AgentProgram::architecture);
    return programs;
}

std::vector<AgentProgram> agentProgramsKnown() {
    std::vector<AgentProgram> programs = agentPrograms(agentProgramsFolder());
    if (const char* named = std::getenv("EDGEWRIGHT_AGENTS"); named && *named) return programs;
    struct utsname here {};
    const auto own = agentHere();
    if (!own || ::uname(&here) != 0) return programs;
    const std::string architecture = here.machine;
    if (std::ranges::find(programs, architecture, &AgentProgram::architecture) != programs.end())
        return programs;
    if (auto program = programAt(architecture, *own)) programs.push_back(*std::move(program));
    std::ranges::sort(programs, {}, &AgentProgram::architecture);
    return programs;
}

Result<void> checkIsFor(const AgentProgram& program) {
    constexpr std::array<std::pair<std::string_view, std::uint16_t>, 2> Machines{
        {{"x86_64", EM_X86_64}, {"aarch64", EM_AARCH64}}};
    const auto known =
        std::ranges::find(Machines, program.architecture, &decltype(Machines)::value_type::first);
    if (known == Machines.end()) return {}; // who adds one knows
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(program.file));
    const std::span<const std::byte> bytes = mapped->bytes();
    Elf64_Ehdr header{};
    if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == known->second) return {};
    return unsupported(say("{1} is no program for {2}", program.file.string(), inQuotes(program.architecture)));
}

fs::path agentProgramsFolder() {
    if (const char* named = std::getenv("EDGEWRIGHT_AGENTS"); named && *named) return named;
    std::error_code ignored;
    const fs::path folder = programFolder();
    const fs::path installed = (folder / "../lib/edgewright/agents").lexically_normal();
    // build/agents, for a program in build/release/bin
    return fs::is_directory(installed, ignored) ? installed : (folder / "../../agents").lexically_normal();
}

} // namespace edgewright::remote

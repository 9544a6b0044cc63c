// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/compiler.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/remote/processes/child_output.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <unistd.h>

namespace edgewright::loopnest {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> Programs{"cc", "gcc", "clang"};
constexpr std::array<const char*, 7> Options{"-O2", "-march=native",  "-ffp-contract=fast", "-shared", "-fPIC",
                                             "-w",  "-fno-math-errno"};
constexpr std::chrono::seconds VersionPatience{10};

std::string pathHere() {
    const char* const path = std::getenv("PATH");
    return path ? path : "";
}

std::string firstLineOf(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    constexpr std::size_t MaxLine = 200;
    return line.substr(0, MaxLine);
}

} // namespace

std::string compilerOptions() {
    std::string text;
    for (const char* const each : Options)
        text += std::string(text.empty() ? "" : " ") + each;
    return text;
}

std::vector<fs::path> compilersIn(const std::string& path) {
    std::vector<fs::path> programs;
    for (const char* const name : Programs) {
        std::istringstream folders(path);
        for (std::string folder; std::getline(folders, folder, ':');) {
            fs::path program = fs::path(folder) / name;
            std::error_code ignored;
            if (program.is_absolute() && fs::is_regular_file(program, ignored) &&
                ::access(program.c_str(), X_OK) == 0)
                programs.push_back(std::move(program));
        }
    }
    return programs;
}

std::vector<fs::path> compilersHere() { return compilersIn(pathHere()); }

Result<Compiler> findCompiler(const std::string& path, const RunContext& run) {
    for (const fs::path& program : compilersIn(path)) {
        auto child = remote::Child::start({program.string(), "--version"});
        if (!child) continue;
        const auto said = remote::outputOf(std::move(*child), program.string(), run, VersionPatience);
        if (run.stopped()) return cancelled();
        if (said && said->status == 0 && !said->text.empty()) return Compiler{program, firstLineOf(said->text)};
    }
    return noCompiler();
}

Error noCompiler() {
    return unsupported(say("there is no C compiler: neither cc nor gcc nor clang is found in PATH and answers. "
                           "Generated kernels need one; the parameters of the program's own kernels do not"));
}

Result<Compiler> findCompiler(const RunContext& run) { return findCompiler(pathHere(), run); }

Result<void> compile(const Compiler& compiler, const std::string& source, const fs::path& object,
                     const CompileLimits& limits, const RunContext& run) {
    using Clock = std::chrono::steady_clock;
    const auto left = limits.until
                          ? std::chrono::duration_cast<std::chrono::milliseconds>(*limits.until - Clock::now())
                          : limits.patience;
    if (left <= std::chrono::milliseconds(0)) return cancelled();
    const fs::path text = object.string() + ".c", made = object.string() + ".part";
    RETURN_IF_ERROR(writeText(text, source, 0600));
    // A shell sets the limit, which the compiler's own processes inherit, and becomes the compiler.
    std::vector<std::string> words{"/bin/sh", "-c", "ulimit -v \"$0\" 2>/dev/null; exec \"$@\"",
                                   std::to_string(limits.memoryBytes >> 10), compiler.program.string()};
    words.insert(words.end(), Options.begin(), Options.end());
    words.insert(words.end(), {"-x", "c", "-o", made.string(), text.string()});
    auto child = remote::Child::start(words, {"LC_ALL=C"});
    std::error_code ignored;
    if (!child) {
        fs::remove(text, ignored);
        return std::move(child).error();
    }
    const auto output =
        remote::outputOf(std::move(*child), compiler.program.string(), run, std::min(left, limits.patience));
    fs::remove(text, ignored);
    const auto fail = [&](Error error) {
        fs::remove(made, ignored);
        return std::move(error).within(say("compiling generated kernels"));
    };
    if (!output && output.error().code == ErrorCode::TimedOut && left < limits.patience)
        return fail(cancelled());
    if (!output) return fail(output.error());
    if (output->status != 0) {
        const std::string why = remote::lastLineOf(output->errors);
        return fail(badInput(say("{1} ends with status {2}: {3}", inQuotes(compiler.program.string()),
                                 output->status, why.empty() ? "-" : why)));
    }
    if (!fs::is_regular_file(made, ignored))
        return fail(badInput(say("{1} has written nothing", inQuotes(compiler.program.string()))));
    std::error_code failed;
    fs::rename(made, object, failed);
    if (failed) return fail(badInput(say("{1}: cannot be written: {2}", object.string(), failed.message())));
    return {};
}

} // namespace edgewright::loopnest

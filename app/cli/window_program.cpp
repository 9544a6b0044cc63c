// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_program.h"

#include "core/base/propagate.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child_output.h"

#include <nlohmann/json.hpp>

#include <sstream>
#include <string_view>

namespace edgewright::cli {

Result<ExitStatus> runWindow(Console& console, const std::string& model, const std::string& folder,
                             const std::vector<std::string>& options) {
    constexpr std::chrono::hours Patience{24}; // it can be stopped
    constexpr std::string_view Prefix = "edgewright: ";
    ASSIGN_OR_RETURN(const std::filesystem::path program,
                     remote::installedProgram("EDGEWRIGHT_WINDOW", "edgewright", "."));
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", model});
    ASSIGN_OR_RETURN(remote::Child window, remote::Child::start(words, {"QT_QPA_PLATFORM=offscreen"}));
    ASSIGN_OR_RETURN(const remote::ChildOutput output,
                     remote::outputOf(std::move(window), program.string(), console.run(), Patience));
    if (output.status != 0) {
        std::string why = remote::lastLineOf(output.errors);
        if (why.starts_with(Prefix)) why.erase(0, Prefix.size());
        return badInput(why.empty() ? program.string() + " ended with status " + std::to_string(output.status)
                                    : why);
    }
    std::istringstream lines(output.text);
    for (std::string line; std::getline(lines, line);)
        console.print(line);
    console.printJson({{"model", std::filesystem::path(model).filename().string()}, {"folder", folder}});
    return Done;
}

} // namespace edgewright::cli

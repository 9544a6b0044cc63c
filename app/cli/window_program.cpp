// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_program.h"

#include "app/cli/outputs.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child_output.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

namespace edgewright::cli {

namespace {

// Lines of the window, as they come: how far it is goes to the progress, all others are printed.
class WindowLines {
public:
    explicit WindowLines(const Console& console) : m_console(console) {}

    void take(std::string_view bytes) {
        m_rest += bytes;
        for (std::size_t end = 0; (end = m_rest.find('\n')) != m_rest.npos; m_rest.erase(0, end + 1))
            tell(m_rest.substr(0, end));
    }

private:
    void tell(const std::string& line) const {
        std::istringstream words(line);
        std::string first;
        std::uint32_t done = 0, total = 0;
        if (words >> first >> done >> total && first == "progress")
            m_console.run().report(done, total);
        else
            m_console.print(line);
    }

    const Console& m_console;
    std::string m_rest; // of a line that has not ended
};

} // namespace

Result<ExitStatus> runWindow(Console& console, const std::string& model, const std::string& folder,
                             const std::vector<std::string>& options) {
    constexpr std::chrono::hours Patience{24}; // it can be stopped
    constexpr std::string_view Prefix = "edgewright: ";
    RETURN_IF_ERROR(checkFolder(folder));
    ASSIGN_OR_RETURN(const std::filesystem::path program,
                     remote::installedProgram("EDGEWRIGHT_WINDOW", "edgewright", "."));
    std::vector<std::string> words{program.string(), "--language=" + console.language};
    words.insert(words.end(), options.begin(), options.end());
    if (!model.empty()) words.insert(words.end(), {"--", model});
    ASSIGN_OR_RETURN(remote::Child window, remote::Child::start(words, {"QT_QPA_PLATFORM=offscreen"}));
    WindowLines said(console);
    ASSIGN_OR_RETURN(const remote::ChildOutput output,
                     remote::outputOf(std::move(window), program.string(), console.run(), Patience,
                                      [&said](std::string_view bytes) { said.take(bytes); }));
    if (output.status != 0) {
        std::string why = remote::lastLineOf(output.errors);
        if (why.starts_with(Prefix)) why.erase(0, Prefix.size());
        return badInput(why.empty() ? say("{1} ended with status {2}", program.string(), output.status) : why);
    }
    console.printJson({{"model", std::filesystem::path(model).filename().string()}, {"folder", folder}});
    return Done;
}

} // namespace edgewright::cli

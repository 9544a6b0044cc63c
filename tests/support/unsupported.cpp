// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unsupported.h"

#include "tests/support/paths/paths.h"
#include "tests/support/shared_files.h"

#include <fstream>

namespace edgewright::test {

const std::map<std::string, std::string>& unsupported() {
    static const std::map<std::string, std::string> listed = [] {
        std::map<std::string, std::string> result;
        std::ifstream file(sourceFolder() / "tests" / "unsupported.txt");
        for (std::string line; std::getline(file, line);) {
            const std::size_t end = line.find(':');
            if (line.empty() || line.front() == '#' || end == std::string::npos) continue;
            const std::size_t reason = line.find_first_not_of(' ', end + 1);
            result.emplace(line.substr(0, end), reason == std::string::npos ? "" : line.substr(reason));
        }
        return result;
    }();
    return listed;
}

std::string unlisted(const std::filesystem::path& path, const std::string& reason) {
    const auto found = unsupported().find(sharedName(path));
    if (found == unsupported().end())
        return reason.empty() ? "" : "does not run, and tests/unsupported.txt does not name it: " + reason;
    if (reason.empty()) return "runs, but tests/unsupported.txt names it: " + found->second;
    if (found->second.empty() || reason.find(found->second) == std::string::npos)
        return "does not run: " + reason + "; tests/unsupported.txt has another reason: " + found->second;
    return {};
}

} // namespace edgewright::test

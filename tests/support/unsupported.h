// SPDX-License-Identifier: GPL-3.0-or-later
// Cases of the shared collection that the program cannot run: those that tests/unsupported.txt names, and no
// others.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace edgewright::test {

// By name (test::sharedName): what the program says of it has to contain this.
const std::map<std::string, std::string>& unsupported();

// Compares `reason`, why the case at `path` did not run (empty: it ran), with the list. Empty when both agree.
std::string unlisted(const std::filesystem::path& path, const std::string& reason);

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The files for the results of a verb, which never overwrite what it reads.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace edgewright::cli {

// A file appears whole or not at all, behind symbolic links too, with the mode and, as far as possible, the
// owner of the one before; pipes and devices are written to. "-" is standard output, which then holds this
// alone.
class Outputs {
public:
    explicit Outputs(Console& console, bool force) : m_console(console), m_force(force) {}

    static void declareForce(CLI::App& verb, bool& force); // --force

    // Without a path: nothing. Of a folder its tensors and images are protected.
    void reads(const std::filesystem::path& input);
    void readsModel(const std::filesystem::path& fileOrFolder);

    // Before the work that makes the result: fails where `file` cannot be written, as far as that can be told.
    // Throws CLI::ValidationError where it is one of the inputs and not forced, or where standard output holds
    // another document already. Empty: none.
    Result<void> check(const std::filesystem::path& file);

    using Writer = std::function<Result<void>(const std::filesystem::path& file)>;
    // `writer` gets the name of a temporary file, and may put others beside it, which come along.
    Result<void> write(const std::filesystem::path& file, const Writer& writer);
    Result<void> write(const std::filesystem::path& file, std::string_view text);

private:
    bool isInput(const std::filesystem::path& file) const;

    Console& m_console;
    bool m_force;
    std::vector<std::filesystem::path> m_inputs;
    std::filesystem::path m_onOutput; // what standard output was given to
};

// The check that a folder is there or can be made, and written to. An empty path: none.
Result<void> checkFolder(const std::filesystem::path& folder);

} // namespace edgewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as command lines answer with them.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "app/cli/outputs.h"
#include "core/table/format.h"

#include <filesystem>
#include <string>

namespace edgewright::cli {

void printTable(const Console& console, const table::Table& table);
// An object for each row. Null: nothing, or an infinite number, which JSON has none of.
Json tableJson(const table::Table& table);

std::string tableFileType();  // "FILE.csv|.tex", of every format, for type_name()
std::string tableFileWords(); // "as CSV or LaTeX, by the ending of its name", behind what is written

// Throws CLI::ValidationError where no format has the suffix of the file that this option gives.
void checkTableFile(const char* option, const std::string& file);

// The words that documents have beside the table of a verb.
class TableWords {
public:
    // --caption and --label, which go with `needed`, the option that asks for the table.
    void declare(CLI::App& verb, CLI::Option* needed);
    // Throws CLI::ValidationError where no format has the suffix of the file of `option`, or the one that has
    // it no place for what was given.
    void check(const std::string& file, const char* option = "--output") const;
    // `usual`: the caption unless one was given, to which the name of the model is added. The origin is that
    // model and the command, with files by their names alone.
    table::About about(const std::string& usual, const std::filesystem::path& model) const;
    // The same of another table of the verb, which --caption and --label do not go with.
    table::About aboutOther(const std::string& caption, const std::filesystem::path& model) const;

private:
    const CLI::App* m_verb = nullptr;
    std::string m_caption, m_label;
};

// A file that a table is asked for in; empty: none.
struct TableOutput {
    const std::string& file;
    const TableWords& words;
};

// In the format of the file's suffix, which TableWords::check() has let pass. No file: nothing.
Result<void> writeTable(Outputs& outputs, const std::filesystem::path& file, const table::Table& table,
                        const table::About& about);

} // namespace edgewright::cli

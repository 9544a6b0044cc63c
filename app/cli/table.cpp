// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/say.h"
#include "core/table/terminal.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::cli {

namespace {

Json valueOf(const table::Cell& cell, const table::Head& head) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (const auto* word = std::get_if<table::Word>(&cell)) return word->name;
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    const auto* real = std::get_if<double>(&cell);
    if (real && std::isfinite(*real)) return *real;
    return !real && (head.on & table::ZeroInFiles) ? Json(0) : Json();
}

// Of a file or folder its name.
std::string shownValue(const CLI::Option& option, const std::string& value) {
    const std::string type = option.get_type_name();
    const bool isPath = option.get_positional() || type.starts_with("FILE") || type.starts_with("DIR") ||
                        type.starts_with("PATH");
    const std::filesystem::path path(value);
    const std::string shown =
        !isPath ? value : (path.has_filename() ? path : path.parent_path()).filename().string();
    return shown.find_first_of(" '\"\\$") == std::string::npos ? shown : "'" + shown + "'";
}

// As somebody would type it, but for where results go.
std::string commandText(const CLI::App& verb) {
    constexpr std::array<std::string_view, 7> Aside{"--language", "--json",    "--quiet", "--force",
                                                    "--output",   "--caption", "--label"};
    std::string text = verb.get_name();
    for (const CLI::App* outer = verb.get_parent(); outer && outer->get_parent(); outer = outer->get_parent())
        text.insert(0, outer->get_name() + " ");
    text.insert(0, "edgewright-cli ");
    for (const CLI::Option* option : verb.get_options()) {
        const std::string name = option->get_positional() ? std::string() : " " + option->get_name();
        if (option->count() == 0 || std::ranges::find(Aside, option->get_name()) != Aside.end()) continue;
        if (option->get_expected_max() == 0) {
            text += name;
            continue;
        }
        const char delimiter = option->get_delimiter();
        bool isFirst = true;
        for (const std::string& value : option->results()) {
            text += isFirst || delimiter == '\0' ? name + " " : std::string(1, delimiter);
            text += shownValue(*option, value);
            isFirst = false;
        }
    }
    return text;
}

} // namespace

std::string tableFileType() {
    std::string type = "FILE";
    for (const table::Format* each : table::formats())
        type += (each == table::formats().front() ? "" : "|") + std::string(each->suffix);
    return type;
}

std::string tableFileWords() {
    return say("as {1}, by the ending of its name", table::formatList(&table::Format::title));
}

void checkTableFile(const char* option, const std::string& file) {
    if (file.empty()) return;
    if (const std::string problem = table::formatProblem(file); !problem.empty())
        throw CLI::ValidationError(option, problem);
}

void TableWords::declare(CLI::App& verb, CLI::Option* needed) {
    m_verb = &verb;
    verb.add_option("--caption", m_caption, say("The caption of the table, in a document"))
        ->type_name("TEXT")
        ->needs(needed);
    verb.add_option("--label", m_label, say("The name by which a document refers to the table"))
        ->type_name("NAME")
        ->needs(needed);
}

void TableWords::check(const std::string& file, const char* option) const {
    if (file.empty()) return;
    checkTableFile(option, file);
    for (const auto& [words, given] : {std::pair("--caption", &m_caption), std::pair("--label", &m_label)})
        if (!given->empty() && !table::formatOf(file)->isDocument)
            throw CLI::ValidationError(words, say("has no place in {1}", table::formatOf(file)->title));
}

table::About TableWords::about(const std::string& usual, const std::filesystem::path& model) const {
    table::About words = aboutOther(usual, model);
    if (!m_caption.empty()) words.caption = m_caption;
    words.label = m_label;
    return words;
}

table::About TableWords::aboutOther(const std::string& caption, const std::filesystem::path& model) const {
    const std::string name = model.filename().string();
    return {caption + " of " + name, {}, {"Model: " + name, "Command: " + commandText(*m_verb)}};
}

void printTable(const Console& console, const table::Table& table) {
    if (console.isSilent()) return;
    const table::TerminalLines lines(table);
    console.print(lines.head());
    for (std::size_t row = 0; row < table.rows(); ++row)
        console.print(lines.row(table, row));
}

Result<void> writeTable(Outputs& outputs, const std::filesystem::path& file, const table::Table& table,
                        const table::About& about) {
    if (file.empty()) return {};
    const InEnglish english; // as all files are
    const table::Format* const format = table::formatOf(file.string());
    return format ? outputs.write(file, format->write(table, about))
                  : edgewright::badInput(table::formatProblem(file.string()));
}

Json tableJson(const table::Table& table) {
    Json rows = Json::array();
    const std::vector<std::size_t> columns = table.columnsOn(table::File);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Json json = Json::object();
        for (const std::size_t column : columns) {
            const table::Head& head = table.heads[column];
            Json* place = &json;
            for (const std::string& part :
                 (head.on & table::Literal) != 0 ? std::vector{std::string(head.key)} : splitAt(head.key, '.'))
                place = &(*place)[part];
            *place = valueOf(table.at(row, column), head);
        }
        rows.push_back(std::move(json));
    }
    return rows;
}

} // namespace edgewright::cli

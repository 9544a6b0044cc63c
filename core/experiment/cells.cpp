// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/cells.h"

#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace edgewright::experiment {

namespace {

// A number from 1 to MaxShards, all of `text`.
std::optional<std::size_t> shardNumber(std::string_view text) {
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number < 1 || number > MaxShards) return std::nullopt;
    return number;
}

// By accelerator.
bool addCells(std::vector<Cell>& cells, const Cell& measured, const Definition& definition) {
    if (definition.accelerators.empty()) cells.push_back(measured);
    for (const AcceleratorChoice& each : definition.accelerators) {
        cells.push_back(measured);
        cells.back().choices.accelerator = each.name;
        cells.back().accelerator = each.accelerator;
    }
    return cells.size() <= MaxCells;
}

// "'fp32', 'int8'": the choices on an axis.
std::string choicesText(const std::vector<Cell>& cells, const Axis& axis) {
    std::vector<std::string> seen;
    std::string text;
    for (const Cell& cell : cells) {
        const std::string& choice = cell.choices.*axis.member;
        if (std::ranges::find(seen, choice) != seen.end()) continue;
        seen.push_back(choice);
        text += (text.empty() ? "" : ", ") + inQuotes(choice);
    }
    return text;
}

} // namespace

Result<std::vector<Cell>> cellsOf(const Definition& definition) {
    std::vector<Cell> cells;
    for (const ModelChoice& model : definition.models)
        for (const ir::Bindings& extents : model.sizes.empty() ? definition.sizes : model.sizes)
            for (const Codes& codes : definition.codes)
                for (const Configuration configuration : definition.configurations)
                    for (const std::string& device : definition.devices) {
                        if (!codes.runsIn(configuration)) continue;
                        Cell cell;
                        cell.choices = {
                            model.name,
                            sizeText(extents),
                            codes.key,
                            std::string(Configurations[static_cast<std::size_t>(configuration)].key),
                            {},
                            device};
                        cell.file = model.file;
                        cell.extents = extents;
                        cell.codes = codes;
                        cell.configuration = configuration;
                        if (!addCells(cells, cell, definition))
                            return badInput(say(
                                "the experiment has more than {1} cells; expected fewer choices", MaxCells));
                    }
    if (cells.empty()) return badInput(say("the experiment has no cell: {1}", leftOutText(definition)));
    return cells;
}

std::string leftOutText(const Definition& definition) {
    std::string codes;
    std::vector<std::string> configurations;
    for (const Codes& each : definition.codes)
        if (each.strategy) codes += (codes.empty() ? "" : ", ") + each.key;
    for (const Configuration each : definition.configurations)
        if (!isFused(each)) configurations.emplace_back(Configurations[static_cast<std::size_t>(each)].key);
    if (codes.empty() || configurations.empty()) return {};
    return say("there are no cells of {1} in {2}: integers are computed by kernels that fusion makes", codes,
               sayList(configurations));
}

Result<void> requireChoices(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices) {
    for (const AxisChoice& each : choices)
        if (std::ranges::none_of(cells, [&](const Cell& cell) { return each.isOf(cell.choices); }))
            return badInput(say("no cell has the {1} {2}; there is {3}", each.axis->key, inQuotes(each.choice),
                                choicesText(cells, *each.axis)));
    return {};
}

std::vector<Cell> cellsWith(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices) {
    std::vector<Cell> chosen;
    for (const Cell& cell : cells)
        if (std::ranges::all_of(axes(), [&](const Axis& axis) {
                const auto isHere = [&](const AxisChoice& each) { return each.axis == &axis; };
                const auto isIts = [&](const AxisChoice& each) {
                    return isHere(each) && each.isOf(cell.choices);
                };
                return std::ranges::none_of(choices, isHere) || std::ranges::any_of(choices, isIts);
            }))
            chosen.push_back(cell);
    return chosen;
}

Result<void> requireCells(const std::vector<Cell>& cells, const std::vector<AxisChoice>& choices) {
    if (!cellsWith(cells, choices).empty()) return {};
    std::string text = say("no cell is selected by {1}", textOf(choices));
    for (const Axis& axis : axes()) {
        std::vector<AxisChoice> others;
        std::ranges::copy_if(choices, std::back_inserter(others),
                             [&](const AxisChoice& each) { return each.axis != &axis; });
        const auto left = others.size() < choices.size() ? cellsWith(cells, others) : std::vector<Cell>();
        if (!left.empty() && !others.empty())
            text = say("{1}; with {2}: {3} {4}", text, textOf(others), axis.key, choicesText(left, axis));
    }
    return badInput(text);
}

Choices measuredOf(const Choices& choices) {
    Choices measured = choices;
    measured.accelerator.clear();
    return measured;
}

std::optional<Shard> shardFrom(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto index = shardNumber(text.substr(0, slash)), count = shardNumber(text.substr(slash + 1));
    if (!index || !count || *index > *count) return std::nullopt;
    return Shard{*index, *count};
}

std::vector<Cell> cellsOf(const std::vector<Cell>& cells, const Shard& shard) {
    std::vector<Cell> part;
    std::size_t measurement = 0; // the number of the one that the cell belongs to
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0 && measuredOf(cells[i].choices) != measuredOf(cells[i - 1].choices)) ++measurement;
        if (measurement % shard.count == shard.index - 1) part.push_back(cells[i]);
    }
    return part;
}

} // namespace edgewright::experiment

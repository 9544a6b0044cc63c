// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tuning_table.h"

#include "app/cli/json.h"
#include "core/base/propagate.h"
#include "core/kernels/parameter_fields.h"
#include "core/tuner/kernel_space.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <unordered_map>

namespace edgewright::bench {

namespace search = cost::search;

namespace {

using Json = cli::Json;

constexpr double Infinite = std::numeric_limits<double>::infinity();
double middle(std::vector<double>& numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

constexpr search::PointId MaxScanned = search::PointId(1) << 26;

constexpr std::pair<const char*, std::int64_t ops::MatrixProduct::*> ProductExtents[]{
    {"m", &ops::MatrixProduct::m},
    {"n", &ops::MatrixProduct::n},
    {"k", &ops::MatrixProduct::k},
    {"count", &ops::MatrixProduct::count},
    {"sharing", &ops::MatrixProduct::sharing},
    {"steps", &ops::MatrixProduct::steps}};
using Windows = ops::MatrixProduct::Windows;
constexpr std::pair<const char*, std::int64_t Windows::Axis::*> WindowExtents[]{
    {"in", &Windows::Axis::in},         {"filter", &Windows::Axis::filter},     {"out", &Windows::Axis::out},
    {"stride", &Windows::Axis::stride}, {"dilation", &Windows::Axis::dilation}, {"pad", &Windows::Axis::pad}};
constexpr const char* Parts[]{"", "scores", "values"}; // of attention

Json axisJson(const Windows::Axis& axis) {
    Json json;
    for (const auto& [key, member] : WindowExtents)
        json[key] = axis.*member;
    return json;
}

Json productJson(const ops::MatrixProduct& product) {
    Json json{{"part", product.part}};
    for (const auto& [key, member] : ProductExtents)
        json[key] = product.*member;
    if (const auto& windows = product.windows)
        json["windows"] = {{"high", axisJson(windows->high)},
                           {"wide", axisJson(windows->wide)},
                           {"channels", windows->channels}};
    return json;
}

Windows::Axis axisOf(const Json& json) {
    Windows::Axis axis;
    for (const auto& [key, member] : WindowExtents)
        json.at(key).get_to(axis.*member);
    return axis;
}

ops::MatrixProduct productOf(const Json& json) {
    ops::MatrixProduct product;
    for (const auto& [key, member] : ProductExtents)
        json.at(key).get_to(product.*member);
    for (const char* const part : Parts)
        if (json.at("part") == part) product.part = part;
    if (const auto windows = json.find("windows"); windows != json.end())
        product.windows = {axisOf(windows->at("high")), axisOf(windows->at("wide")),
                           windows->at("channels").get<std::int64_t>()};
    return product;
}

TuningTable tableOf(const Json& line) {
    TuningTable table;
    line.at("key").get_to(table.task.key);
    line.at("label").get_to(table.task.label);
    line.at("kind").get_to(table.task.kind);
    line.at("weight").get_to(table.weight);
    line.at("threads").get_to(table.threads);
    line.at("integer").get_to(table.task.isInteger);
    for (const Json& each : line.at("products"))
        table.task.products.push_back(productOf(each));
    line.at("macs").get_to(table.task.macs);
    line.at("usual_seconds").get_to(table.usualSeconds);
    for (const Json& axis : line.at("axes")) {
        const auto key = axis.at("key").get<std::string>();
        const auto field =
            std::ranges::find(kernels::ParameterFields, key, [](const auto& each) { return each.key; });
        if (field == kernels::ParameterFields.end())
            throw std::runtime_error("no kernel has a parameter " + key);
        table.task.space.axes.push_back({field->key, axis.at("values").get<std::vector<std::int64_t>>()});
        if (key == "algorithm")
            table.task.space.usual.algorithm =
                static_cast<kernels::ConvolutionAlgorithm>(table.task.space.axes.back().values.at(0));
    }
    line.at("points").get_to(table.points);
    for (const Json& each : line.at("seconds"))
        table.seconds.push_back(each.is_null() ? Infinite : each.get<double>());
    if (table.points.empty() || table.points.size() != table.seconds.size() || !std::isfinite(table.best()))
        throw std::runtime_error("as many points as seconds are expected, one of them a time");
    return table;
}

Json jsonOf(const TuningTable& table) {
    Json line{
        {"key", table.task.key},           {"label", table.task.label}, {"kind", table.task.kind},
        {"weight", table.weight},          {"macs", table.task.macs},   {"threads", table.threads},
        {"integer", table.task.isInteger}, {"products", Json::array()}, {"usual_seconds", table.usualSeconds}};
    for (const ops::MatrixProduct& each : table.task.products)
        line["products"].push_back(productJson(each));
    for (const ops::ParameterAxis& axis : table.task.space.axes)
        line["axes"].push_back({{"key", axis.key}, {"values", axis.values}});
    line["points"] = table.points;
    for (const double each : table.seconds)
        line["seconds"].push_back(cli::numberJson(each));
    return line;
}

} // namespace

double TuningTable::best() const { return *std::ranges::min_element(seconds); }

Result<std::vector<TuningTable>> readTables(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<TuningTable> tables;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        if (line.empty()) continue;
        try {
            tables.push_back(tableOf(Json::parse(line)));
        } catch (const std::exception& problem) {
            return badInput(file.string() + ", line " + std::to_string(number) + ": " + problem.what());
        }
    }
    if (tables.empty()) return badInput(file.string() + ": no table of a tuner's space");
    return tables;
}

Result<void> append(const TuningTable& table, const std::filesystem::path& file) {
    std::ofstream stream(file, std::ios::app);
    stream << jsonOf(table).dump() << '\n';
    stream.close();
    if (!stream) return badInput("cannot write " + file.string());
    return {};
}

search::Space replayed(const std::shared_ptr<const TuningTable>& table) {
    search::Space space = tuner::kernelSpace(table->task, table->threads);
    auto values = std::make_shared<std::unordered_map<search::PointId, double>>();
    for (std::size_t i = 0; i < table->points.size(); ++i)
        values->emplace(table->points[i], table->seconds[i]);
    const search::Space axes{.axes = space.axes, .evaluate = {}};
    space.admits = [values, axes](std::span<const search::Choice> point) {
        return values->contains(search::idOf(axes, point));
    };
    space.evaluate = [values, axes](std::span<const search::Choice> point) {
        return values->at(search::idOf(axes, point));
    };
    return space;
}

std::optional<std::vector<search::PointId>> admittedPoints(const search::Space& space, std::size_t most) {
    const auto all = search::pointsOf(space);
    if (!all || *all > MaxScanned) return std::nullopt;
    std::vector<search::PointId> points;
    search::Point point;
    for (search::PointId id = 0; id < *all; ++id) {
        search::decode(space, id, point);
        if (!search::admits(space, point)) continue;
        if (points.size() == most) return std::nullopt;
        points.push_back(id);
    }
    return points;
}

std::optional<ops::ParameterSpace> thinned(ops::ParameterSpace space, std::size_t most) {
    while (!admittedPoints(tuner::kernelSpace(space), most)) {
        const auto longest = std::ranges::max_element(space.axes, {}, [](const ops::ParameterAxis& axis) {
            return axis.key == "algorithm" ? 0 : axis.values.size();
        });
        if (longest == space.axes.end() || longest->values.size() < 3) return std::nullopt;
        std::vector<std::int64_t> kept{longest->values.front()};
        for (std::size_t i = 2; i < longest->values.size(); i += 2)
            kept.push_back(longest->values[i]);
        longest->values = std::move(kept);
    }
    return space;
}

Result<TuningTable> measured(const tuner::Task& task, tuner::Trials& trials, std::size_t together,
                             std::size_t most, std::size_t passes, const RunContext& run) {
    const search::Space space = tuner::kernelSpace(task.space);
    auto points = admittedPoints(space, most);
    if (!points) return badInput(task.label + ": more than " + std::to_string(most) + " points");
    TuningTable table{.task = {.key = task.key,
                               .label = task.label,
                               .nodes = {},
                               .graph = nullptr,
                               .opsets = {},
                               .kind = task.kind,
                               .space = task.space,
                               .macs = task.macs,
                               .products = task.products,
                               .isInteger = task.isInteger},
                      .weight = task.weight(),
                      .threads = trials.options().threads,
                      .points = std::move(*points),
                      .seconds = {}};
    // In no order: what else the machine does while some are measured is no property of a corner.
    std::vector<std::size_t> places(table.points.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    std::mt19937_64 random(1);
    std::vector<std::vector<double>> seconds(places.size()); // by point, then by pass
    search::Point point;
    for (std::size_t at = 0; at < passes * places.size();) {
        if (run.stopped()) return cancelled();
        const std::size_t begin = at % places.size();
        if (begin == 0) std::ranges::shuffle(places, random);
        const auto round = std::span(places).subspan(begin, std::min(together, places.size() - begin));
        std::vector<kernels::KernelParameters> some;
        for (const std::size_t place : round) {
            search::decode(space, table.points[place], point);
            some.push_back(tuner::parametersAt(task.space, point));
        }
        ASSIGN_OR_RETURN(const auto outcomes, trials.measure(task, some, run));
        for (std::size_t i = 0; i < round.size(); ++i)
            seconds[round[i]].push_back(outcomes[i].value);
        at += round.size();
        run.report(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(passes * places.size()));
    }
    for (std::vector<double>& each : seconds)
        table.seconds.push_back(middle(each));
    table.usualSeconds = table.seconds.front(); // of the point of all first choices
    return table;
}

} // namespace edgewright::bench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/operator_export.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::device {

namespace profile_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

struct ProfiledVariant {
    const VariantRecord& record;
    double seconds;   // of all its operators
    bool isPredicted; // VariantRecord::isPredictable()
};

struct ProfiledOperator {
    const ProfiledVariant& variant;
    std::size_t position;
    const Beside& beside;

    const OperatorTime& time() const { return variant.record.operators[position]; }
};

template <auto member>
Cell of(const ProfiledOperator& row) {
    return row.time().*member;
}

template <auto member>
Cell inMicroseconds(const ProfiledOperator& row) {
    return row.time().*member * 1e6;
}

Cell share(const ProfiledOperator& row) {
    return row.variant.seconds > 0 ? row.time().seconds / row.variant.seconds : 0;
}

Cell rate(const ProfiledOperator& row) {
    const OperatorTime& time = row.time();
    return time.seconds > 0 ? static_cast<double>(time.macs) / time.seconds / 1e9 : 0;
}

Cell ofRoof(const ProfiledOperator& row) {
    if (!row.beside.roof) return {};
    return shareOfRoof(*row.beside.roof, row.time(), row.variant.record.variant.threads);
}

Cell predicted(const ProfiledOperator& row) {
    if (!row.beside.processor || !row.variant.isPredicted) return {};
    return row.beside.processor->secondsOf(row.time().features) * 1e6;
}

constexpr table::Column<ProfiledOperator> Columns[] = {
    {{"variant", TRANSLATABLE("Column", "Variant")},
     [](const ProfiledOperator& row) -> Cell { return row.variant.record.variant.title(); }},
    {inFiles("position"), table::member<&ProfiledOperator::position>},
    {{"name", TRANSLATABLE("Column", "Operator")}, of<&OperatorTime::name>},
    {{"op", TRANSLATABLE("Column", "Op"), TRANSLATABLE("Column", "Its kind")}, of<&OperatorTime::op>},
    {{"us", TRANSLATABLE("Column", "Time"), TRANSLATABLE("Column", "● Median over the profiled runs"),
      Microseconds},
     inMicroseconds<&OperatorTime::seconds>},
    {{"share", TRANSLATABLE("Column", "Share"), TRANSLATABLE("Column", "● Of all operators"), Share}, share},
    {inFiles("macs", Macs), of<&OperatorTime::macs>},
    {{"gmac_per_s", TRANSLATABLE("Column", "GMAC/s"), TRANSLATABLE("Column", "● Multiply-accumulates a second"),
      Plain},
     rate},
    {inFiles("bytes", Bytes), of<&OperatorTime::bytes>},
    {inFiles("start_us", Microseconds), inMicroseconds<&OperatorTime::start>},
    {inFiles("arithmetic", Text),
     [](const ProfiledOperator& row) -> Cell { return nameOf(row.time().arithmetic); }},
    {inFiles("ran_by", Text),
     [](const ProfiledOperator& row) -> Cell {
         return RanByNames[static_cast<std::size_t>(row.time().ranBy)];
     }},
    {{"roof", TRANSLATABLE("Column", "Of roof"), "", Share}, ofRoof},
    {{"predicted_us", TRANSLATABLE("Column", "Predicted"),
      TRANSLATABLE("Column", "≈ By the processor fitted to this machine"), Microseconds},
     predicted},
};

} // namespace

} // namespace profile_columns

table::Table profileTable(std::shared_ptr<const Record> record, const Beside& beside) {
    using namespace profile_columns;
    std::vector<ProfiledVariant> variants;
    std::vector<std::pair<std::size_t, std::size_t>> places; // of variant and operator
    bool isOfSeveral = false;                                // who ran
    for (const VariantRecord& each : record->variants) {
        for (std::size_t position = 0; position < each.operators.size(); ++position) {
            places.emplace_back(variants.size(), position);
            isOfSeveral = isOfSeveral || each.operators[position].ranBy != RanBy::Target;
        }
        variants.push_back({each, each.operatorSeconds(), each.isPredictable()});
    }
    const std::size_t rows = places.size();
    table::Table profile{std::span(Columns), rows,
                         [record = std::move(record), variants = std::move(variants),
                          places = std::move(places), beside](std::size_t row) {
                             return ProfiledOperator{variants[places[row].first], places[row].second, beside};
                         }};
    if (!isOfSeveral) profile.head("ran_by").on = 0;
    if (!beside.roof) profile.head("roof").on = 0;
    if (!beside.processor) profile.head("predicted_us").on = 0;
    return profile;
}

trace::Trace traceOf(const Record& record) {
    trace::Trace result;
    result.tool = trace::Tool::Edgewright;
    result.names.emplace_back();
    std::unordered_map<std::string, std::uint32_t> known;
    const auto indexOf = [&](const std::string& name) {
        if (name.empty()) return std::uint32_t(0);
        const auto [at, isNew] = known.try_emplace(name, static_cast<std::uint32_t>(result.names.size()));
        if (isNew) result.names.push_back(name);
        return at->second;
    };
    for (const VariantRecord& each : record.variants) {
        if (each.operators.empty()) continue;
        const auto track = static_cast<std::uint32_t>(result.tracks.size());
        result.tracks.push_back({"Edgewright", {each.variant.name}});
        double end = 0; // medians of starts and of times need not fit each other
        for (const OperatorTime& time : each.operators) {
            const double start = std::max(time.start, end);
            result.spans.push_back({indexOf(time.name), indexOf(time.op), track, 0, start, time.seconds});
            end = start + time.seconds;
        }
    }
    return result;
}

} // namespace edgewright::device

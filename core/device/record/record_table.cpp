// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/record_table.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::device {

namespace record_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

struct Sample {
    const VariantRecord& record;
    std::size_t block;
};

template <auto member>
Cell timing(const Sample& row) {
    return row.record.blocks[row.block].*member * 1e3;
}

constexpr const char* VariantHead = TRANSLATABLE("Column", "Variant");
constexpr const char* ThreadsHead = TRANSLATABLE("Column", "Threads");

constexpr table::Column<Sample> SampleColumns[] = {
    {{"variant", VariantHead}, [](const Sample& row) -> Cell { return row.record.variant.title(); }},
    {{"threads", ThreadsHead, "", Plain}, [](const Sample& row) -> Cell { return row.record.variant.threads; }},
    {{"block", TRANSLATABLE("Column", "Block"), TRANSLATABLE("Column", "Of runs of all variants, in turn"),
      Plain},
     table::member<&Sample::block>},
    {{"wall_ms", TRANSLATABLE("Column", "Time"), "", Milliseconds}, timing<&measure::Timing::wall>},
    {{"cpu_ms", TRANSLATABLE("Column", "Processor time"), "", Milliseconds}, timing<&measure::Timing::cpu>},
};

struct MeasuredVariant {
    std::shared_ptr<const Record> whole;
    const VariantRecord* record;
    measure::Summary summary, inRun; // of all runs on the machine; of these samples
};

template <auto member>
Cell ofRecord(const MeasuredVariant& row) {
    return (*row.whole).*member;
}

template <auto member>
Cell of(const MeasuredVariant& row) {
    return row.record->*member;
}

template <auto member>
Cell ofVariant(const MeasuredVariant& row) {
    return row.record->variant.*member;
}

template <auto member>
Cell inMilliseconds(const MeasuredVariant& row) {
    return row.summary.*member * 1e3;
}

template <auto summary, auto end>
Cell bound(const MeasuredVariant& row) {
    const auto& interval = (row.*summary).interval;
    return interval ? Cell((*interval).*end * 1e3) : Cell();
}

// Bytes that are told, and there.
template <auto member>
Cell bytes(const MeasuredVariant& row) {
    const std::int64_t count = row.record->*member;
    return count > 0 ? Cell(count) : Cell();
}

Cell outputs(const MeasuredVariant& row) {
    const auto& all = row.record->outputs;
    if (all.empty()) return {};
    return std::ranges::all_of(all, &OutputAgreement::agrees) ? "agree" : "differ";
}

Cell remarks(const MeasuredVariant& row) {
    std::string text;
    const auto add = [&](const std::string& remark) {
        text = text.empty() ? remark : sayIn("list", "{1}, {2}", text, remark);
    };
    if (row.record->isNoisy()) add(say("noisy"));
    if (row.record->isWithoutWarmup()) add(say("without warm-up"));
    if (row.record->disturbed > MostlyDisturbed)
        add(say("{1} % of the runs without the processor", table::fixed(row.record->disturbed * 100, 0)));
    return text;
}

Cell machine(const MeasuredVariant& row) {
    const InEnglish english; // of files alone
    return row.whole->machine.text();
}

constexpr std::size_t RecordColumns = 4, HistoryColumns = 14; // from the first one on
constexpr table::Column<MeasuredVariant> Columns[] = {
    {inFiles("date", Text), ofRecord<&Record::date>},
    {inFiles("device", Text), ofRecord<&Record::device>},
    {inFiles("machine", Text), machine},
    {inFiles("model", Text), ofRecord<&Record::model>},
    {{"name", VariantHead}, [](const MeasuredVariant& row) -> Cell { return row.record->variant.title(); }},
    {inFiles("threads"), ofVariant<&Variant::threads>},
    {{"median_ms", TRANSLATABLE("Column", "Median"), "", Milliseconds},
     inMilliseconds<&measure::Summary::median>},
    {{"low_ms", TRANSLATABLE("Column", "From"), TRANSLATABLE("Column", "The median lies above this, 95 % sure"),
      Milliseconds},
     bound<&MeasuredVariant::summary, &measure::Interval::low>},
    {{"high_ms", TRANSLATABLE("Column", "To"), TRANSLATABLE("Column", "The median lies below this, 95 % sure"),
      Milliseconds},
     bound<&MeasuredVariant::summary, &measure::Interval::high>},
    {{"p95_ms", TRANSLATABLE("Column", "p95"), TRANSLATABLE("Column", "95 % of the runs took no longer"),
      Milliseconds},
     inMilliseconds<&measure::Summary::p95>},
    {{"samples", TRANSLATABLE("Column", "Runs"), "", Plain},
     [](const MeasuredVariant& row) -> Cell { return row.summary.count; }},
    {inFiles("noisy", Text), [](const MeasuredVariant& row) -> Cell { return row.record->isNoisy(); }},
    // Nothing: not told, or not compared.
    {inFiles("throttled", Text),
     [](const MeasuredVariant& row) -> Cell {
         return measure::wasThrottled(row.whole->before, row.whole->after);
     }},
    {inFiles("outputs", Text), outputs},
    // Those from here on are not of a history.
    {{"first_ms", TRANSLATABLE("Column", "First"), TRANSLATABLE("Column", "The first run"), Milliseconds},
     [](const MeasuredVariant& row) -> Cell { return row.record->first.wall * 1e3; }},
    {{"peak_bytes", TRANSLATABLE("Column", "Peak memory"), "", Bytes}, of<&VariantRecord::peakBytes>},
    {{"arena_bytes", TRANSLATABLE("Column", "Arena"), "", Bytes, table::Everywhere | table::ZeroInFiles},
     bytes<&VariantRecord::arenaBytes>},
    {{"weight_bytes", TRANSLATABLE("Column", "Weights"), WeightBytesMeaning, Bytes,
      table::Everywhere | table::ZeroInFiles},
     bytes<&VariantRecord::weightBytes>},
    {inFiles("fusion", Text), ofVariant<&Variant::fusion>},
    {inFiles("reuse", Text), ofVariant<&Variant::reuse>},
    {inFiles("quantized", Text), ofVariant<&Variant::quantized>},
    {inFiles("run_low_ms", Milliseconds), bound<&MeasuredVariant::inRun, &measure::Interval::low>},
    {inFiles("run_high_ms", Milliseconds), bound<&MeasuredVariant::inRun, &measure::Interval::high>},
    {inFiles("min_ms", Milliseconds), inMilliseconds<&measure::Summary::min>},
    {inFiles("p99_ms", Milliseconds), inMilliseconds<&measure::Summary::p99>},
    {inFiles("per_second", Real),
     [](const MeasuredVariant& row) -> Cell { return row.summary.median > 0 ? 1 / row.summary.median : 0; }},
    {inFiles("spread", Share), [](const MeasuredVariant& row) -> Cell { return row.summary.spread; }},
    {inFiles("warmups"), of<&VariantRecord::warmups>},
    {inFiles("disturbed", Share), of<&VariantRecord::disturbed>},
    {inFiles("operators_ms", Milliseconds),
     [](const MeasuredVariant& row) -> Cell { return row.record->operatorSeconds() * 1e3; }},
    {inFiles("profiled_ms", Milliseconds),
     [](const MeasuredVariant& row) -> Cell { return row.record->profiledSeconds * 1e3; }},
    {inFiles("input_copy_ms", Milliseconds),
     [](const MeasuredVariant& row) -> Cell { return row.record->inputCopySeconds * 1e3; }},
    {inFiles("value_bytes", Bytes), of<&VariantRecord::valueBytes>},
    {inFiles("allocations"), of<&VariantRecord::allocations>},
    {inFiles("operator_calls"), of<&VariantRecord::operatorCalls>},
    {{"remarks", TRANSLATABLE("Column", "Remarks"), "", Text, table::People | table::Sentence}, remarks},
};

table::Table tableOf(std::span<const table::Column<MeasuredVariant>> columns,
                     std::span<const std::shared_ptr<const Record>> records) {
    std::vector<MeasuredVariant> rows;
    for (const auto& record : records)
        for (const VariantRecord& each : record->variants)
            rows.push_back({record, &each, each.summary(), measure::summaryOf(each.wall())});
    const std::size_t count = rows.size();
    return {columns, count,
            [rows = std::move(rows)](std::size_t row) -> const MeasuredVariant& { return rows[row]; }};
}

} // namespace

} // namespace record_columns

table::Table sampleTable(std::shared_ptr<const Record> record) {
    std::vector<std::pair<std::size_t, std::size_t>> places; // of variant and block
    for (std::size_t variant = 0; variant < record->variants.size(); ++variant)
        for (std::size_t block = 0; block < record->variants[variant].blocks.size(); ++block)
            places.emplace_back(variant, block);
    const std::size_t rows = places.size();
    return {std::span(record_columns::SampleColumns), rows,
            [record = std::move(record), places = std::move(places)](std::size_t row) {
                return record_columns::Sample{record->variants[places[row].first], places[row].second};
            }};
}

table::Table variantTable(const std::shared_ptr<const Record>& record) {
    using namespace record_columns;
    table::Table variants = tableOf(std::span(Columns).subspan(RecordColumns), {&record, 1});
    for (const char* key : {"throttled", "outputs"})
        variants.head(key).on = 0; // of the record, and of each output alone
    return variants;
}

table::Table historyTable(std::span<const std::shared_ptr<const Record>> records) {
    using namespace record_columns;
    table::Table history = tableOf(std::span(Columns).first(HistoryColumns), records);
    history.head("name").key = "variant";
    return history;
}

} // namespace edgewright::device

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/quantize_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"

namespace edgewright::cli {

namespace {

void addSpread(Json& row, const pipeline::SampleSpread& spread) {
    row["samples"] = spread.samples;
    row["lowest_sqnr_db"] = numberJson(spread.lowDb());
    row["highest_sqnr_db"] = numberJson(spread.highDb());
}

// {fp32, int8, samples}: shares of the labelled samples, each with the ends of its interval. Null without
// labels.
Json accuracyJson(const pipeline::TopCounts& counts) {
    const auto fp32 = counts.rightFp32(), int8 = counts.rightInt8();
    if (!fp32 || !int8) return nullptr;
    const measure::Interval before = fp32->interval(), after = int8->interval();
    return {{"fp32", fp32->share()},     {"fp32_low", before.low}, {"fp32_high", before.high},
            {"int8", int8->share()},     {"int8_low", after.low},  {"int8_high", after.high},
            {"samples", counts.labelled}};
}

Json effectsJson(const std::vector<pipeline::RemedyEffect>& effects) {
    Json rows = Json::array();
    for (const pipeline::RemedyEffect& each : effects) {
        Json row{{"name", each.name},
                 {"output_sqnr_db", numberJson(each.change.outputSqnrDb())},
                 {"worst_sample", worstSampleJson(each.change)},
                 {"weakest_output", each.change.weakestName()}};
        addTops(row, each.change.tops);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json equalizedJson(const pipeline::Improved& improved) {
    Json pairs = Json::array(), left = Json::array();
    for (const quant::EqualizedPair& each : improved.equalized)
        pairs.push_back({{"first", each.firstName},
                         {"second", each.secondName},
                         {"spread_before", each.spreadBefore},
                         {"spread_after", each.spreadAfter}});
    for (const quant::NotEqualized& each : improved.notEqualized)
        left.push_back({{"name", each.name}, {"reason", each.reason}});
    return {{"pairs", std::move(pairs)},
            {"left", std::move(left)},
            {"replaced_clips", improved.replacedClips},
            {"float_sqnr_db", numberJson(improved.floatChange.outputSqnrDb())},
            {"float_weakest_output", improved.floatChange.weakestName()}};
}

Json correctedJson(const pipeline::Improved& improved) {
    Json layers = Json::array(), left = Json::array();
    for (const pipeline::CorrectedLayer& each : improved.corrected)
        layers.push_back({{"name", each.name},
                          {"mean_error_before", each.meanErrorBefore},
                          {"mean_error_after", each.meanErrorAfter},
                          {"channels", each.channels},
                          {"added_bias", each.addedBias}});
    for (const pipeline::NotCorrected& each : improved.notCorrected)
        left.push_back({{"name", each.name}, {"reason", each.reason}});
    return {{"layers", std::move(layers)}, {"left", std::move(left)}};
}

Json sensitivityJson(const pipeline::Sensitivity& sensitivity) {
    Json rows = Json::array();
    for (const std::size_t place : sensitivity.bestFirst()) {
        const pipeline::LayerSensitivity& each = sensitivity.layers[place];
        rows.push_back(
            {{"name", each.name},
             {"op", each.op},
             {"in_float_sqnr_db", sensitivity.knowsGains() ? numberJson(each.inFloat.outputSqnrDb()) : Json()},
             {"weakest_output", sensitivity.knowsGains() ? Json(each.inFloat.weakestName()) : Json()},
             {"gains", sensitivity.knowsGains() ? Json(sensitivity.gains(each)) : Json()}});
    }
    return rows;
}

} // namespace

Json tensorsJson(const quant::QdqGraph& details) {
    Json rows = Json::array();
    for (const quant::QuantizedTensor& each : details.tensors)
        rows.push_back({{"name", each.name},
                        {"low", each.range.low},
                        {"high", each.range.high},
                        {"scale", each.params.scale},
                        {"zero_point", each.params.zeroPoint}});
    return rows;
}

Json inFloatJson(const std::vector<quant::LeftInFloat>& left, const ir::Graph& folded) {
    Json rows = Json::array();
    for (const quant::LeftInFloat& each : left)
        rows.push_back({{"name", folded.node(each.node).label()}, {"reason", each.reason}});
    return rows;
}

Json keptJson(const std::vector<pipeline::KeptWeights>& kept) {
    Json rows = Json::array();
    for (const pipeline::KeptWeights& each : kept)
        rows.push_back({{"name", each.name},
                        {"readers", each.readers},
                        {"bytes", each.bytes},
                        {"beside_codes", each.besideCodes}});
    return rows;
}

void addTops(Json& document, const pipeline::TopCounts& counts) {
    const auto agreeing = counts.agreeing();
    document["top1_agreement"] = numberJson(counts.agreement());
    document["top1_agreement_low"] = agreeing ? Json(agreeing->interval().low) : Json();
    document["top1_agreement_high"] = agreeing ? Json(agreeing->interval().high) : Json();
    document["accuracy"] = accuracyJson(counts);
}

Json outputsJson(const std::vector<pipeline::Int8Output>& outputs) {
    Json rows = Json::array();
    for (const pipeline::Int8Output& each : outputs) {
        Json row{
            {"name", each.name}, {"sqnr_db", numberJson(each.sqnrDb)}, {"max_abs_error", each.maxAbsError}};
        addSpread(row, each.spread);
        for (const pipeline::Int8Part& part : each.parts) {
            row["parts"].push_back({{"name", part.place.name},
                                    {"axis", each.axis},
                                    {"first", part.place.begin},
                                    {"last", part.place.end - 1},
                                    {"sqnr_db", numberJson(part.sqnrDb)},
                                    {"max_abs_error", part.maxAbsError}});
            addSpread(row["parts"].back(), part.spread);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Json weakestJson(const std::vector<pipeline::Int8Output>& outputs) {
    return {{"name", pipeline::weakestName(outputs)},
            {"sqnr_db", numberJson(pipeline::weakestOf(outputs).sqnrDb)}};
}

Json remediesJson(const pipeline::Improved& improved) {
    if (improved.effects.empty()) return nullptr;
    Json document{{"effects", effectsJson(improved.effects)}};
    if (!improved.equalized.empty() || !improved.notEqualized.empty())
        document["equalized"] = equalizedJson(improved);
    if (improved.sensitivity) {
        document["sensitivity"] = sensitivityJson(*improved.sensitivity);
        document["float_layers"] = improved.floatLayers;
    }
    if (!improved.corrected.empty() || !improved.notCorrected.empty())
        document["corrected"] = correctedJson(improved);
    return document;
}

Json mixedJson(const std::vector<quant::MixedRanges>& mixed) {
    Json rows = Json::array();
    for (const quant::MixedRanges& each : mixed)
        rows.push_back({{"name", each.name},
                        {"widest", each.widest},
                        {"widest_range", each.widestRange},
                        {"narrowest", each.narrowest},
                        {"narrowest_range", each.narrowestRange},
                        {"narrowest_steps", each.steps}});
    return rows;
}

Json worstSampleJson(const pipeline::ModelChange& change) {
    const pipeline::SampleChange* worst = change.worstSample();
    if (!worst) return nullptr;
    return {{"name", worst->name}, {"output", worst->output}, {"sqnr_db", numberJson(worst->sqnrDb)}};
}

std::string printUnusable(const Console& console, const pipeline::ModelChange& change,
                          const std::optional<pipeline::UnlikeInputs>& unlike) {
    const std::string text = pipeline::unusableText(change, unlike);
    if (!text.empty()) console.print(say("WARNING: {1}", text));
    return text;
}

Json unlikeJson(const std::optional<pipeline::UnlikeInputs>& unlike) {
    if (!unlike) return nullptr;
    return {{"input", unlike->input},
            {"widest", unlike->widest},
            {"widest_value", unlike->widestValue},
            {"narrowest", unlike->narrowest},
            {"narrowest_value", unlike->narrowestValue}};
}

void printMixed(const Console& console, const std::vector<quant::MixedRanges>& mixed) {
    for (const quant::MixedRanges& each : mixed)
        console.print(say("{1} joins what differs in range by a factor of {2} in codes of one scale: {3} has "
                          "{4} steps of it, beside {5}; with --in-float {6} each keeps a scale of its own",
                          each.name, fixed(static_cast<double>(each.widestRange / each.narrowestRange), 0),
                          each.narrowest, fixed(each.steps, 1), each.widest, each.name));
}

void printKept(const Console& console, const std::vector<pipeline::KeptWeights>& kept) {
    for (const pipeline::KeptWeights& each : kept) {
        if (!each.besideCodes) continue; // its readers are told as layers that stay in float32
        std::string readers;
        for (const std::string& reader : each.readers)
            readers += (readers.empty() ? "" : ", ") + reader;
        console.print(say("{1} keeps {2} in float32 beside its codes: {3}",
                          readers.empty() ? say("an output of the model") : readers, each.name,
                          bytesText(each.bytes)));
    }
}

void printRemedies(const Console& console, const pipeline::Improved& improved) {
    for (const pipeline::RemedyEffect& each : improved.effects) {
        const auto accuracy = each.change.tops.rightInt8(), agreeing = each.change.tops.agreeing();
        std::string text =
            say("with remedy  {1}{2}{3} against the model as given", left(each.name, 14),
                right(decibelText(each.change.outputSqnrDb()), 11), each.change.weakest().behind());
        if (agreeing) text = say("{1}, top-1 agreement {2}", text, agreeing->text());
        console.print(accuracy ? say("{1}, accuracy {2}", text, accuracy->text()) : text);
    }
    if (!improved.equalized.empty() || !improved.notEqualized.empty()) {
        const std::string pairs = sayCount(groups(improved.equalized.size()), "{1} pair of layers equalized",
                                           "{1} pairs of layers equalized");
        console.print(
            improved.replacedClips.empty()
                ? pairs
                : sayCount(groups(improved.replacedClips.size()),
                           "{2}, {1} Clip replaced by Relu: in float32 {3}{4} against the model as given",
                           "{2}, {1} Clips replaced by Relu: in float32 {3}{4} against the model as given",
                           pairs, decibelText(improved.floatChange.outputSqnrDb()),
                           improved.floatChange.weakest().behind()));
    }
    for (const quant::NotEqualized& each : improved.notEqualized)
        console.print("    " + each.name + ": " + each.reason);
    for (const std::string& each : pipeline::floatLayerSentences(improved))
        console.print(each);
    if (const std::string worse = pipeline::worseInFloatText(improved); !worse.empty())
        console.print(say("WARNING: {1}", worse));
    if (!improved.corrected.empty())
        console.print(sayCount(groups(improved.corrected.size()), "bias of {1} layer corrected",
                               "bias of {1} layers corrected"));
    for (const pipeline::NotCorrected& each : improved.notCorrected)
        console.print("    " + each.name + ": " + each.reason);
}

void printOutputs(const Console& console, const std::vector<pipeline::Int8Output>& outputs) {
    for (const pipeline::Int8Output& each : outputs) {
        console.print(say("output  {1}  {2}{3}, max |error| {4}", each.name, decibelText(each.sqnrDb),
                          each.spread.behind(), scientific(each.maxAbsError)));
        for (const pipeline::Int8Part& part : each.parts)
            console.print(say("        {1} ({2})  {3}{4}, max |error| {5}", pipeline::partText(each, part),
                              part.place.name, decibelText(part.sqnrDb), part.spread.behind(),
                              scientific(part.maxAbsError)));
    }
    if (const pipeline::WeakestOutput weakest = pipeline::weakestOf(outputs); !weakest.name.empty())
        console.print(say("lowest  {1} at {2}", decibelText(weakest.sqnrDb), weakest.place()));
}

void printTops(const Console& console, const pipeline::TopCounts& counts) {
    if (const auto agreeing = counts.agreeing())
        console.print(say("top-1 agreement  {1}, with 95 % confidence", agreeing->text()));
    if (counts.samples == 1) console.print(say("WARNING: one input says little"));
    const auto fp32 = counts.rightFp32(), int8 = counts.rightInt8();
    if (fp32 && int8)
        console.print(say("accuracy  FP32 {1}, INT8 {2}, with 95 % confidence", fp32->text(), int8->text()));
}

} // namespace edgewright::cli

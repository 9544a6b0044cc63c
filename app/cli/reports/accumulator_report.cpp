// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/accumulator_report.h"

#include "app/cli/reports/decibels.h"
#include "app/cli/reports/layer_table.h"
#include "app/cli/reports/quantize_report.h"
#include "app/cli/text.h"
#include "core/quant/study_fields.h"

namespace edgewright::cli {

namespace {

std::string overflowWord(quant::Overflow overflow) {
    return std::string(quant::Overflows[static_cast<std::size_t>(overflow)].key);
}

void printGrowth(const Console& console, const pipeline::AccumulatorExperiment& experiment) {
    console.print(left("layer", 40) + right("product", 9) + right("terms", 9) + right("lowest", 16) +
                  right("highest", 16) + right("worst", 7) + right("measured", 10) + right("recommended", 13));
    for (const pipeline::LayerGrowth& each : experiment.layers) {
        const quant::BitGrowth& growth = each.growth;
        console.print(left(shortened(each.name, 38), 40) + right(std::to_string(growth.productBits), 9) +
                      right(grouped(growth.terms), 9) + right(grouped(growth.worstLow), 16) +
                      right(grouped(growth.worstHigh), 16) + right(std::to_string(growth.worstBits), 7) +
                      right(std::to_string(growth.measuredBits), 10) +
                      right(std::to_string(growth.recommendedBits), 13));
    }
}

} // namespace

Json accumulatorRowsJson(const pipeline::AccumulatorExperiment& experiment) {
    Json rows = Json::array();
    for (const pipeline::AccumulatorRow& each : experiment.rows) {
        Json layers = Json::array();
        for (const std::size_t place : each.overflowing)
            layers.push_back(each.model.layers[place].name);
        rows.push_back({{"bits", each.accumulator.bits},
                        {"overflow", overflowWord(each.accumulator.overflow)},
                        {"overflows", each.overflows},
                        {"overflowing_layers", std::move(layers)},
                        {"output_sqnr_db", decibels(each.outputSqnrDb())},
                        {"mean_layer_sqnr_db", decibels(each.meanLayerSqnrDb)},
                        {"worst_layer_sqnr_db", decibels(each.worstLayerSqnrDb)},
                        {"worst_layer", each.model.layers[each.worstLayer].name},
                        {"top1_agreement", each.model.counts.agreement()},
                        {"accuracy", accuracyJson(each.model.counts)}});
    }
    return rows;
}

std::string accumulatorsCsv(Json rows) {
    for (Json& row : rows) {
        std::string names;
        for (const Json& name : row["overflowing_layers"])
            names += (names.empty() ? "" : " ") + name.get<std::string>();
        row["overflowing_layers"] = names;
        if (row["accuracy"].is_null()) row.erase("accuracy"); // of all rows, or of none
    }
    return layersCsv(rows, {});
}

Json growthJson(const pipeline::AccumulatorExperiment& experiment) {
    Json rows = Json::array();
    for (const pipeline::LayerGrowth& each : experiment.layers) {
        const quant::BitGrowth& growth = each.growth;
        rows.push_back({{"name", each.name},
                        {"op", each.op},
                        {"product_bits", growth.productBits},
                        {"terms", growth.terms},
                        {"worst_low", growth.worstLow},
                        {"worst_high", growth.worstHigh},
                        {"worst_bits", growth.worstBits},
                        {"measured_bits", growth.measuredBits},
                        {"recommended_bits", growth.recommendedBits},
                        {"reason", growth.reason}});
    }
    return rows;
}

void printAccumulators(const Console& console, const pipeline::AccumulatorExperiment& experiment) {
    console.print(
        "bits each sum needs: of one product, of the worst case by the signs of the weights (from the "
        "lowest to the highest sum), measured");
    printGrowth(console, experiment);
    console.print("");
    console.print(right("bits", 4) + "  " + left("overflow", 10) + right("overflows", 13) + right("layers", 8) +
                  right("SQNR", 11) + right("mean layer", 12) + right("worst layer", 13) + right("top-1", 9) +
                  right("accuracy", 10) + "  worst layer");
    for (const pipeline::AccumulatorRow& each : experiment.rows) {
        const auto accuracy = each.model.counts.accuracyInt8();
        console.print(
            right(std::to_string(each.accumulator.bits), 4) + "  " +
            left(overflowWord(each.accumulator.overflow), 10) + right(grouped(each.overflows), 13) +
            right(std::to_string(each.overflowing.size()), 8) + right(decibelText(each.outputSqnrDb()), 11) +
            right(decibelText(each.meanLayerSqnrDb), 12) + right(decibelText(each.worstLayerSqnrDb), 13) +
            right(fixed(each.model.counts.agreement() * 100, 1) + " %", 9) +
            right(accuracy ? fixed(*accuracy * 100, 1) + " %" : "", 10) + "  " +
            shortened(each.model.layers[each.worstLayer].name, 34));
    }
}

} // namespace edgewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/strategy_report.h"

#include "app/cli/reports/decibels.h"
#include "app/cli/reports/layer_table.h"
#include "app/cli/reports/quantize_report.h"
#include "app/cli/text.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

std::string percents(double share) { return fixed(share * 100, 1) + " %"; }

Json remedyJson(const pipeline::Strategy& strategy) {
    switch (strategy.remedy) {
    case pipeline::Remedy::None:
        break;
    case pipeline::Remedy::Equalize:
        return "equalize";
    case pipeline::Remedy::CorrectBias:
        return "correct_bias";
    case pipeline::Remedy::FloatLayers:
        return "float_layers";
    }
    return "none";
}

std::string worstName(const pipeline::StrategyRow& row) {
    return row.worstLayer ? row.layers[*row.worstLayer].name : std::string();
}

} // namespace

Json strategiesJson(const pipeline::StrategyComparison& comparison) {
    const std::vector<std::size_t> pareto = pipeline::paretoRows(comparison.rows);
    Json rows = Json::array();
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const pipeline::StrategyRow& each = comparison.rows[i];
        const pipeline::Strategy& strategy = each.strategy;
        const auto fp32 = each.change.tops.accuracyFp32(), int8 = each.change.tops.accuracyInt8();
        rows.push_back(
            {{"name", each.name},
             {"weights", strategy.weights == quant::Granularity::PerChannel ? "per-channel" : "per-tensor"},
             {"activations", strategy.symmetric ? "symmetric" : "asymmetric"},
             {"method", strategy.method},
             {"remedy", remedyJson(strategy)},
             {"accuracy_fp32", fp32 ? Json(*fp32) : Json()},
             {"accuracy_int8", int8 ? Json(*int8) : Json()},
             {"top1_agreement", each.change.tops.agreement()},
             {"output_sqnr_db", decibels(each.outputSqnrDb())},
             {"mean_layer_sqnr_db", each.meanLayerSqnrDb ? decibels(*each.meanLayerSqnrDb) : Json()},
             {"worst_layer", each.worstLayer ? Json(worstName(each)) : Json()},
             {"worst_layer_sqnr_db",
              each.worstLayer ? decibels(*each.layers[*each.worstLayer].sqnrDb) : Json()},
             {"bytes_before", each.weightBytesBefore},
             {"bytes_after", each.weightBytesAfter},
             {"file_bytes", each.fileBytes},
             {"pareto", std::ranges::find(pareto, i) != pareto.end()}});
    }
    return rows;
}

std::string strategiesCsv(Json rows) {
    for (Json& row : rows) {
        for (const char* key : {"accuracy_fp32", "accuracy_int8"})
            if (row[key].is_null()) row[key] = "";
        if (!row["worst_layer"].is_null()) continue;
        for (const char* key : {"mean_layer_sqnr_db", "worst_layer", "worst_layer_sqnr_db"})
            row[key] = "";
    }
    return layersCsv(rows, {});
}

void printStrategyHeader(const Console& console) {
    console.print(left("strategy", 62) + right("FP32", 9) + right("INT8", 9) + right("top-1", 9) +
                  right("SQNR", 11) + right("mean layer", 12) + right("weights", 11) + right("file", 11) +
                  "  worst layer");
}

void printStrategy(const Console& console, const pipeline::StrategyRow& row) {
    const auto share = [](const std::optional<double>& value) {
        return right(value ? percents(*value) : "", 9);
    };
    console.print(left(row.name, 62) + share(row.change.tops.accuracyFp32()) +
                  share(row.change.tops.accuracyInt8()) + share(row.change.tops.agreement()) +
                  right(decibelText(row.outputSqnrDb()), 11) +
                  right(row.meanLayerSqnrDb ? decibelText(*row.meanLayerSqnrDb) : "", 12) +
                  right(bytesText(row.weightBytesAfter), 11) + right(bytesText(row.fileBytes), 11) + "  " +
                  shortened(worstName(row), 34));
}

} // namespace edgewright::cli

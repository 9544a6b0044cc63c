// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/accumulator_report.h"

#include "app/cli/json.h"
#include "app/cli/table.h"

namespace edgewright::cli {

// Names are a list here, and there is an accuracy even where nothing is labelled.
Json accumulatorsJson(const pipeline::AccumulatorExperiment& experiment, const table::Table& table) {
    Json rows = tableJson(table);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Json names = Json::array();
        for (const std::size_t place : experiment.rows[i].overflowing)
            names.push_back(experiment.rows[i].model.layers[place].name);
        rows[i]["overflowing_layers"] = std::move(names);
        if (!rows[i].contains("accuracy")) rows[i]["accuracy"] = nullptr;
    }
    return rows;
}

} // namespace edgewright::cli

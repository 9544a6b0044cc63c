// SPDX-License-Identifier: GPL-3.0-or-later
// Models of a few operators, served.
#pragma once

#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/serve/serve.h"
#include "tests/core/scenario/scenarios.h"

#include <QTest>

#include <initializer_list>

namespace edgewright::test {

// x -> Neg -> Abs -> Neg -> ..., on rows of so many numbers.
inline serve::ServedModel chain(int operators, std::int64_t numbers,
                                std::initializer_list<std::int64_t> sizes = {1}) {
    serve::ServedModel model{.sizes = {}, .opsets = {{"", 17}}, .choice = {}};
    for (const std::int64_t size : sizes) {
        ir::GraphBuilder builder;
        ValueId value = builder.input("x", {ir::DataType::Float32, ir::Dims{size, numbers}});
        for (int i = 0; i < operators; ++i)
            value = builder.node(i % 2 == 0 ? "Neg" : "Abs", {value});
        builder.output(value);
        auto graph = std::make_shared<const ir::Graph>(ops::inferTypes(builder.take(), model.opsets).graph);
        auto feeds = ir::seededFeeds(*graph, 1);
        model.sizes.push_back({size, graph, feeds ? *std::move(feeds) : ir::Feeds()});
    }
    return model;
}
// Milliseconds in hundreds of operators, and much less in one.
inline serve::ServedModel longChain() { return chain(400, 30'000); }
inline serve::ServedModel shortChain() { return chain(1, 16); }

// The result, after checks that hold in every run.
inline serve::Served served(const scenario::Scenario& scenario, const std::vector<serve::ServedModel>& models,
                            const serve::ServeOptions& options = {}, const RunContext& run = {}) {
    auto result = serve::serve(scenario, models, options, run);
    if (!result) {
        QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
        serve::Served none;
        none.simulation.models.resize(models.size());
        return none;
    }
    checkRun(result->simulation);
    return *std::move(result);
}

} // namespace edgewright::test

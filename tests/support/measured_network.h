// SPDX-License-Identifier: GPL-3.0-or-later
// A network as an agent takes it: its bundle, with the outputs that are expected, and an order to run it.
#pragma once

#include "core/bundle/bundle.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/pipeline/study.h"
#include "core/protocol/messages.h"
#include "tests/support/shared_files.h"

#include <filesystem>

namespace edgewright::test {

struct MeasuredNetwork {
    std::filesystem::path file;
    bundle::Written written;

    // A sample of some hundred kilobytes.
    explicit MeasuredNetwork(const std::filesystem::path& folder, const std::string& model = "residual_cnn_2d")
        : file(folder / (model + ".bundle")) {
        const auto opened = pipeline::open(test::sample(model + ".onnx"));
        const auto typed = pipeline::type(*opened, {}, true);
        write(typed->graph, typed->opened->model->opsets);
    }
    // `negations` in a row of so many numbers: its bundle has twice their bytes, its profile an entry for each.
    struct Chain {
        std::int64_t numbers = 1;
        int negations = 1;
    };
    MeasuredNetwork(const std::filesystem::path& folder, const Chain& chain) : file(folder / "chain.bundle") {
        const ir::TensorType type(ir::DataType::Float32, ir::Dims{chain.numbers});
        ir::GraphBuilder builder;
        ValueId last = builder.input("numbers", type);
        for (int i = 0; i < chain.negations; ++i)
            builder.graph().value(last = builder.node("Neg", {last})).type = type;
        builder.output(last);
        write(std::make_shared<const ir::Graph>(builder.take()), {{"", 17}});
    }
    MeasuredNetwork(const std::filesystem::path& folder, std::shared_ptr<const ir::Graph> graph,
                    const ir::Opsets& opsets)
        : file(folder / "graph.bundle") {
        write(std::move(graph), opsets);
    }

    // Some blocks, or until it is stopped.
    protocol::RunOrder order(bool endless = false) const {
        protocol::RunOrder order;
        order.digest = written.digest;
        order.variants = {{.name = "baseline"}};
        order.effort.uncertainty = 0;
        order.effort.maxBlocks = endless ? 1'000'000 : 30;
        order.effort.seconds = endless ? 86400 : 100;
        return order;
    }

private:
    void write(std::shared_ptr<const ir::Graph> graph, const ir::Opsets& opsets) {
        const auto feeds = ir::seededFeeds(*graph, 1);
        bundle::Bundle bundle;
        for (const ValueId id : graph->inputs)
            bundle.inputs.push_back(feeds->at(id));
        auto expected = exec::run(*graph, opsets, *feeds, {})->outputs;
        bundle.programs = {{"baseline", std::move(graph), opsets, nullptr, std::move(expected)}};
        written = *bundle::write(bundle, file);
    }
};

} // namespace edgewright::test

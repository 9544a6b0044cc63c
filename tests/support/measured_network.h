// SPDX-License-Identifier: GPL-3.0-or-later
// A small network as an agent takes it: its bundle, with the outputs that are expected, and an order to run it.
#pragma once

#include "core/bundle/bundle.h"
#include "core/exec/executor.h"
#include "core/pipeline/study.h"
#include "core/protocol/messages.h"
#include "tests/support/shared_files.h"

#include <filesystem>

namespace edgewright::test {

struct MeasuredNetwork {
    std::filesystem::path file;
    bundle::Written written;

    explicit MeasuredNetwork(const std::filesystem::path& folder) : file(folder / "network.bundle") {
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        const auto typed = pipeline::type(*opened, {}, true);
        const auto feeds = exec::seededFeeds(*typed->graph, 1);
        const ir::Opsets& opsets = typed->opened->model->opsets;
        bundle::Bundle bundle;
        for (const ValueId id : typed->graph->inputs)
            bundle.inputs.push_back(feeds->at(id));
        bundle.programs = {
            {"baseline", typed->graph, opsets, nullptr, exec::run(*typed->graph, opsets, *feeds, {})->outputs}};
        written = *bundle::write(bundle, file);
    }
    // Some blocks, or until it is stopped.
    protocol::RunOrder order(bool endless = false) const {
        protocol::RunOrder order;
        order.digest = written.digest;
        order.variants = {{.name = "baseline"}};
        order.effort.uncertainty = 0;
        order.effort.maxBlocks = endless ? 1'000'000 : 30;
        order.effort.seconds = endless ? 1e6 : 100;
        return order;
    }
};

} // namespace edgewright::test

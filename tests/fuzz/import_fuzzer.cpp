// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as a model, typed, and run when it is small. Whatever the bytes are, there
// is a result or an error, within the memory and the time that the limits below allow.
#include "core/exec/executor.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/fuzz/scratch_file.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

using namespace edgewright;

namespace {

constexpr std::int64_t InputBytes = 1 << 16;
constexpr std::int64_t MemoryBytes = 8 << 20;
constexpr auto TimeLimit = std::chrono::milliseconds(500);

// Asks the model in work to stop when it takes longer than the limit.
class Watch {
public:
    std::stop_token begin() {
        const std::scoped_lock lock(m_mutex);
        m_source = std::stop_source();
        m_deadline = std::chrono::steady_clock::now() + TimeLimit;
        return m_source.get_token();
    }

private:
    void watch(const std::stop_token& ended) {
        std::unique_lock lock(m_mutex);
        while (!ended.stop_requested()) {
            m_wake.wait_for(lock, ended, std::chrono::milliseconds(50), [] { return false; });
            if (std::chrono::steady_clock::now() > m_deadline) m_source.request_stop();
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::stop_source m_source;
    std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::now();
    std::jthread m_thread{[this](const std::stop_token& ended) { watch(ended); }};
};

// Every extent that the file leaves open.
ir::Bindings smallExtents(const ir::Graph& graph) {
    ir::Bindings bindings = ops::defaultBindings(graph);
    for (auto& [symbol, extent] : bindings)
        extent = 2;
    return bindings;
}

bool smallInputs(const ir::Graph& graph) {
    for (const ValueId id : graph.inputs) {
        const auto bytes = id.valid() ? graph.value(id).type.bytes() : std::nullopt;
        if (!bytes || *bytes > InputBytes) return false;
    }
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Watch watch;
    static const test::ScratchFile file("model.onnx");
    const RunContext run{watch.begin(), nullptr};

    onnx::ImportLimits limits;
    limits.fileBytes = 1 << 20;
    limits.tensorBytes = MemoryBytes;
    limits.subgraphDepth = 8;
    const auto imported = onnx::importModel(file.write(data, size), run, limits);
    if (!imported) return 0;
    const ir::Model& model = *imported->model;
    const auto inferred = ops::inferTypes(model.graph, model.opsets, smallExtents(model.graph), run);
    if (!smallInputs(inferred.graph)) return 0;
    const auto feeds = ir::seededFeeds(inferred.graph, 1);
    if (!feeds) return 0;
    exec::RunOptions options;
    options.memoryLimitBytes = MemoryBytes;
    options.loopTripLimit = 100;
    const auto ran = exec::run(inferred.graph, model.opsets, *feeds, options, run);
    if (!ran && ran.error().message.empty()) std::abort(); // a fault that says nothing
    return 0;
}

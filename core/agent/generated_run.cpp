// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/generated_run.h"

#include "core/agent/machine_lock.h"
#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/bundle/bundle.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/kernels/generated_kernel.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <thread>

namespace edgewright::agent {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double ShortestSample = 200e-6; // seconds: shorter calls are repeated, and their mean is the sample
constexpr int MaxCalls = 1000;
constexpr double MaxSlower = 50; // than the own kernel: slower ones are not worth more samples

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::int64_t> numberOf(const std::string& word, std::int64_t lowest, std::int64_t highest) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < lowest || value > highest)
        return badInput("'" + word + "' where a number from " + std::to_string(lowest) + " to " +
                        std::to_string(highest) + " is expected");
    return value;
}

std::string textOf(double value) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

// The one node of a bundle with its operands, by the program's own kernel or a generated one.
class KernelRunner {
public:
    static Result<KernelRunner> of(const bundle::Bundle& bundle, int threads) {
        if (bundle.programs.size() != 1) return badInput("the bundle has more than one program");
        const bundle::Program& program = bundle.programs.front();
        const ir::Graph& graph = *program.graph;
        if (graph.nodeCount() != 1 || graph.outputs.size() != 1 || program.expected.size() != 1 ||
            program.expected[0].dtype() != ir::DataType::Float32)
            return badInput("the bundle is not one operator with one expected output in float32");
        KernelRunner runner(program, threads);
        for (std::size_t i = 0; i < graph.inputs.size(); ++i)
            runner.m_feeds[graph.inputs[i]] = bundle.inputs[i];
        for (const ValueId id : graph.node(graph.order().front()).inputs) {
            const ir::Tensor* tensor = id.valid() ? graph.value(id).known() : nullptr;
            if (const auto fed = runner.m_feeds.find(id); fed != runner.m_feeds.end()) tensor = &fed->second;
            const bool isFloat = tensor && tensor->hasData() && tensor->dtype() == ir::DataType::Float32;
            runner.m_operands.push_back(isFloat ? tensor->as<float>().data() : nullptr);
        }
        return runner;
    }

    Result<kernels::GeneratedCall> call(const kernels::GeneratedKernel& kernel) const {
        const auto operands =
            std::span(m_operands).first(std::min(m_operands.size(), static_cast<std::size_t>(kernel.operands)));
        if (kernel.outputFloats != m_program->expected[0].elements())
            return badInput("a kernel writes another number of elements");
        return kernels::GeneratedCall::make(kernel, {operands.begin(), operands.end()});
    }
    // Of a run of the graph: by `call`, or, null, by the program's own kernel.
    Result<double> seconds(const kernels::GeneratedCall* call, ir::Tensor* output = nullptr) {
        // The own kernel, too, is asked for in this way: nothing else differs.
        m_options.replace = [this, call](const ir::Node&, auto) {
            return call ? replaced(*call) : std::optional<Result<std::vector<ir::Tensor>>>();
        };
        const Clock::time_point start = Clock::now();
        ASSIGN_OR_RETURN(exec::RunResult ran, m_own->run(m_feeds, m_options));
        const double seconds = secondsSince(start);
        if (output) *output = std::move(ran.outputs.at(0));
        return seconds;
    }
    const ir::Tensor& expected() const { return m_program->expected[0]; }

private:
    KernelRunner(const bundle::Program& program, int threads)
        : m_program(&program), m_own(std::make_unique<exec::Program>(*program.graph, program.opsets)) {
        m_options.threads = threads;
    }
    std::optional<Result<std::vector<ir::Tensor>>> replaced(const kernels::GeneratedCall& call) const {
        auto written = ir::Tensor::unfilled(ir::DataType::Float32, expected().dims());
        if (!written) return Result<std::vector<ir::Tensor>>(written.error());
        call.run(written->as<float>().data(), m_options.threads);
        return Result(std::vector<ir::Tensor>{*std::move(written)});
    }

    const bundle::Program* m_program;
    std::unique_ptr<exec::Program> m_own;
    ir::Feeds m_feeds;
    exec::RunOptions m_options;
    std::vector<const float*> m_operands;
};

class Told {
public:
    explicit Told(int descriptor) : m_descriptor(descriptor) {}
    Result<void> operator()(std::string line) const {
        line += "\n";
        if (!writeAll(m_descriptor, line.data(), line.size())) return badInput("nobody listens");
        return {};
    }

private:
    int m_descriptor;
};

struct Measured {
    std::int64_t number = -1; // of the object; -1: the program's own
    std::optional<kernels::GeneratedCall> call;
    int calls = 1; // of one sample
};

Result<double> sampleOf(KernelRunner& runner, const Measured& each) {
    double sum = 0;
    for (int i = 0; i < each.calls; ++i) {
        ASSIGN_OR_RETURN(const double seconds, runner.seconds(each.call ? &*each.call : nullptr));
        sum += seconds;
    }
    return sum / each.calls;
}

int callsFor(double seconds) {
    return static_cast<int>(std::clamp(ShortestSample / std::max(seconds, 1e-9), 1.0, double(MaxCalls)));
}

} // namespace

Result<GeneratedOrder> generatedOrderOf(const std::vector<std::string>& words) {
    if (words.size() != 6) return badInput("six words are expected behind --generated");
    GeneratedOrder order{words[0], words[1], {}, 1, 5, words[5]};
    for (std::string rest = words[2] == "-" ? "" : words[2]; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        ASSIGN_OR_RETURN(const std::int64_t number,
                         numberOf(rest.substr(0, end), 0, kernels::MaxGeneratedKernels - 1));
        order.kernels.push_back(number);
        rest.erase(0, end + 1);
    }
    ASSIGN_OR_RETURN(const std::int64_t threads, numberOf(words[3], 1, 4096));
    ASSIGN_OR_RETURN(const std::int64_t samples, numberOf(words[4], 0, 100000));
    order.threads = static_cast<int>(threads);
    order.samples = static_cast<int>(samples);
    return order;
}

std::vector<std::string> wordsOf(const GeneratedOrder& order) {
    std::string kernels;
    for (const std::int64_t each : order.kernels)
        kernels += (kernels.empty() ? "" : ",") + std::to_string(each);
    return {order.bundle.string(),         order.object.string(),         kernels.empty() ? "-" : kernels,
            std::to_string(order.threads), std::to_string(order.samples), order.folder.string()};
}

Result<void> runGenerated(const GeneratedOrder& order, int descriptor) {
    const Told tell(descriptor);
    ASSIGN_OR_RETURN(const bundle::Bundle bundle, bundle::open(order.bundle));
    ASSIGN_OR_RETURN(KernelRunner runner, KernelRunner::of(bundle, order.threads));
    MachineLock lock(order.folder);
    for (bool waits = false; !lock.tryLock(); waits = true) {
        if (!waits) RETURN_IF_ERROR(tell("wait"));
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    RETURN_IF_ERROR(runner.seconds(nullptr)); // prepares
    std::vector<Measured> measured;
    ASSIGN_OR_RETURN(const double own, runner.seconds(nullptr));
    measured.push_back({-1, std::nullopt, callsFor(own)});
    if (!order.kernels.empty()) {
        ASSIGN_OR_RETURN(const auto kernels, kernels::loadGenerated(order.object));
        for (const std::int64_t number : order.kernels) {
            if (std::cmp_greater_equal(number, kernels.size())) return badInput("there is no such kernel");
            RETURN_IF_ERROR(tell("begin " + std::to_string(number)));
            ASSIGN_OR_RETURN(auto call, runner.call(kernels[static_cast<std::size_t>(number)]));
            ir::Tensor output;
            RETURN_IF_ERROR(runner.seconds(&call, &output));
            const exec::Difference difference = exec::compare(output, runner.expected());
            RETURN_IF_ERROR(tell("end " + std::to_string(number) + " " + textOf(difference.maxAbs) + " " +
                                 textOf(difference.relNorm) + " " + std::to_string(difference.nonFinite)));
            ASSIGN_OR_RETURN(const double seconds, runner.seconds(&call)); // nothing is cold any more
            if (seconds <= MaxSlower * own)
                measured.push_back({number, std::move(call), callsFor(seconds)});
            else if (order.samples > 0)
                RETURN_IF_ERROR(tell("sample " + std::to_string(number) + " " + textOf(seconds)));
        }
    }
    // Each block goes through all of them, beginning with another one.
    for (int block = 0; block < order.samples; ++block)
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const Measured& each = measured[(i + static_cast<std::size_t>(block)) % measured.size()];
            ASSIGN_OR_RETURN(const double seconds, sampleOf(runner, each));
            RETURN_IF_ERROR(tell("sample " + std::to_string(each.number) + " " + textOf(seconds)));
        }
    return tell("done");
}

} // namespace edgewright::agent

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/correct_bias.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/remedies/bias_codes.h"
#include "core/pipeline/quantization/remedies/rest_of_graph.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

using Means = std::vector<std::vector<double>>; // by layer, by channel

class Correction {
public:
    Correction(const Quantized& quantized, std::vector<CodedLayer> layers,
               const std::function<NextFeeds()>& samples, const RunContext& run)
        : m_quantized(quantized), m_layers(std::move(layers)), m_samples(samples), m_run(run) {}

    Result<BiasCorrection> correct(BiasErrors errors) {
        m_result.errors = StepThrough::suits(*m_quantized.typed->graph) ? errors : BiasErrors::Alone;
        const bool isAlone = m_result.errors == BiasErrors::Alone;
        ASSIGN_OR_RETURN(const Measured before, measure(m_quantized));
        if (before.samples == 0) return badInput(say("there are no inputs to measure errors on"));
        m_result.samples = before.samples;
        BiasCodes codes(m_quantized);
        if (isAlone) {
            for (std::size_t i = 0; i < m_layers.size(); ++i)
                note(i, before.errors(i), codes);
        } else {
            RETURN_IF_ERROR(oneAfterTheOther(before.wanted, codes));
        }
        m_result.quantized = codes.take(m_run);
        ASSIGN_OR_RETURN(const Measured after, measure(m_result.quantized, &before.wanted));
        for (std::size_t i = 0; i < m_corrected.size(); ++i) {
            m_result.layers[i].meanErrorBefore = meanMagnitude(before.errors(m_corrected[i]));
            m_result.layers[i].meanErrorAfter = meanMagnitude(after.errors(m_corrected[i]));
        }
        return std::move(m_result);
    }

private:
    struct Measured {
        Means wanted, got;
        std::size_t samples = 0;
        std::vector<double> errors(std::size_t layer) const { return differences(got[layer], wanted[layer]); }
    };

    const ir::Node& productOf(std::size_t layer) const {
        return m_quantized.folded->graph->node(m_layers[layer].product);
    }

    // What products write in float32, unless that is known, and with rounded weights and inputs.
    Result<Measured> measure(const Quantized& quantized, const Means* known = nullptr) {
        const bool isAlone = m_result.errors == BiasErrors::Alone;
        const ir::Graph& folded = *quantized.folded->graph;
        IsolatedLayers isolated;
        if (isAlone) {
            ASSIGN_OR_RETURN(isolated, isolatedLayers(quantized, m_layers, IsolatedOutput::Products, m_run));
        }
        const ir::Graph& other = isAlone ? isolated.graph : *quantized.typed->graph;
        exec::Program reference(folded, quantized.folded->opened->model->opsets);
        exec::Program rounded(other, quantized.typed->opened->model->opsets);
        exec::RunOptions capturing, roundedOptions;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const CodedLayer& layer = m_layers[i];
            if (isAlone)
                capturing.capture.insert(capturing.capture.end(), layer.inputs.begin(), layer.inputs.end());
            capturing.capture.push_back(productOf(i).output(0));
            if (!isAlone) roundedOptions.capture.push_back(other.node(layer.product).output(0));
        }
        std::vector<ChannelMeans> wanted(m_layers.size()), got(m_layers.size());
        Measured measured;
        for (const NextFeeds next = m_samples();; ++measured.samples) {
            if (m_run.stopped()) return cancelled();
            ASSIGN_OR_RETURN(const auto feeds, next());
            if (!feeds) break;
            exec::RunResult exact;
            if (isAlone || !known) {
                ASSIGN_OR_RETURN(exact, reference.run(*feeds, capturing, {m_run.stop, nullptr}));
            }
            ir::Feeds alone;
            if (isAlone) {
                ASSIGN_OR_RETURN(alone, isolated.feeds(*quantized.folded, exact.captured));
            }
            ASSIGN_OR_RETURN(const auto off,
                             rounded.run(isAlone ? alone : *feeds, roundedOptions, {m_run.stop, nullptr}));
            for (std::size_t i = 0; i < m_layers.size(); ++i) {
                const ir::Node& product = productOf(i);
                if (!known) wanted[i].add(product, exact.captured.at(product.output(0)));
                got[i].add(product, isAlone ? off.outputs[i]
                                            : off.captured.at(other.node(m_layers[i].product).output(0)));
            }
            m_run.report(static_cast<std::uint32_t>(measured.samples + 1),
                         static_cast<std::uint32_t>(std::max(quantized.samples, measured.samples + 1)));
        }
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            measured.wanted.push_back(known ? (*known)[i] : wanted[i].means());
            measured.got.push_back(got[i].means());
        }
        return measured;
    }

    Result<void> oneAfterTheOther(const Means& wanted, BiasCodes& codes) {
        StepThrough steps;
        for (const NextFeeds next = m_samples();;) {
            ASSIGN_OR_RETURN(auto feeds, next());
            if (!feeds) break;
            RETURN_IF_ERROR(steps.addSample(*std::move(feeds)));
        }
        const ir::Opsets& opsets = m_quantized.typed->opened->model->opsets;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            if (m_run.stopped()) return cancelled();
            ChannelMeans got;
            RETURN_IF_ERROR(steps.upTo(
                codes.graph(), opsets, m_layers[i].product,
                [&](const ir::Tensor& output) { got.add(productOf(i), output); }, m_run));
            note(i, differences(got.means(), wanted[i]), codes);
            m_run.report(static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(m_layers.size()));
        }
        return {};
    }

    void note(std::size_t layer, const std::vector<double>& shift, BiasCodes& codes) {
        CorrectedLayer told;
        told.product = m_layers[layer].product;
        told.name = m_quantized.details.products[m_layers[layer].index].name;
        told.channels = shift.size();
        if (auto reason = codes.correct(m_layers[layer], shift, told.addedBias); !reason.empty()) {
            m_result.left.push_back({told.product, std::move(told.name), std::move(reason)});
            return;
        }
        m_corrected.push_back(layer);
        m_result.layers.push_back(std::move(told));
    }

    const Quantized& m_quantized;
    const std::vector<CodedLayer> m_layers;
    const std::function<NextFeeds()>& m_samples;
    const RunContext& m_run;
    std::vector<std::size_t> m_corrected; // places in m_layers
    BiasCorrection m_result;
};

} // namespace

Result<BiasCorrection> correctBias(const Quantized& quantized, const std::function<NextFeeds()>& samples,
                                   BiasErrors errors, const RunContext& run) {
    ASSIGN_OR_RETURN(auto layers, codedLayers(quantized));
    return Correction(quantized, std::move(layers), samples, run).correct(errors);
}

} // namespace edgewright::pipeline

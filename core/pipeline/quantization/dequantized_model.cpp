// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/dequantized_model.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/quant/qdq/dequantized_graph.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace edgewright::pipeline {

std::string DequantizedModel::text() const {
    return sayCount(
        Grouped{static_cast<std::int64_t>(operators)},
        "the model is quantized already: compared with the same graph in float32, without its {2} "
        "QuantizeLinear and with {1} operator on codes in float; weights are what their codes stand for",
        "the model is quantized already: compared with the same graph in float32, without its {2} "
        "QuantizeLinear and with {1} operators on codes in float; weights are what their codes stand for",
        Grouped{static_cast<std::int64_t>(roundings)});
}

Result<DequantizedModel> dequantizedModel(const Typed& typed, const NextLabelledFeeds& samples,
                                          const RunContext& run) {
    ASSIGN_OR_RETURN(quant::DequantizedGraph made, quant::dequantizedGraph(*typed.graph));
    if (!made.isChanged())
        return badInput(
            say("the model has codes of weights alone: nothing is rounded when it runs, and there is "
                "no other model to compare it with"));
    const ir::Opsets& opsets = typed.opened->model->opsets;
    DequantizedModel model;
    model.roundings = made.roundings;
    model.operators = made.operators;
    model.inFloat = withGraph(typed, std::move(made.graph), opsets, run);
    ASSIGN_OR_RETURN(model.change,
                     modelChange(*model.inFloat->graph, opsets, *typed.graph, opsets, samples, run));
    return model;
}

namespace {

// The places of the scales of an operator that multiplies codes; zero points follow them, or stand at `zero`.
struct IntegerProduct {
    std::string_view op;
    std::optional<std::size_t> input, weights, output; // empty: it has none
    std::size_t zero = 1;                              // behind the input's scale
};
constexpr std::array IntegerProducts{IntegerProduct{"QLinearConv", 1, 4, 6},
                                     IntegerProduct{"QLinearMatMul", 1, 4, 6},
                                     IntegerProduct{"QGemm", 1, 4, 7},
                                     IntegerProduct{"MatMulIntegerToFloat", 2, 3, std::nullopt, 2},
                                     IntegerProduct{"DynamicQuantizeMatMul", std::nullopt, 2, std::nullopt},
                                     IntegerProduct{"ConvInteger", std::nullopt, std::nullopt, std::nullopt},
                                     IntegerProduct{"MatMulInteger", std::nullopt, std::nullopt, std::nullopt}};

class CodedReader {
public:
    explicit CodedReader(const ir::Graph& graph) : m_graph(graph) {}

    std::optional<CodedProduct> read(const ir::Node& node) const {
        CodedProduct product{node.id, node.label(), node.op, {}, {}, 0};
        const auto integer = std::ranges::find(IntegerProducts, node.op, &IntegerProduct::op);
        if (integer != IntegerProducts.end()) {
            if (integer->input) product.input = params(node, *integer->input, *integer->input + integer->zero);
            if (integer->output) product.output = params(node, *integer->output, *integer->output + 1);
            if (integer->weights) product.weightScales = scales(node, *integer->weights);
            return product;
        }
        if (quant::roleOf(node) != quant::Role::Product) return std::nullopt;
        const ir::Node *first = decoder(node.input(0)), *second = decoder(node.input(1));
        if (!first || !second) return std::nullopt;
        product.input = params(*first, 1, 2);
        product.weightScales = scales(*second, 1);
        if (const ir::Node* coder = coderOf(node)) product.output = params(*coder, 1, 2);
        return product;
    }

private:
    std::size_t scales(const ir::Node& node, std::size_t place) const {
        const ir::Tensor* scale = known(node.input(place));
        return scale ? static_cast<std::size_t>(scale->elements()) : 0;
    }
    std::optional<quant::Params> params(const ir::Node& node, std::size_t scalePlace,
                                        std::size_t zeroPlace) const {
        const ir::Tensor *scale = known(node.input(scalePlace)), *zero = known(node.input(zeroPlace));
        if (!scale || scale->elements() != 1) return std::nullopt;
        if (node.input(zeroPlace).valid() && (!zero || zero->elements() != 1)) return std::nullopt;
        return quant::Params{static_cast<float>(ir::elementAsDouble(*scale, 0)),
                             zero ? static_cast<std::int32_t>(ir::elementAsInt64(*zero, 0)) : 0};
    }
    // The DequantizeLinear that makes `value`.
    const ir::Node* decoder(ValueId value) const {
        const auto producer = value.valid() ? m_connections.producer(value) : std::nullopt;
        const ir::Node* node = producer ? &m_graph.node(*producer) : nullptr;
        return node && node->op == "DequantizeLinear" ? node : nullptr;
    }
    // The QuantizeLinear that alone reads `node`, behind an activation or not.
    const ir::Node* coderOf(const ir::Node& node) const {
        const ir::Node* reader = onlyReader(node);
        if (reader && fusion::isClip(*reader)) reader = onlyReader(*reader);
        return reader && reader->op == "QuantizeLinear" ? reader : nullptr;
    }
    const ir::Node* onlyReader(const ir::Node& node) const {
        const auto readers = m_connections.consumers(node.output(0));
        return readers.size() == 1 ? &m_graph.node(readers.front()) : nullptr;
    }
    const ir::Tensor* known(ValueId value) const {
        return value.valid() ? m_graph.value(value).known() : nullptr;
    }

    const ir::Graph& m_graph;
    const ir::Connections m_connections{m_graph};
};

} // namespace

CodedProducts codedProducts(const ir::Graph& graph) {
    const CodedReader reader(graph);
    CodedProducts products;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (auto layer = reader.read(node))
            products.layers.push_back(*std::move(layer));
        else if (quant::roleOf(node) == quant::Role::Product)
            ++products.inFloat;
    }
    return products;
}

namespace coded_columns {

namespace {

using table::Cell;
using enum table::Unit;

template <auto params>
Cell scaleOf(const CodedProduct& product) {
    return (product.*params) ? Cell((product.*params)->scale) : Cell();
}

template <auto params>
Cell zeroPointOf(const CodedProduct& product) {
    return (product.*params) ? Cell((product.*params)->zeroPoint) : Cell();
}

constexpr table::Column<CodedProduct> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Layer")}, table::member<&CodedProduct::name>},
    {{"op", TRANSLATABLE("Column", "Op")}, table::member<&CodedProduct::op>},
    {{"input_scale", TRANSLATABLE("Column", "Input scale"),
      TRANSLATABLE("Column", "The number that one step of the input's codes stands for"), Plain},
     scaleOf<&CodedProduct::input>},
    {{"input_zero_point", TRANSLATABLE("Column", "Input zero point"),
      TRANSLATABLE("Column", "The code of the input that stands for 0"), Plain},
     zeroPointOf<&CodedProduct::input>},
    {{"weight_scales", TRANSLATABLE("Column", "Weight scales"),
      TRANSLATABLE("Column", "One for all weights, or one for each output channel"), Plain},
     [](const CodedProduct& product) -> Cell {
         return product.weightScales > 0 ? Cell(product.weightScales) : Cell();
     }},
    {{"output_scale", TRANSLATABLE("Column", "Output scale"),
      TRANSLATABLE("Column", "The number that one step of the output's codes stands for"), Plain},
     scaleOf<&CodedProduct::output>},
    {{"output_zero_point", TRANSLATABLE("Column", "Output zero point"),
      TRANSLATABLE("Column", "The code of the output that stands for 0"), Plain},
     zeroPointOf<&CodedProduct::output>},
};

} // namespace

} // namespace coded_columns

table::Table codedProductsTable(std::shared_ptr<const CodedProducts> products) {
    const std::size_t rows = products ? products->layers.size() : 0;
    return {std::span(coded_columns::Columns), rows,
            [products = std::move(products)](std::size_t row) -> const CodedProduct& {
                return products->layers[row];
            }};
}

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often each n-gram of a pool occurs in a row of words, also with gaps between its words.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/node_state.h"
#include "core/ops/operands/operands.h"

#include <map>
#include <unordered_map>

namespace edgewright::ops::tf_idf_vectorizer {

namespace {

struct Pool {
    std::int64_t shortest = 1, longest = 1; // words of an n-gram
    std::int64_t gaps = 0;                  // words that may be skipped between two neighbours
    bool counts = true;         // an output is a number of occurrences, not only whether there are any
    std::vector<float> weights; // by output; empty: all 1
    std::int64_t outputs = 0;
    std::unordered_map<std::string, std::int64_t> words; // strings get numbers
    bool strings = false;
    // A trie: (node, word) -> node; the root is 0.
    std::map<std::pair<std::size_t, std::int64_t>, std::size_t> steps;
    std::vector<std::int64_t> column{-1}; // by trie node: the output that the n-gram counts for
};

constexpr std::int64_t MaxColumns = std::int64_t(1) << 28;

// Entries of `counts` are where the n-grams of 1, 2, ... words begin in the pool.
Result<Pool> poolOf(const ir::Node& node) {
    Pool pool;
    pool.shortest = node.intOr("min_gram_length", 1);
    pool.longest = node.intOr("max_gram_length", 1);
    pool.gaps = node.intOr("max_skip_count", 0);
    if (pool.shortest < 1 || pool.longest < pool.shortest || pool.gaps < 0)
        return badInput(say("min_gram_length, max_gram_length and max_skip_count are {1}, {2} and {3}",
                            pool.shortest, pool.longest, pool.gaps));
    const std::string mode = node.stringOr("mode", "");
    if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
        return badInput(say("mode is '{1}' where TF, IDF or TFIDF is expected", mode));
    pool.counts = mode != "IDF";
    if (mode != "TF") pool.weights = node.floats("weights");

    std::vector<std::int64_t> entries = node.ints("pool_int64s");
    if (const auto texts = stringList(node, "pool_strings"); !texts.empty()) {
        pool.strings = true;
        entries.clear();
        for (const std::string& text : texts)
            entries.push_back(
                pool.words.try_emplace(text, static_cast<std::int64_t>(pool.words.size())).first->second);
    }
    const auto columns = node.ints("ngram_indexes");
    for (const std::int64_t column : columns) {
        if (column < 0 || column >= MaxColumns) return badInput(say("ngram_indexes holds {1}", column));
        pool.outputs = std::max(pool.outputs, column + 1);
    }
    if (!pool.weights.empty() && static_cast<std::int64_t>(pool.weights.size()) < pool.outputs)
        return badInput(
            say("weights has {1} entries where {2} are expected", pool.weights.size(), pool.outputs));

    const auto begins = node.ints("ngram_counts");
    std::size_t gram = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t length = i + 1;
        const auto total = static_cast<std::int64_t>(entries.size());
        const std::int64_t begin = begins[i];
        const std::int64_t end = length < begins.size() ? begins[length] : total;
        if (begin < 0 || end < begin || end > total || (end - begin) % static_cast<std::int64_t>(length) != 0)
            return badInput(say("ngram_counts does not divide a pool of {1} words", total));
        for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end); at += length) {
            if (gram >= columns.size())
                return badInput(
                    say("ngram_indexes has {1} entries where the pool has more n-grams", columns.size()));
            std::size_t place = 0;
            for (std::size_t k = 0; k < length; ++k) {
                const auto [step, isNew] = pool.steps.try_emplace({place, entries[at + k]}, pool.column.size());
                if (isNew) pool.column.push_back(-1);
                place = step->second;
            }
            pool.column[place] = columns[gram++];
        }
    }
    return pool;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    std::int64_t outputs = 0;
    for (const std::int64_t column : context.node().ints("ngram_indexes"))
        outputs = std::max(outputs, std::clamp<std::int64_t>(column, 0, MaxColumns) + 1);
    ir::TensorType type(ir::DataType::Float32);
    if (in->shape) {
        if (in->shape->empty() || in->shape->size() > 2)
            return badInput(say("the input is {1} where [C] or [N,C] is expected", in->text()));
        type.shape = in->shape;
        type.shape->back() = ir::Dim(outputs);
    }
    context.setOutput(0, std::move(type));
    return {};
}

void countInto(const Pool& pool, std::span<const std::int64_t> row, std::span<float> out,
               const RunContext& run) {
    const auto length = static_cast<std::int64_t>(row.size());
    const std::int64_t furthest = std::min(pool.gaps, length) + 1;
    for (std::int64_t distance = 1; distance <= furthest && !run.stopped(); ++distance)
        for (std::int64_t start = 0; start < length; ++start) {
            std::size_t place = 0;
            std::int64_t at = start;
            for (std::int64_t words = 1; words <= pool.longest && at < length; ++words, at += distance) {
                const auto step = pool.steps.find({place, row[static_cast<std::size_t>(at)]});
                if (step == pool.steps.end()) break;
                place = step->second;
                // A single word is the same at any distance: it counts once.
                if (pool.column[place] >= 0 && words >= pool.shortest && (words > 1 || distance == 1))
                    out[static_cast<std::size_t>(pool.column[place])] += 1;
            }
        }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto kept, preparedState<Pool>(context, poolOf));
    const Pool& pool = *kept;
    const bool strings = in->dtype() == ir::DataType::String;
    if (strings != pool.strings || (!strings && !ir::isInteger(in->dtype())))
        return badInput(pool.strings
                            ? say("the input is {1} where the pool holds strings", in->type().text())
                            : say("the input is {1} where the pool holds integers", in->type().text()));
    if (in->rank() != 1 && in->rank() != 2)
        return badInput(say("the input is {1} where [C] or [N,C] is expected", in->type().text()));
    std::vector<std::int64_t> numbers = ir::toInt64s(*in);
    if (strings)
        for (const std::string& text : in->strings()) {
            const auto word = pool.words.find(text);
            numbers.push_back(word == pool.words.end() ? -1 : word->second);
        }
    ir::Dims dims = in->dims();
    const auto width = static_cast<std::size_t>(dims.back());
    const std::size_t rows = in->rank() == 1 ? 1 : static_cast<std::size_t>(dims.front());
    dims.back() = pool.outputs;
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, dims));
    const auto all = out.as<float>();
    std::ranges::fill(all, 0.0f);
    const auto outputs = static_cast<std::size_t>(pool.outputs);
    for (std::size_t row = 0; row < rows && outputs > 0; ++row) {
        const auto found = all.subspan(row * outputs, outputs);
        countInto(pool, std::span(numbers).subspan(row * width, width), found, context.run());
        for (std::size_t i = 0; i < outputs; ++i) {
            if (!pool.counts) found[i] = found[i] > 0 ? 1.0f : 0.0f;
            if (!pool.weights.empty()) found[i] *= pool.weights[i];
        }
    }
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "TfIdfVectorizer",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::tf_idf_vectorizer

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/base/checked.h"
#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace edgewright::cost {

namespace {

constexpr int MaxMebibytes = 16; // of a file
constexpr std::int64_t NumberLimit = 10'000'000;
constexpr std::size_t LayerLimit = 100'000;

enum class Format { Conv, Gemm };

// The first `kept` of every `of` weights.
struct Ratio {
    std::int64_t kept = 1, of = 1;
};

bool isNumber(std::string_view text, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= NumberLimit;
}

std::optional<Ratio> ratioFrom(std::string_view text) {
    const std::size_t colon = text.find(':');
    Ratio ratio;
    if (!isNumber(trimmed(text.substr(0, colon)), ratio.kept) ||
        !isNumber(trimmed(text.substr(colon + 1)), ratio.of) || ratio.kept > ratio.of)
        return std::nullopt;
    return ratio;
}

bool isBatch(std::string_view head) { return head.starts_with("Batch") || head.starts_with("batch"); }

class Reader : CsvReader {
public:
    Reader(const std::filesystem::path& file, Sparsity sparsity) : CsvReader(file), m_sparsity(sparsity) {}

    Result<Workload> read() {
        RETURN_IF_ERROR(readLines(*this, MaxMebibytes, say("a topology with a header")));
        for (Remark& each : m_remarks) {
            std::string message = std::move(each.message);
            if (each.rows > 1) message = say("{1} ({2} rows)", message, each.rows);
            m_workload.notes.push_back({Severity::Note, "topology", std::move(message), {}, {}, {}});
        }
        return std::move(m_workload);
    }

    Result<void> header(std::string_view line) {
        ASSIGN_OR_RETURN(m_heads, split(line));
        const auto isM = [](std::string_view name) { return name == "M" || name == "m"; };
        if (m_heads.size() >= 2 && isM(m_heads[1]))
            m_format = Format::Gemm;
        else if (m_heads.size() < 8)
            return wrong(say(
                "expected a header with the columns of a conv topology (name, ifmap height, ifmap width, "
                "filter height, filter width, channels, filters, stride) or of a GEMM topology (name, M, N, "
                "K)"));
        return {};
    }

    Result<void> row(std::string_view line) {
        ASSIGN_OR_RETURN(auto fields, split(line));
        if (std::ranges::all_of(fields, [](const std::string& field) { return field.empty(); })) {
            remark(say("a row without values, with which SCALE-Sim does not read the file"));
            return {};
        }
        if (line.find('"') != std::string_view::npos) remark(say("quotes, which SCALE-Sim does not know"));
        const std::size_t wanted = m_format == Format::Gemm ? 4 : 8;
        m_ratio = {};
        RETURN_IF_ERROR(more(fields, wanted));
        if (fields.size() != wanted) return wrong(say("expected {1} fields, found {2}", wanted, fields.size()));
        if (!m_endsInComma)
            remark(say("no comma at the end of the row, for which SCALE-Sim v3 does not read the file"));
        std::array<std::int64_t, 7> numbers{};
        for (std::size_t i = 1; i < wanted; ++i)
            RETURN_IF_ERROR(number(fields[i], i, numbers[i - 1]));
        return m_format == Format::Gemm ? gemm(fields[0], numbers) : conv(fields[0], numbers);
    }

private:
    // Without the empty field that the trailing comma makes.
    Result<std::vector<std::string>> split(std::string_view line) {
        auto fields = quotedCsvFields(line);
        if (!fields) return wrong(say("a field in quotes does not end, or goes on behind them"));
        m_endsInComma = fields->size() > 1 && fields->back().empty();
        if (m_endsInComma) fields->pop_back();
        return *std::move(fields);
    }

    // Takes off what stands behind the columns of the format: a ratio of sparsity, a batch, what the header
    // names.
    Result<void> more(std::vector<std::string>& fields, std::size_t wanted) {
        while (fields.size() > wanted && fields.back().empty())
            fields.pop_back();
        if (fields.size() <= wanted) return {};
        bool named = true;
        for (std::size_t i = wanted; i < fields.size() && named; ++i) {
            const std::string& field = fields[i];
            if (i == wanted && field.find(':') != std::string::npos) {
                RETURN_IF_ERROR(ratio(field));
                continue;
            }
            named = i < m_heads.size();
            if (!named && !m_endsInComma && i + 1 == fields.size()) {
                remark(say("no comma behind the last field, which SCALE-Sim passes over for that"));
                m_endsInComma = named = true;
            }
            if (field.empty() || i >= m_heads.size()) continue;
            if (isBatch(m_heads[i]) && field != "1")
                return unsupported(wrong(say("a batch of {1}: SCALE-Sim knows one", inQuotes(field))).message);
            remark(say("columns behind the {1}th are passed over; SCALE-Sim does not read the file", wanted));
        }
        if (named) fields.resize(wanted);
        return {};
    }

    Result<void> ratio(const std::string& field) {
        const auto read = ratioFrom(field);
        if (!read) return wrong(say("sparsity {1}: expected N:M, with N from 1 to M", inQuotes(field)));
        if (read->kept == read->of || m_sparsity == Sparsity::Kept) m_ratio = *read;
        if (read->kept < read->of)
            remark(m_sparsity == Sparsity::Kept
                       ? say("the filter is sparse: as in SCALE-Sim v3 without OptimizedMapping, K counts the "
                             "first N of every M weights, the same ones in all filters")
                       : say("the filter is sparse, and is estimated as a dense one: SparsitySupport is not "
                             "true"));
        return {};
    }

    // Once for all rows that it is true of, with the line of the first.
    void remark(const std::string& what) {
        for (Remark& each : m_remarks)
            if (each.what == what) {
                ++each.rows;
                return;
            }
        m_remarks.push_back({what, wrong(what).message, 1});
    }

    Result<void> number(std::string_view text, std::size_t column, std::int64_t& value) const {
        if (isNumber(text, value)) return {};
        return wrong(say("column {1}: expected an integer from 1 to {2}, found {3}", column + 1, NumberLimit,
                         inQuotes(text)));
    }

    Result<void> gemm(std::string_view name, const std::array<std::int64_t, 7>& numbers) {
        Layer layer = productLayer(numbers[0], numbers[1], numbers[2]);
        layer.name = std::string(name);
        layer.op = "Gemm";
        return add(std::move(layer));
    }

    Result<void> conv(std::string_view name, const std::array<std::int64_t, 7>& numbers) {
        const auto [ifmapH, ifmapW, filterH, filterW, channels, filters, stride] = numbers;
        if (filterH > ifmapH || filterW > ifmapW) return wrong(say("the filter is larger than the ifmap"));
        // Each channel of a depthwise layer is a layer of its own.
        const bool depthwise = name.find("DP") != std::string_view::npos;
        Layer layer;
        layer.op = "Conv";
        layer.ifmapH = ifmapH;
        layer.ifmapW = ifmapW;
        layer.filterH = filterH;
        layer.filterW = filterW;
        layer.channels = depthwise ? 1 : channels;
        layer.filters = filters;
        layer.strideH = layer.strideW = stride;
        layer.outH = ceilDiv(ifmapH - filterH + stride, stride);
        layer.outW = ceilDiv(ifmapW - filterW + stride, stride);
        layer.m = layer.outH * layer.outW;
        layer.n = filters;
        const std::int64_t window[] = {filterH, filterW, layer.channels};
        const auto k = checkedProduct(window);
        if (!k) return wrong(say("the filter has more than 2^63 weights"));
        layer.k = *k;
        for (std::int64_t i = 0; i < (depthwise ? channels : 1); ++i) {
            layer.name = std::string(name) + (depthwise ? "Channel_" + std::to_string(i) : "");
            RETURN_IF_ERROR(add(layer));
        }
        return {};
    }

    Result<void> add(Layer layer) {
        if (m_workload.layers.size() >= LayerLimit) return wrong(say("more than {1} layers", LayerLimit));
        const std::int64_t macs[] = {layer.m, layer.n, layer.k};
        if (!checkedProduct(macs)) return wrong(say("the layer has more than 2^63 multiply-accumulates"));
        layer.kept = m_ratio.kept;
        layer.of = m_ratio.of;
        layer.k = layer.keptOf(layer.k);
        m_workload.layers.push_back(std::move(layer));
        return {};
    }

    struct Remark {
        std::string what, message;
        std::int64_t rows = 0;
    };
    Format m_format = Format::Conv;
    std::vector<std::string> m_heads;
    Sparsity m_sparsity;
    Ratio m_ratio; // of the row
    bool m_endsInComma = false;
    std::vector<Remark> m_remarks;
    Workload m_workload;
};

} // namespace

Result<Workload> readTopology(const std::filesystem::path& file, Sparsity sparsity) {
    return Reader(file, sparsity).read();
}

} // namespace edgewright::cost

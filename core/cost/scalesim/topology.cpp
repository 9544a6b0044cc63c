// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/base/checked.h"
#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace edgewright::cost {

namespace {

constexpr int MaxMebibytes = 16; // of a file
constexpr std::int64_t NumberLimit = 10'000'000;
constexpr std::size_t LayerLimit = 100'000;

enum class Format { Conv, Gemm };

// Without the empty field that the trailing comma makes.
std::vector<std::string_view> split(std::string_view line) {
    auto fields = csvFields(line);
    if (fields.size() > 1 && fields.back().empty()) fields.pop_back();
    return fields;
}

class Reader : CsvReader {
public:
    using CsvReader::CsvReader;

    Result<Workload> read() {
        RETURN_IF_ERROR(readLines(*this, MaxMebibytes, "a topology with a header"));
        return std::move(m_workload);
    }

    Result<void> header(std::string_view line) {
        const auto fields = split(line);
        const auto isM = [](std::string_view name) { return name == "M" || name == "m"; };
        if (fields.size() >= 2 && isM(fields[1]))
            m_format = Format::Gemm;
        else if (fields.size() < 8)
            return wrong(
                "expected a header with the columns of a conv topology (name, ifmap height, ifmap width, "
                "filter "
                "height, filter width, channels, filters, stride) or of a GEMM topology (name, M, N, K)");
        return {};
    }

    Result<void> row(std::string_view line) {
        const auto fields = split(line);
        if (std::ranges::all_of(fields, [](std::string_view field) { return field.empty(); })) return {};
        const std::size_t wanted = m_format == Format::Gemm ? 4 : 8;
        if (fields.size() == wanted + 1 && fields[wanted].find(':') != std::string_view::npos)
            return unsupported(wrong("sparsity " + inQuotes(fields[wanted]) + " cannot be estimated").message);
        if (fields.size() != wanted)
            return wrong("expected " + std::to_string(wanted) + " fields, found " +
                         std::to_string(fields.size()));
        std::array<std::int64_t, 7> numbers{};
        for (std::size_t i = 1; i < wanted; ++i)
            RETURN_IF_ERROR(number(fields[i], i, numbers[i - 1]));
        return m_format == Format::Gemm ? gemm(fields[0], numbers) : conv(fields[0], numbers);
    }

private:
    Result<void> number(std::string_view text, std::size_t column, std::int64_t& value) const {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= NumberLimit)
            return {};
        return wrong("column " + std::to_string(column + 1) + ": expected an integer from 1 to " +
                     std::to_string(NumberLimit) + ", found " + inQuotes(text));
    }

    Result<void> gemm(std::string_view name, const std::array<std::int64_t, 7>& numbers) {
        Layer layer = productLayer(numbers[0], numbers[1], numbers[2]);
        layer.name = std::string(name);
        layer.op = "Gemm";
        return add(std::move(layer));
    }

    Result<void> conv(std::string_view name, const std::array<std::int64_t, 7>& numbers) {
        const auto [ifmapH, ifmapW, filterH, filterW, channels, filters, stride] = numbers;
        if (filterH > ifmapH || filterW > ifmapW) return wrong("the filter is larger than the ifmap");
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
        if (!k) return wrong("the filter has more than 2^63 weights");
        layer.k = *k;
        for (std::int64_t i = 0; i < (depthwise ? channels : 1); ++i) {
            layer.name = std::string(name) + (depthwise ? "Channel_" + std::to_string(i) : "");
            RETURN_IF_ERROR(add(layer));
        }
        return {};
    }

    Result<void> add(Layer layer) {
        if (m_workload.layers.size() >= LayerLimit)
            return wrong("more than " + std::to_string(LayerLimit) + " layers");
        const std::int64_t macs[] = {layer.m, layer.n, layer.k};
        if (!checkedProduct(macs)) return wrong("the layer has more than 2^63 multiply-accumulates");
        m_workload.layers.push_back(std::move(layer));
        return {};
    }

    Format m_format = Format::Conv;
    Workload m_workload;
};

} // namespace

Result<Workload> readTopology(const std::filesystem::path& file) { return Reader(file).read(); }

} // namespace edgewright::cost

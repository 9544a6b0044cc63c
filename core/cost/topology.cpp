// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/base/checked.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string_view>

namespace edgewright::cost {

namespace {

constexpr std::uintmax_t FileLimit = std::uintmax_t(16) << 20; // bytes
constexpr std::int64_t NumberLimit = 10'000'000;
constexpr std::size_t LayerLimit = 100'000;

enum class Format { Conv, Gemm };

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

// Without the empty field that the trailing comma makes.
std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t comma = 0; comma != std::string_view::npos;) {
        comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma != std::string_view::npos) line.remove_prefix(comma + 1);
    }
    if (fields.size() > 1 && fields.back().empty()) fields.pop_back();
    return fields;
}

std::string inQuotes(std::string_view text) {
    return "'" + std::string(text.substr(0, 40)) + (text.size() > 40 ? "...'" : "'");
}

class Reader {
public:
    explicit Reader(std::string file) : m_file(std::move(file)) {}

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

    Result<void> row(std::string_view line, Workload& workload) {
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
            if (auto read = number(fields[i], i, numbers[i - 1]); !read) return read;
        return m_format == Format::Gemm ? gemm(fields[0], numbers, workload)
                                        : conv(fields[0], numbers, workload);
    }

    void nextLine() { ++m_line; }
    Error wrong(const std::string& what) const {
        return badInput(m_file + ":" + std::to_string(m_line) + ": " + what);
    }

private:
    Result<void> number(std::string_view text, std::size_t column, std::int64_t& value) const {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= NumberLimit)
            return {};
        return wrong("column " + std::to_string(column + 1) + ": expected an integer from 1 to " +
                     std::to_string(NumberLimit) + ", found " + inQuotes(text));
    }

    Result<void> gemm(std::string_view name, const std::array<std::int64_t, 7>& numbers,
                      Workload& workload) const {
        Layer layer = productLayer(numbers[0], numbers[1], numbers[2]);
        layer.name = std::string(name);
        layer.op = "Gemm";
        return add(std::move(layer), workload);
    }

    Result<void> conv(std::string_view name, const std::array<std::int64_t, 7>& numbers,
                      Workload& workload) const {
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
            if (auto added = add(layer, workload); !added) return added;
        }
        return {};
    }

    Result<void> add(Layer layer, Workload& workload) const {
        if (workload.layers.size() >= LayerLimit)
            return wrong("more than " + std::to_string(LayerLimit) + " layers");
        const std::int64_t macs[] = {layer.m, layer.n, layer.k};
        if (!checkedProduct(macs)) return wrong("the layer has more than 2^63 multiply-accumulates");
        workload.layers.push_back(std::move(layer));
        return {};
    }

    std::string m_file;
    std::int64_t m_line = 0;
    Format m_format = Format::Conv;
};

} // namespace

Result<Workload> readTopology(const std::filesystem::path& file) {
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
    std::ifstream stream(file, std::ios::binary);
    if (failed || !stream) return badInput(file.string() + ": cannot be read");
    if (bytes > FileLimit) return badInput(file.string() + ": is larger than 16 MiB");

    Reader reader(file.string());
    Workload workload;
    bool header = false;
    for (std::string text; std::getline(stream, text);) {
        reader.nextLine();
        std::string_view line = text;
        if (!header && line.substr(0, 3) == "\xef\xbb\xbf") line.remove_prefix(3);
        if (trimmed(line).empty()) continue;
        auto read = header ? reader.row(line, workload) : reader.header(line);
        if (!read) return std::move(read).error();
        header = true;
    }
    if (!header) return badInput(file.string() + ": is empty; expected a topology with a header");
    return workload;
}

} // namespace edgewright::cost

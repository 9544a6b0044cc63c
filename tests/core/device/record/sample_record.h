// SPDX-License-Identifier: GPL-3.0-or-later
// A record with something in every field.
#pragma once

#include "core/device/record/record.h"

namespace edgewright::test {

inline device::Record sampleRecord() {
    using namespace device;
    Record record;
    record.model = "models/a, \"b\".onnx";
    record.date = "2026-11-23T04:10:00Z";
    record.isa = "avx512vnni";
    record.machine = {"board",
                      "Some CPU",
                      "aarch64",
                      "Linux 6.1",
                      "powersave",
                      4,
                      4,
                      std::int64_t(1) << 32,
                      {{1, 32768, 1}, {2, 1 << 20, 4}}};
    record.before = {1800.0, std::nullopt, 0.5};
    record.after = {1750.5, 61.5, 0.75};
    record.end = measure::End::Cancelled;
    record.seconds = 1.25;
    VariantRecord one;
    one.variant = {{.threads = 2,
                    .backend = "onednn",
                    .algorithm = kernels::ConvolutionAlgorithm::Winograd,
                    .flushDenormals = false},
                   "fusion, 2 threads",
                   true};
    one.first = {0.5, 0.75};
    one.warmups = 2;
    one.blocks = {{0.012345678901234, 0.02}, {0.011, 0.021}};
    one.disturbed = 0.125;
    one.profiledSeconds = 0.013;
    one.inputCopySeconds = 0.003;
    one.operators = {
        {NodeId(7), "Conv_1", "Conv", 0.01, 0.0, 1234567890123, 4096},
        {NodeId(9), "with \"quotes\", and\nlines", "Relu", 0.002, 0.01, 0, 128, {NodeId(3), NodeId(4)}}};
    one.operators[1].features[cost::Feature::Simple] = 12.5;
    one.operators[1].arithmetic = Arithmetic::Int8;
    one.peakBytes = 1000;
    one.valueBytes = 900;
    one.arenaBytes = 800;
    one.allocations = 3;
    one.operatorCalls = 2;
    record.variants.push_back(one);
    record.variants.push_back({{}, {{}, "baseline"}});
    VariantRecord quantized;
    quantized.variant = *variantNamed("int8");
    quantized.warmups = 0;
    quantized.calibratedOn = {"\"photos\" beside the model", 32, true};
    quantized.operators = {{NodeId(), "input_quantize", "QuantizeLinear", 0.001}}; // of no node of the model
    quantized.operators[0].ranBy = RanBy::ThisMachine;
    quantized.weightBytes = 12345;
    record.variants.push_back(quantized);
    record.leftOut = {{onThreads(*variantNamed("int8"), 2), "there is nothing\nto quantize"}};
    return record;
}

} // namespace edgewright::test

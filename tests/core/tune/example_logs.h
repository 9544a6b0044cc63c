// SPDX-License-Identifier: GPL-3.0-or-later
// A small log of each format, three trials or four of them, spelled as the tuners do.
#pragma once

#include <string>
#include <string_view>

namespace edgewright::test {

inline std::string exampleLog(std::string_view format) {
    if (format == "edgewright")
        return R"(# by hand
{"edgewright_tuning_log":1,"session":"a1","machine":"Intel Xeon","isa":"avx2","version":"0.1.0"}
{"trial":"a1","task":"gemm 64x48x32 float32","state":"correct","knobs":[["mr",6],["nr",16],["order",{"order":[0,2,1]}],["loops",{"annotations":["parallel","none","vectorize"]}],["kc",[4,64]],["pack",true],["share",0.5],["note","a \"b\""]],"seconds":[0.0031,0.0011,0.0012],"price":{"compile":0.07,"benchmark":0.006},"time":1790000000.25,"quantities":[["GFLOP/s",17.5,"GFLOP/s"]],"nest":"for i (0, 4)\n  compute stage 0"}
{"trial":"a1","task":"gemm 64x48x32 float32","state":"timeout","knobs":[["mr",8]],"seconds":[]}

# later
{"edgewright_tuning_log":1,"session":"b2","machine":"Cortex-A72","isa":"neon","version":"0.1.0"}
{"trial":"b2","task":"gemm 64x48x32 float32","state":"correct","knobs":[["mr",4]],"seconds":[0.02,0.02]}
)";
    if (format == "kernel_tuner_t4")
        return R"({"results": [
{"timestamp": "2024-05-01 12:00:00.500000+00:00", "configuration": {"block_size_x": 64, "use_padding": 1, "vector": "float4"}, "times": {"compilation": 420.5, "benchmark": 1.5, "framework": 0.5, "search_algorithm": 0.25, "validation": 2.0, "runtimes": [0.5, 0.125, 0.25]}, "invalidity": "correct", "correctness": 1, "measurements": [{"name": "time", "value": 0.2916, "unit": "ms"}, {"name": "GFLOP/s", "value": 812.5, "unit": ""}], "objectives": ["time"]},
{"configuration": {"block_size_x": 2048, "use_padding": 0, "vector": "float4"}, "times": {"compilation_time": 300, "runtimes": []}, "invalidity": "compile", "correctness": 0, "measurements": [{"name": "time", "value": "CompilationFailedConfig", "unit": "ms"}], "objectives": ["time"]},
{"configuration": {"block_size_x": 96, "use_padding": 1, "vector": "float"}, "times": {"compilation": 410, "runtimes": [0.375]}, "invalidity": "correct", "correctness": 1, "measurements": [], "objectives": ["time"]}
], "schema_version": "1.0.0"}
)";
    if (format == "kernel_tuner_cache")
        return R"({
"device_name": "A GPU",
"kernel_name": "vector_add",
"problem_size": [4096, 16],
"tune_params_keys": [
"block_size_x",
"use_cmem"
],
"tune_params": {
"block_size_x": [
64,
96,
2048
],
"use_cmem": [
true,
false
]
},
"objective": "time",
"cache": {
"64,True": {"block_size_x": 64, "use_cmem": true, "time": 1.0, "times": [2.0, 0.5, 0.5], "compile_time": 440.5, "verification_time": 0, "benchmark_time": 1.5, "GFLOP/s": 1948.5, "strategy_time": 0, "framework_time": 0.75, "timestamp": "2023-12-22 09:54:05.502007+00:00"},
"96,True": {"block_size_x": 96, "use_cmem": true, "time": 0.75, "times": [0.75, 0.75, 0.75], "compile_time": 430, "verification_time": 0, "benchmark_time": 1.5, "strategy_time": 0, "framework_time": 0.75},
"2048,True": {"block_size_x": 2048, "use_cmem": true, "time": "InvalidConfig", "compile_time": 0, "verification_time": 0, "benchmark_time": 0, "strategy_time": 0, "framework_time": 0.5},
"96,False": {"block_size_x": 96, "use_cmem": false, "time": "RuntimeFailedConfig", "compile_time": 420, "verification_time": 0, "benchmark_time": 0, "strategy_time": 0, "framework_time": 0.5}
}
}
)";
    if (format == "autotvm")
        return R"(# tuned overnight
{"input": ["llvm -keys=cpu -mcpu=skylake", "conv2d_NCHWc.x86", [["TENSOR", [1, 3, 56, 56], "float32"], ["TENSOR", [16, 3, 3, 3], "float32"], [1, 1], [1, 1, 1, 1], [1, 1], "NCHW", "NCHW", "float32"], {}], "config": {"index": 7, "code_hash": null, "entity": [["tile_ic", "sp", [-1, 3]], ["tile_oc", "sp", [-1, 8]], ["reorder_0", "re", [0, 2, 1]], ["ann_0", "an", ["unroll", "vec"]], ["unroll_kw", "ot", true]]}, "result": [[0.0005, 0.0003, 0.00035], 0, 0.53, 1676344759.5], "version": 0.2, "tvm_version": "0.10.0"}
{"input": ["llvm -keys=cpu -mcpu=skylake", "conv2d_NCHWc.x86", [["TENSOR", [1, 3, 56, 56], "float32"]], {}], "config": {"index": 8, "code_hash": null, "entity": [["tile_ic", "sp", [-1, 1]], ["unroll_kw", "ot", false]]}, "result": [[1000000000.0], 7, 10.1, 1676344771.25], "version": 0.2, "tvm_version": "0.10.0"}
{"i": ["llvm -device=arm_cpu", "topi_x86_dense", [["TENSOR", [1, 512], "float32"]], {}, ["dense", [1, 512, "float32"]], {"i": 4, "t": "direct", "c": null, "e": [["tile_x", "sp", [-1, 1]], ["tile_k", "sp", [-1, 16]]]}], "r": [[0.00025], 0, 0.4, 1550000000.75], "v": 0.1}
)";
    if (format == "auto_scheduler")
        return R"({"i": [["[\"matmul\", 64, 48, 32]", "llvm -keys=cpu -num-cores=8", [8, 64, 64, 0, 0, 0, 0, 0], "", 1, []], [[], [["SP", 2, 0, 64, [1, 8, 4], 1], ["SP", 2, 4, 48, [2, 1, 8], 1], ["SP", 2, 8, 32, [4], 1], ["RE", 2, [0, 4, 1, 5, 8, 2, 6, 9, 3, 7]], ["FU", 2, [0, 1]], ["AN", 2, 0, 3], ["PR", 2, 0, "auto_unroll_max_step$64"], ["AN", 2, 8, 2]]]], "r": [[0.0021, 0.002, 0.0019], 0, 0.75, 1647464342], "v": "v0.6"}
# an old one, with the computation inside of another stage
{"i": [["[\"matmul\", 64, 48, 32]", "llvm"], [[], [["CI", 5], ["CHW", 2, "local"], ["SP", 2, 0, 64, [1, 8, 4], 1], ["SP", 2, 4, 48, [2, 1, 8], 1], ["SP", 2, 8, 32, [4], 1], ["RE", 2, [0, 4, 1, 5, 8, 2, 6, 9, 3, 7]], ["FSP", 3, 0, 2, 2], ["FSP", 3, 3, 3, 2], ["RE", 3, [0, 3, 1, 4, 2, 5]], ["FU", 3, [0, 1]], ["CA", 2, 3, 0], ["AN", 3, 0, 3], ["AN", 3, 4, 2]]]], "r": [[0.0025], 0, 0.5, 1585564852], "v": "v0.1"}
{"i": [["[\"matmul\", 512, 512, 512]", "cuda", [-1, 16, 64, 49152, 2147483647, 1024, 8, 32], "llvm", 0, []], [[], [["CHW", 2, "local"], ["SP", 2, 0, 512, [1, 16, 32, 1], 1], ["FFSP", 3, 0, [1], 1, 1], ["CHR", 1, "shared", [2]], ["SA", 2, 0, 8, 4], ["CR", 2], ["RF", 5, 1, 1], ["AN", 6, 0, 5]]]], "r": [[1e+10], 4, 1.25, 1647464350], "v": "v0.6"}
)";
    return {};
}

} // namespace edgewright::test

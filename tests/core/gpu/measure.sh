#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that only a GPU can tell: measure.sh CLI FOLDER [OPTIONS OF `gpu`]. The table of kernels, also as FOLDER/kernels.csv,
# each beside its goal; networks with these kernels, with products of halves and in 8 bits, too, their operators as
# FOLDER/NAME.csv; and how much slower a program is under the library that traces it, by CUPTI and by the calls of the driver: runs in turn, so that what slows the machine down slows all of them.
set -euo pipefail

readonly cli="$1" folder="$2"
shift 2
readonly pairs="${EDGEWRIGHT_GPU_PAIRS:-15}"
library="$(dirname "$(readlink -f "$cli")")/../lib/edgewright/libedgewright-cuda-trace.so"
mkdir -p "$folder"

status=0
"$cli" gpu --force -o "$folder/kernels.csv" "$@" || status=$?
((status <= 1)) || exit "$status"

# Name and sizes as in the table, column, goal in hundredths.
goals() {
    cat <<'GOALS'
gemm_warp_tile,4096 x 4096 x 4096,of_library,85
gemm_warp_tile,1024 x 1024 x 1024,of_library,60
gemm_fp16,4096 x 4096 x 4096,of_library,50
softmax,8192 x 4096,of_roof,80
layer_norm,8192 x 4096,of_roof,80
transpose,8192 x 4096,of_roof,80
sum,8192 x 4096,of_roof,80
GOALS
}

echo
goals | awk -F, '
    NR == FNR { name[FNR] = $1 "," $2; column[FNR] = $3; goal[FNR] = $4; goals = FNR; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { for (g = 1; g <= goals; g++) if ($1 "," $2 == name[g]) share[g] = $at[column[g]] }
    $at["blocks_per_sm"] != $at["driver_blocks_per_sm"] { differs = differs " " $1 }
    $1 == "gemm_int8" { exact = $at["error"] == 0 ? "exact" : "NOT exact" }
    END {
        for (g = 1; g <= goals; g++)
            if (share[g] == "") printf "%-50s %-11s not measured, goal %d %%\n", name[g], column[g], goal[g]
            else printf "%-50s %-11s %5.1f %%, goal %d %%%s\n", name[g], column[g], share[g] * 100, goal[g], share[g] * 100 < goal[g] ? ": MISSED" : ""
        printf "%-50s %s\n", "gemm_int8", exact == "" ? "not measured" : exact
        printf "%-50s %s\n", "occupancy", differs == "" ? "as the driver counts it" : "NOT as the driver counts it:" differs
    }' - "$folder/kernels.csv"

# EDGEWRIGHT_GPU_NETWORKS names others, a blank between them.
root="$(dirname "$(readlink -f "$0")")/../../.."
read -ra networks <<<"${EDGEWRIGHT_GPU_NETWORKS:-$root/samples/residual_cnn_2d.onnx $root/samples/depthwise_cnn_2d.onnx}"
for network in "${networks[@]}"; do
    echo
    "$cli" measure "$network" --device gpu --variants baseline,fusion,both,fp16,int8 --force \
        --operators "$folder/$(basename "${network%.onnx}").csv" || status=1
done

if [[ ! -e "$library" ]]; then
    echo "traces: not measured, $library is not built"
    exit "$status"
fi
seconds() { # of one run, under: nothing, cupti, driver
    local before after
    local -a under=()
    [[ "$1" == plain ]] || under=("EDGEWRIGHT_CUDA_TRACE=$folder/trace-$1-%p.json" "EDGEWRIGHT_CUDA_TRACE_BY=$1")
    [[ "$1" != cupti ]] || under+=("CUDA_INJECTION64_PATH=$library")
    [[ "$1" != driver ]] || under+=("LD_PRELOAD=$library")
    before=$(date +%s%N)
    env "${under[@]}" "$cli" gpu --quiet --kernel copy --kernel gemm_warp_tile --size 1024 --samples 300 >/dev/null 2>&1 || (($? == 1))
    after=$(date +%s%N)
    echo "$1 $((after - before))"
}
seconds plain >/dev/null # warm
for ((pair = 0; pair < pairs; pair++)); do
    seconds plain
    seconds cupti
    seconds driver
done >"$folder/traced.txt"
rm -f "$folder"/trace-*.json
awk '
    $1 == "plain" { plain = $2; next }
    { ratio[$1, ++count[$1]] = $2 / plain }
    END {
        goal["cupti"] = 5; goal["driver"] = 2
        for (way in goal) {
            n = count[way]
            for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
                if (ratio[way, j] < ratio[way, i]) { t = ratio[way, i]; ratio[way, i] = ratio[way, j]; ratio[way, j] = t }
            printf "%-50s %+5.1f %% in the median of %d pairs, goal %d %%\n", "traced, by " way, (ratio[way, int((n + 1) / 2)] - 1) * 100, n, goal[way]
        }
    }' "$folder/traced.txt"
exit "$status"

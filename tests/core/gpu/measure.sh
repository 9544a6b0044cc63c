#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that only a GPU can tell, each figure beside its goal: measure.sh CLI FOLDER [OPTIONS OF `gpu`]. FOLDER gets the
# table of kernels (kernels.csv), operators of networks with them (NAME.csv) and traces.
#
# Nothing but NVIDIA's driver and NVRTC is needed. Where they are installed, cuBLAS and cuDNN stand beside our kernels, CUPTI
# traces them, and NVIDIA's profiler is asked as well: `nsys` of the path or of the toolkit, or EDGEWRIGHT_NSYS. What is missing is
# said in the place of its figure. The status is 1 where something is wrong or a goal is missed.
#
# EDGEWRIGHT_GPU_SIZES="1024 4096 8192x4096": the matrices of products, and the rows of kernels that are bound by memory, which
# are then the only kernels. EDGEWRIGHT_GPU_EFFORT: options of `gpu` for samples and roof, of all that runs.
# EDGEWRIGHT_GPU_NETWORKS: other networks, a blank between them. EDGEWRIGHT_GPU_PAIRS: how often a program runs plain and traced.
set -euo pipefail

readonly cli="$1" folder="$2"
shift 2
readonly pairs="${EDGEWRIGHT_GPU_PAIRS:-15}"
read -r small large rows <<<"${EDGEWRIGHT_GPU_SIZES:-1024 4096 8192x4096}"
readonly products=(gemm_warp_tile gemm_fp16 gemm_int8) memory_bound=(softmax layer_norm transpose sum)
read -ra effort <<<"${EDGEWRIGHT_GPU_EFFORT:-}"
library="$(dirname "$(readlink -f "$cli")")/../lib/edgewright/libedgewright-cuda-trace.so"
mkdir -p "$folder"

status=0
kernels() { # FILE OPTIONS: a table of kernels
    local file="$1" answer=0
    shift
    "$cli" gpu --force -o "$folder/$file" "${effort[@]}" "$@" || answer=$?
    ((answer <= 1)) || exit "$answer"
    ((answer == 0)) || status=1
}
if [[ -z "${EDGEWRIGHT_GPU_SIZES:-}" ]]; then
    kernels kernels.csv "$@"
else
    kernels kernels.csv "${products[@]/#/--kernel=}" --size "$small" --size "$large" "$@"
    kernels rows.csv "${memory_bound[@]/#/--kernel=}" --shape "$rows" "$@"
    tail -n +2 "$folder/rows.csv" >>"$folder/kernels.csv"
fi

# A line of the answer: figure, what was measured, its goal, and whether it was reached: yes, no, or nothing known.
line() {
    local word=""
    [[ "$4" != no ]] || { word=": MISSED"; status=1; }
    printf '%-46s %-44s goal %s%s\n' "$1" "$2" "$3" "$word"
}

# Name and sizes as in the table, column, goal in hundredths.
goals() {
    echo "gemm_warp_tile,$large x $large x $large,of_library,85"
    echo "gemm_warp_tile,$small x $small x $small,of_library,60"
    echo "gemm_fp16,$large x $large x $large,of_library,50"
    local each
    for each in "${memory_bound[@]}"; do echo "$each,${rows/x/ x },of_roof,80"; done
}

echo
while IFS='|' read -r figure measured goal reached; do
    line "$figure" "$measured" "$goal" "$reached"
done < <(goals | awk -F, '
    NR == FNR { name[FNR] = $1 "," $2; column[FNR] = $3; goal[FNR] = $4; goals = FNR; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { rows++ }
    { for (g = 1; g <= goals; g++) if ($1 "," $2 == name[g]) share[g] = $at[column[g]] }
    $at["blocks_per_sm"] != $at["driver_blocks_per_sm"] { differs = differs " " $1 }
    $1 == "gemm_int8" { isExact = isExact == "no" || $at["error"] != 0 ? "no" : "yes" }
    $at["right"] != "true" { wrong = wrong " " $1 }
    END {
        for (g = 1; g <= goals; g++) {
            split(name[g], parts, ",")
            of = column[g] == "of_roof" ? "of the copy" : "of cuBLAS"
            if (share[g] == "") printf "%s %s|not measured|%d %% %s|\n", parts[1], parts[2], goal[g], of
            else printf "%s %s|%.1f %% %s|%d %%|%s\n", parts[1], parts[2], share[g] * 100, of, goal[g], (share[g] * 100 < goal[g] ? "no" : "yes")
        }
        print "gemm_int8|" (isExact == "" ? "not measured" : isExact == "yes" ? "exact" : "not exact") "|exact|" isExact
        print "results|" (wrong == "" ? rows " are right" : "wrong:" wrong) "|all right|" (wrong == "" ? "yes" : "no")
        print "occupancy|" (differs == "" ? "as the driver counts it" : "differs:" differs) "|as the driver|" (differs == "" ? "yes" : "no")
    }' - "$folder/kernels.csv")

root="$(dirname "$(readlink -f "$0")")/../../.."
read -ra networks <<<"${EDGEWRIGHT_GPU_NETWORKS:-$root/samples/residual_cnn_2d.onnx $root/samples/depthwise_cnn_2d.onnx}"
for network in "${networks[@]}"; do
    echo
    "$cli" measure "$network" --device gpu --variants baseline,fusion,both,fp16,int8 --force \
        --operators "$folder/$(basename "${network%.onnx}").csv" || status=1
done

echo
if [[ ! -e "$library" ]]; then
    echo "traces: not measured, $library is not built"
    exit "$status"
fi

# A program with so many launches as it says, each kernel of it long enough to be timed, and no library's among them.
program=("$cli" gpu --json --kernel gemm_warp_tile --size "$large")
if ((${#effort[@]})); then program+=("${effort[@]}"); else program+=(--samples 30 --runs 5); fi
kernels_of() { # TRACE: "name count seconds" for each kernel
    "$cli" trace --from "$1" --json | awk '
        /"by_kernel"/ { isIn = 1 }
        isIn && /"count"/ { gsub(/[^0-9]/, ""); count = $0 }
        isIn && /"median_seconds"/ { sub(/.*: */, ""); sub(/,.*/, ""); median = $0 }
        isIn && /"name"/ { sub(/.*: *"/, ""); sub(/".*/, ""); gsub(/ /, "_"); name = $0 }
        isIn && /^ *}/ { print name, count, median }
        isIn && /^ *]/ { exit }'
}
sum_of() { awk '{ sum += $2 } END { print sum + 0 }' "$1"; }
# OURS OTHERS: the largest difference of medians, in hundredths, of kernels of both. Copies are of two sizes, for rate and launch.
of_medians() {
    awk 'NR == FNR { if ($1 != "copy") median[$1] = $3; next }
         $1 in median && $3 > 0 { d = (median[$1] / $3 - 1) * 100; d = d < 0 ? -d : d; if (d >= most) { most = d; name = $1 } }
         END { if (name == "") print "none"; else printf "%.2f %s\n", most, name }' "$1" "$2"
}
compare_medians() { # FIGURE OURS OTHERS
    local most name
    read -r most name < <(of_medians "$2" "$3")
    if [[ "$most" == none ]]; then line "$1" "no kernel in both" "1 %" no; else
        line "$1" "$most % at most, $name" "1 %" "$(awk -v d="$most" 'BEGIN { print d <= 1 ? "yes" : "no" }')"
    fi
}

traced=0
rm -f "$folder"/cupti*.json
EDGEWRIGHT_CUBLAS=/none EDGEWRIGHT_CUDA_TRACE="$folder/cupti.json" EDGEWRIGHT_CUDA_TRACE_BY=cupti CUDA_INJECTION64_PATH="$library" \
    "${program[@]}" >"$folder/program.json" || traced=$?
if ((traced > 1)) || [[ ! -s "$folder/cupti.json" ]]; then
    echo "traces by CUPTI: not measured, the line above says why"
else
    kernels_of "$folder/cupti.json" >"$folder/cupti.txt"
    launches="$(awk '/"launches"/ { gsub(/[^0-9]/, ""); print }' "$folder/program.json")"
    count="$(sum_of "$folder/cupti.txt")"
    line "kernels of the trace" "$count, and $launches launches of the program" "equal" "$([[ "$count" == "$launches" ]] && echo yes || echo no)"
    awk '/"us"/ { sub(/.*: */, ""); sub(/,.*/, ""); print "gemm_warp_tile", 1, $0 * 1e-6 }' "$folder/program.json" >"$folder/events.txt"
    compare_medians "median of the trace and by the GPU's events" "$folder/cupti.txt" "$folder/events.txt"

    nsys="${EDGEWRIGHT_NSYS:-$(command -v nsys || true)}"
    for each in "${CUDA_HOME:-/usr/local/cuda}"/bin/nsys /opt/nvidia/nsight-systems*/*/bin/nsys; do
        [[ -n "$nsys" || ! -x "$each" ]] || nsys="$each"
    done
    if [[ -z "$nsys" ]]; then
        line "kernels of the trace and of nsys" "not measured: there is no nsys" "equal, medians within 1 %" ""
    elif EDGEWRIGHT_CUBLAS=/none "$nsys" profile --trace=cuda --sample=none --force-overwrite=true -o "$folder/nsys" "${program[@]}" \
        >"$folder/nsys.log" 2>&1 &&
        "$nsys" export --type=sqlite --force-overwrite=true -o "$folder/nsys.sqlite" "$folder/nsys.nsys-rep" >>"$folder/nsys.log" 2>&1; then
        kernels_of "$folder/nsys.sqlite" >"$folder/nsys.txt"
        others="$(sum_of "$folder/nsys.txt")"
        line "kernels of the trace and of nsys" "$count and $others" "equal" "$([[ "$count" == "$others" ]] && echo yes || echo no)"
        compare_medians "medians of the trace and of nsys" "$folder/cupti.txt" "$folder/nsys.txt"
    else
        line "kernels of the trace and of nsys" "not measured: nsys fails, see $folder/nsys.log" "equal, medians within 1 %" no
    fi
fi

# What a trace costs: runs in turn, so that what slows the machine down slows all of them.
seconds() { # of one run, under: nothing, cupti, driver
    local before after
    local -a under=()
    [[ "$1" == plain ]] || under=("EDGEWRIGHT_CUDA_TRACE=$folder/trace-$1-%p.json" "EDGEWRIGHT_CUDA_TRACE_BY=$1")
    [[ "$1" != cupti ]] || under+=("CUDA_INJECTION64_PATH=$library")
    [[ "$1" != driver ]] || under+=("LD_PRELOAD=$library")
    before=$(date +%s%N)
    env "${under[@]}" "$cli" gpu --quiet --kernel copy --kernel gemm_warp_tile --size "$small" \
        "${cost[@]}" >/dev/null 2>&1 || (($? == 1))
    after=$(date +%s%N)
    echo "$1 $((after - before))"
}
cost=(--samples 300)
((${#effort[@]} == 0)) || cost=("${effort[@]}")
seconds plain >/dev/null # warm
for ((pair = 0; pair < pairs; pair++)); do
    seconds plain
    seconds cupti
    seconds driver
done >"$folder/traced.txt"
rm -f "$folder"/trace-*.json
while IFS='|' read -r figure measured goal reached; do
    line "$figure" "$measured" "$goal" "$reached"
done < <(awk '
    $1 == "plain" { plain = $2; next }
    { ratio[$1, ++count[$1]] = $2 / plain }
    END {
        goal["cupti"] = 5; goal["driver"] = 2
        words["cupti"] = "a program under CUPTI, by injection"; words["driver"] = "a program under the shim, by preloading"
        for (way in goal) {
            n = count[way]
            for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
                if (ratio[way, j] < ratio[way, i]) { t = ratio[way, i]; ratio[way, i] = ratio[way, j]; ratio[way, j] = t }
            slower = (ratio[way, int((n + 1) / 2)] - 1) * 100
            printf "%s|%+.1f %% in the median of %d pairs|%d %%|%s\n", words[way], slower, n, goal[way], (slower > goal[way] ? "no" : "yes")
        }
    }' "$folder/traced.txt")
exit "$status"

// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n] as gemm_vector_loads, with two tiles in shared memory: the next one is read from global memory
// while the present one is multiplied, and one barrier a tile is enough.
KERNEL __launch_bounds__((BM / ROWS) * (BN / COLUMNS), 2)
gemm_double_buffer(int m, int n, int k, const float* a, const float* b, float* c) {
    constexpr int Across = BN / COLUMNS, Threads = (BM / ROWS) * Across, Pad = 4;
    constexpr int FoursA = BM * BK / 4 / Threads, FoursB = BK * BN / 4 / Threads;
    static_assert(FoursA * Threads * 4 == BM * BK && FoursB * Threads * 4 == BK * BN, "a tile is read by whole blocks");
    __shared__ __align__(16) float tileA[2][BK][BM + Pad], tileB[2][BK][BN];
    const int thread = threadIdx.x, x = thread % Across * COLUMNS, y = thread / Across * ROWS;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    const bool isWholeA = k % 4 == 0, isWholeB = n % 4 == 0;
    float4 nextA[FoursA], nextB[FoursB];
    float sums[ROWS][COLUMNS] = {};

    const auto read = [&](int from) {
#pragma unroll
        for (int f = 0; f < FoursA; ++f) {
            const int i = thread + f * Threads, x4 = i % (BK / 4) * 4, row = rowOfBlock + i / (BK / 4);
            nextA[f] = fourOf(a + (long long)row * k + from + x4, row < m ? k - from - x4 : 0, isWholeA);
        }
#pragma unroll
        for (int f = 0; f < FoursB; ++f) {
            const int i = thread + f * Threads, at = from + i / (BN / 4), column = columnOfBlock + i % (BN / 4) * 4;
            nextB[f] = fourOf(b + (long long)at * n + column, at < k ? n - column : 0, isWholeB);
        }
    };
    const auto keep = [&](int buffer) {
#pragma unroll
        for (int f = 0; f < FoursA; ++f) {
            const int i = thread + f * Threads, y4 = i / (BK / 4), x4 = i % (BK / 4) * 4;
            tileA[buffer][x4][y4] = nextA[f].x;
            tileA[buffer][x4 + 1][y4] = nextA[f].y;
            tileA[buffer][x4 + 2][y4] = nextA[f].z;
            tileA[buffer][x4 + 3][y4] = nextA[f].w;
        }
#pragma unroll
        for (int f = 0; f < FoursB; ++f) {
            const int i = thread + f * Threads;
            *reinterpret_cast<float4*>(&tileB[buffer][i / (BN / 4)][i % (BN / 4) * 4]) = nextB[f];
        }
    };

    read(0);
    keep(0);
    __syncthreads();
    for (int from = 0, buffer = 0; from < k; from += BK, buffer ^= 1) {
        const bool goesOn = from + BK < k;
        if (goesOn) read(from + BK);
#pragma unroll
        for (int i = 0; i < BK; ++i) {
            __align__(16) float left[ROWS], right[COLUMNS];
#pragma unroll
            for (int r = 0; r < ROWS; r += 4)
                *reinterpret_cast<float4*>(&left[r]) = *reinterpret_cast<const float4*>(&tileA[buffer][i][y + r]);
#pragma unroll
            for (int s = 0; s < COLUMNS; s += 4)
                *reinterpret_cast<float4*>(&right[s]) = *reinterpret_cast<const float4*>(&tileB[buffer][i][x + s]);
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int s = 0; s < COLUMNS; ++s)
                    sums[r][s] += left[r] * right[s];
        }
        if (goesOn) keep(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = rowOfBlock + y + r;
#pragma unroll
        for (int s = 0; s < COLUMNS; s += 4) {
            const int column = columnOfBlock + x + s;
            storeFour(c + (long long)row * n + column,
                      make_float4(sums[r][s], sums[r][s + 1], sums[r][s + 2], sums[r][s + 3]),
                      row < m ? n - column : 0, isWholeB);
        }
    }
}

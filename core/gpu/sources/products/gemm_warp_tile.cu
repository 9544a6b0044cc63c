// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n] as gemm_double_buffer, where a warp has a tile of its own, WM x WN, of which each lane computes
// pieces of 4 x 4 that lie DOWN * 4 rows and ACROSS * 4 columns apart (DOWN lanes down, ACROSS = 32 / DOWN across): lanes
// read neighbouring numbers of shared memory, without conflicts, and the registers of a warp hold what it shares.
// With ENDING 1 the product goes on before it is stored: bias of its row (ofColumns: of its column), residual, then the
// function of the number AFTER, as functionOf() counts them: not one that is told as it runs, as it stands here so often.
#if ENDING
#define MORE , int ofColumns, float alpha, float beta, const float* bias, const float* residual
#else
#define MORE
#endif
KERNEL __launch_bounds__((BM / WM) * (BN / WN) * 32, 2)
gemm_warp_tile(int m, int n, int k, const float* a, const float* b, float* c MORE) {
    constexpr int Threads = (BM / WM) * (BN / WN) * 32, Across = 32 / DOWN, Pad = 4;
    constexpr int Rows = WM / DOWN, Columns = WN / Across; // of a lane
    constexpr int FoursA = BM * BK / 4 / Threads, FoursB = BK * BN / 4 / Threads;
    static_assert(FoursA * Threads * 4 == BM * BK && FoursB * Threads * 4 == BK * BN, "a tile is read by whole blocks");
    static_assert(Rows % 4 == 0 && Columns % 4 == 0, "a lane computes whole pieces");
    __shared__ __align__(16) float tileA[2][BK][BM + Pad], tileB[2][BK][BN];
    const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
    const int x = warp % (BN / WN) * WN + lane % Across * 4, y = warp / (BN / WN) * WM + lane / Across * 4;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    const bool isWholeA = k % 4 == 0, isWholeB = n % 4 == 0;
    float4 nextA[FoursA], nextB[FoursB];
    float sums[Rows][Columns] = {};

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
            __align__(16) float left[Rows], right[Columns];
#pragma unroll
            for (int r = 0; r < Rows; r += 4)
                *reinterpret_cast<float4*>(&left[r]) =
                    *reinterpret_cast<const float4*>(&tileA[buffer][i][y + r * DOWN]);
#pragma unroll
            for (int s = 0; s < Columns; s += 4)
                *reinterpret_cast<float4*>(&right[s]) =
                    *reinterpret_cast<const float4*>(&tileB[buffer][i][x + s * Across]);
#pragma unroll
            for (int r = 0; r < Rows; ++r)
#pragma unroll
                for (int s = 0; s < Columns; ++s)
                    sums[r][s] += left[r] * right[s];
        }
        if (goesOn) keep(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
        const int row = rowOfBlock + y + r / 4 * 4 * DOWN + r % 4;
#pragma unroll
        for (int s = 0; s < Columns; s += 4) {
            const int column = columnOfBlock + x + s * Across;
#if ENDING
#pragma unroll
            for (int i = 0; i < 4; ++i)
                if (row < m && column + i < n)
                    sums[r][s + i] = finished(sums[r][s + i], AFTER, alpha, beta, bias, ofColumns ? column + i : row,
                                              residual, (long long)row * n + column + i);
#endif
            storeFour(c + (long long)row * n + column,
                      make_float4(sums[r][s], sums[r][s + 1], sums[r][s + 2], sums[r][s + 3]),
                      row < m ? n - column : 0, isWholeB);
        }
    }
}
#undef MORE

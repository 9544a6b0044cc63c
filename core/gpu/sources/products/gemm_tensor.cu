// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[n][k]: on tensor cores, halves (BYTES 2) summed as float, or bytes with a sign (BYTES 1) summed as
// 32-bit integers. Rows of a and b are `bytes` bytes long, a multiple of 16, with zeros behind k. The block has a tile of
// BM x BN elements, a warp WM x WN of it. It goes along k by 64 bytes; STAGES tiles lie in shared memory, STAGES - 1 of
// them on their way. A row there is four chunks of 16 bytes, in an order that differs from row to row, so that the eight
// rows of a matrix lie in different banks.
// With ENDING 1 a product of halves goes on before it is stored, as in gemm_warp_tile; with ENDING 2 one of bytes gets what zero
// points add, and is stored as RESULT: the sum, the sum times a scale, or the code of that.
#if ENDING == 2
#define INTO RESULT
#define MORE                                                                                                              \
    , int ofColumns, const int* terms, const int* factors, const int* places, const float* scales, float low, float high, int zero
#elif ENDING
#define INTO SUM
#define MORE , int ofColumns, float alpha, float beta, const float* bias, const float* residual
#else
#define INTO SUM
#define MORE
#endif
KERNEL __launch_bounds__((BM / WM) * (BN / WN) * 32)
gemm_tensor(int m, int n, int bytes, const unsigned char* a, const unsigned char* b, INTO* c MORE) {
    constexpr int Threads = (BM / WM) * (BN / WN) * 32, Chunks = 4, Down = WM / 16, Across = WN / 8;
    static_assert(WM % 16 == 0 && WN % 16 == 0, "a warp computes whole fragments");
    __shared__ __align__(16) unsigned char tileA[STAGES][BM * Chunks * 16], tileB[STAGES][BN * Chunks * 16];
    const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    const int rowOfWarp = warp / (BN / WN) * WM, columnOfWarp = warp % (BN / WN) * WN;

    const auto place = [](int row, int chunk) { return (row * Chunks + (chunk ^ (row / 2 % Chunks))) * 16; };
    const auto fetch = [&](unsigned char* tile, const unsigned char* matrix, int first, int rows, int count, int from) {
#pragma unroll
        for (int i = thread; i < count * Chunks; i += Threads) {
            const int row = i / Chunks, chunk = i % Chunks, at = from + chunk * 16;
            const bool isThere = first + row < rows && at < bytes;
            const unsigned char* source = matrix + (isThere ? (long long)(first + row) * bytes + at : 0);
            copyInBackground(tile + place(row, chunk), source, isThere);
        }
    };
    const int tiles = (bytes + Chunks * 16 - 1) / (Chunks * 16);
    const auto fetchBoth = [&](int tile) {
        if (tile < tiles) {
            fetch(tileA[tile % STAGES], a, rowOfBlock, m, BM, tile * Chunks * 16);
            fetch(tileB[tile % STAGES], b, columnOfBlock, n, BN, tile * Chunks * 16);
        }
        endGroupOfCopies();
    };

    SUM sums[Down][Across][4] = {};
    for (int stage = 0; stage < STAGES - 1; ++stage)
        fetchBoth(stage);
    for (int tile = 0; tile < tiles; ++tile) {
        waitForCopies<STAGES - 2>();
        __syncthreads(); // this tile is there for all, and the one before has been read by all
        fetchBoth(tile + STAGES - 1);
        const unsigned char *const nowA = tileA[tile % STAGES], *const nowB = tileB[tile % STAGES];
#pragma unroll
        for (int chunk = 0; chunk < Chunks; chunk += 2) {
            unsigned left[Down][4], right[Across][2];
#pragma unroll
            for (int i = 0; i < Down; ++i)
                loadMatrices(left[i], nowA + place(rowOfWarp + i * 16 + lane % 16, chunk + lane / 16));
#pragma unroll
            for (int j = 0; j < Across; j += 2) {
                unsigned both[4];
                const int row = columnOfWarp + j * 8 + lane % 8 + lane / 16 * 8;
                loadMatrices(both, nowB + place(row, chunk + lane / 8 % 2));
                right[j][0] = both[0];
                right[j][1] = both[1];
                right[j + 1][0] = both[2];
                right[j + 1][1] = both[3];
            }
#pragma unroll
            for (int i = 0; i < Down; ++i)
#pragma unroll
                for (int j = 0; j < Across; ++j)
                    multiplyOnTensorCores(sums[i][j], left[i], right[j]);
        }
    }
    waitForCopies<0>();
#pragma unroll
    for (int i = 0; i < Down; ++i)
#pragma unroll
        for (int j = 0; j < Across; ++j)
#pragma unroll
            for (int part = 0; part < 4; ++part) {
                const int row = rowOfBlock + rowOfWarp + i * 16 + lane / 4 + part / 2 * 8;
                const int column = columnOfBlock + columnOfWarp + j * 8 + lane % 4 * 2 + part % 2;
                if (row >= m || column >= n) continue;
                const long long element = (long long)row * n + column;
#if ENDING == 2
                const int channel = ofColumns ? column : row;
                storeSum(c + element, wholeSum(sums[i][j][part], terms, factors, places, channel, ofColumns ? row : column),
                         scales ? scales[channel] : 1.0f, low, high, zero);
#elif ENDING
                c[element] = finished(sums[i][j][part], AFTER, alpha, beta, bias, ofColumns ? column : row, residual,
                                      element);
#else
                c[element] = sums[i][j][part];
#endif
            }
}
#undef MORE
#undef INTO

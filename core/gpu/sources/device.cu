// SPDX-License-Identifier: GPL-3.0-or-later
// Stands before each kernel when it is compiled for a GPU. It needs no header: a half is its bits, and tensor cores are
// instructions of PTX (ISA 7.0; those of compute capability 8.0 are used by kernels on tensor cores alone).
#define KERNEL extern "C" __global__ void
#define FUNCTION __device__ __forceinline__

typedef unsigned short Half;

FUNCTION float widened(Half bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

// The nearest half, of two the even one.
FUNCTION Half narrowed(float value) {
    Half bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}

FUNCTION unsigned sharedAddress(const void* at) {
    unsigned address;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(address) : "l"(at));
    return address;
}

// 16 bytes into shared memory, in the background: zeros where there is nothing. Both ends are aligned to 16 bytes.
FUNCTION void copyInBackground(void* shared, const void* global, bool isThere) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(shared)), "l"(global),
                 "r"(isThere ? 16 : 0)
                 : "memory");
}
FUNCTION void endGroupOfCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// Until no more than the last `groups` of this thread's copies may be under way.
template <int groups>
FUNCTION void waitForCopies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory");
}

// Four matrices of 8 rows of 16 bytes: lane i gives the row i % 8 of matrix i / 8, and gets 4 bytes of each matrix, those
// at 4 (i % 4) of row i / 4. By the whole warp.
FUNCTION void loadMatrices(unsigned (&into)[4], const void* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(into[0]), "=r"(into[1]), "=r"(into[2]), "=r"(into[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}

// sum += a b by the whole warp, with the fragments of mma.m16n8k8 (TF32), mma.m16n8k16 (halves) and mma.m16n8k32 (bytes). With g = lane / 4
// and t = lane % 4 a lane has of a the rows g, g + 8, g, g + 8 and the bytes from 4 t, 4 t, 16 + 4 t, 16 + 4 t on, of b the
// column g and the bytes from 4 t and 16 + 4 t on, of the sum rows g, g, g + 8, g + 8 and columns 2 t, 2 t + 1 twice.
FUNCTION void multiplyOnTensorCores(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
FUNCTION void multiplyOnTensorCores(int (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// The bits of the nearest TF32, of two the one that is farther from zero: float32 with the first 10 bits of its fraction.
FUNCTION unsigned tensorFloat(float value) {
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
    return bits;
}
FUNCTION void multiplyTensorFloats(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

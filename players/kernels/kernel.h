// Shared by all kernels: type names, the page for data exchanged with Python, the clock, and a hash function.
//
// Python writes a position to the page as bytes, in a format of each game (see `players/bridges/`), calls a function
// marked EXPORT, and reads the results from the page. A kernel has no heap, only static arrays.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;

#define EXPORT(name) __attribute__((export_name(name)))
#define PAGE_SIZE 65536

typedef u16 Move;  // each game defines the meaning of the bits

static u8 page[PAGE_SIZE] __attribute__((aligned(8)));

EXPORT("page") u8 *where_the_page_is(void) { return page; }

// The monotonic time in milliseconds, from Python.
__attribute__((import_module("host"), import_name("milliseconds"))) double milliseconds(void);

// Hash a number: each bit of x changes about half of the bits of the result. (The finalizer of SplitMix64.)
static inline u64 mix(u64 x) {
    x ^= x >> 30, x *= 0xBF58476D1CE4E5B9ull;
    x ^= x >> 27, x *= 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

static inline int lowest(u64 bits) { return __builtin_ctzll(bits); }
static inline int count(u64 bits) { return __builtin_popcountll(bits); }

#define WON 30000
#define PROVEN 29000
#define INFINITE 32000

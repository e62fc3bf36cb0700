# The number of zeros below the lowest set bit, as one machine instruction; core.py has it in Python.
cdef extern from * nogil:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int homestretch_lowest(unsigned int word) { unsigned long at; _BitScanForward(&at, word); return (int)at; }
    #else
    static inline int homestretch_lowest(unsigned int word) { return __builtin_ctz(word); }
    #endif
    """
    int lowest "homestretch_lowest"(unsigned int word)

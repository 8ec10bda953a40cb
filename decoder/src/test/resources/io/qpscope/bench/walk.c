/* Walks the records of a little-endian pcap file in mapped memory and does nothing else: the least
 * that any reader must do. Prints records, captured bytes and nanoseconds. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

int main(int count, char **arguments) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    struct stat status;
    int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    if (file < 0 || fstat(file, &status) != 0) {
        perror("walk");
        return 1;
    }
    const uint8_t *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        perror("walk");
        return 1;
    }
    uint64_t records = 0, captured = 0;
    for (int64_t at = 24; at + 16 <= status.st_size; records++) {
        uint32_t length;
        memcpy(&length, bytes + at + 8, sizeof length);
        captured += length;
        at += 16 + length;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%llu %llu %lld\n", (unsigned long long) records, (unsigned long long) captured,
           (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec);
    return 0;
}

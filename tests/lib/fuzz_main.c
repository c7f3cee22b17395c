/* Feeds every file of some folders to a fuzz target, once: the corpus as an ordinary test. */
#include <stdio.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "lib/subject.h"

int main(int argc, char **argv) {
    int fed = 0;
    for (int i = 1; i < argc; i++) {
        struct mst_buf paths = {0};
        int count = 0;
        list_files(argv[i], "", &paths, &count);
        for (const char *path = mst_buf_text(&paths); count--; path += strlen(path) + 1) {
            size_t length;
            char *text = mst_read_file(path, 1 << 22, &length, NULL);
            if (!text)
                continue;
            fprintf(stderr, "%s\n", path);
            LLVMFuzzerTestOneInput((const uint8_t *)text, length);
            mst_free(text);
            fed++;
        }
        mst_buf_clear(&paths);
    }
    printf("%d inputs\n", fed);
    return fed ? 0 : 1;
}

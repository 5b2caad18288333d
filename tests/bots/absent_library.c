/* A library that a plug-in was built against and that is not where the dynamic linker looks. */
int tichu_test_absent(void);

__attribute__((visibility("default"))) int tichu_test_absent(void) { return 1; }

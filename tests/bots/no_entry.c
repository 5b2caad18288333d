/* A shared library that is no plug-in. */
__attribute__((visibility("default"))) int tichu_bot_without_entry(void) { return 0; }

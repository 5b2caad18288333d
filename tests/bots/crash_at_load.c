/* A plug-in that crashes as soon as it is loaded. */
#include <signal.h>
#include <sys/resource.h>

__attribute__((constructor)) static void crash(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

// Names a function of libtorch_cuda, so that linkers keep the library: see `build.rs`. It is never called.

namespace at::cuda {
int warp_size();
}

// What runs when a program starts is kept, and so is what it names.
__attribute__((constructor)) static void keep_cuda() {
  int (*volatile kept)() = &at::cuda::warp_size;
  (void)kept;
}

// Makes f32 mean f32: cuDNN would take the products of an LSTM in TF32, which has ten bits, and tch has no switch for it.

namespace at {
class Context {
 public:
  void setAllowTF32CuDNN(bool is_allowed);
};
Context& globalContext();
}  // namespace at

// Runs when a program starts, behind what libtorch itself does then.
__attribute__((constructor)) static void full_precision() {
  at::globalContext().setAllowTF32CuDNN(false);
}

// What libtorch does otherwise than by itself. tch has no switch for either.

namespace at {
class Context {
 public:
  void setAllowTF32CuDNN(bool is_allowed);
  void setSDPUseCuDNN(bool is_used);
};
Context& globalContext();
}  // namespace at

// Runs when a program starts, behind what libtorch itself does then.
__attribute__((constructor)) static void set_defaults() {
  // f32 means f32: cuDNN would take the products of an LSTM in TF32, which has ten bits.
  at::globalContext().setAllowTF32CuDNN(false);
  // On some devices libtorch prefers cuDNN's attention, which takes half a second to plan each new shape. Texts have new shapes
  // in every batch.
  at::globalContext().setSDPUseCuDNN(false);
}

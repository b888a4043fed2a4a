// Rotary positions as one step of libtorch's record: see `rotation.rs`.

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cstdio>
#include <exception>

namespace {

// Both halves of the last axis, rotated by the angles or, where the direction is -1, back again.
at::Tensor turned(const at::Tensor& x, const at::Tensor& cosines, const at::Tensor& sines, double direction) {
  const int64_t half = x.size(-1) / 2;
  const auto first = x.narrow(-1, 0, half), second = x.narrow(-1, half, half);
  auto all = at::empty_like(x);
  auto new_first = all.narrow(-1, 0, half), new_second = all.narrow(-1, half, half);
  at::mul_out(new_first, first, cosines);
  new_first.addcmul_(second, sines, -direction);
  at::mul_out(new_second, second, cosines);
  new_second.addcmul_(first, sines, direction);
  return all;
}

struct Rotation : torch::autograd::Function<Rotation> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x, const at::Tensor& cosines,
                            const at::Tensor& sines) {
    context->save_for_backward({cosines, sines});
    return turned(x, cosines, sines, 1.0);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto angles = context->get_saved_variables();
    return {turned(gradients[0], angles[0], angles[1], -1.0), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

extern "C" at::Tensor* examen_rotated(const at::Tensor* x, const at::Tensor* cosines, const at::Tensor* sines,
                                      char* reason, size_t room) {
  try {
    return new at::Tensor(Rotation::apply(*x, *cosines, *sines));
  } catch (const std::exception& error) {
    std::snprintf(reason, room, "%s", error.what());
    return nullptr;
  }
}

// What tch has no function for: see `packed.rs`. Gradients pass through both kernels of attention.

#include <ATen/core/Tensor.h>
#include <ATen/ops/_efficient_attention_forward.h>
#include <ATen/ops/_flash_attention_forward.h>

#include <cstdio>
#include <exception>

extern "C" at::Tensor* examen_packed_attention(const at::Tensor* query, const at::Tensor* key, const at::Tensor* value,
                                               const at::Tensor* ends, int64_t longest, bool is_causal, double scale,
                                               char* reason, size_t room) {
  try {
    if (query->scalar_type() == at::kFloat) {
      // Flash attention takes 16 bits only.
      auto output = std::get<0>(at::_efficient_attention_forward(
          query->unsqueeze(0), key->unsqueeze(0), value->unsqueeze(0), std::nullopt, *ends, *ends, longest, longest, 0.0,
          is_causal ? 1 : 0, query->requires_grad() || key->requires_grad() || value->requires_grad(), scale));
      return new at::Tensor(output.squeeze(0));
    }
    return new at::Tensor(std::get<0>(at::_flash_attention_forward(*query, *key, *value, *ends, *ends, longest, longest, 0.0,
                                                                   is_causal, false, scale)));
  } catch (const std::exception& error) {
    std::snprintf(reason, room, "%s", error.what());
    return nullptr;
  }
}

extern "C" at::Tensor* examen_pinned(const at::Tensor* tensor) {
  try {
    return new at::Tensor(tensor->pin_memory());
  } catch (const std::exception&) {
    return nullptr;
  }
}

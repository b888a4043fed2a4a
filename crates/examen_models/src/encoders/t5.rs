//! T5's encoder, as CodeT5 and CodeReviewer use it: no positions but distances, which the first layer's attention knows and
//! the others share; scores are not scaled, norms have no mean and no bias.

use examen_tensor::{Attention, Tensor, embedding};

use super::Size;
use super::batch::Batch;
use super::config::Config;
use super::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use super::pre_norm::{PreNormLayer, PreNormLayers};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// The encoder of a T5.
#[derive(Debug)]
pub(super) struct T5 {
    words: Tensor<2>,
    /// Bucket, head.
    distances: Vec<f32>,
    buckets: usize,
    max_distance: usize,
    heads: usize,
    layers: PreNormLayers,
}

impl T5 {
    pub(super) fn load(config: &Config, weights: &mut Weights) -> Result<(Self, Size), ModelError> {
        let (width, heads) = (config.size("d_model")?, config.size("num_heads")?);
        let (head, inner) = (config.size("d_kv")?, config.size("d_ff")?);
        let epsilon = config.number_or("layer_norm_epsilon", 1e-6);
        let (activation, gated) = match config.text("feed_forward_proj").unwrap_or("relu") {
            "relu" => (Activation::Relu, false),
            "gated-gelu" => (Activation::GeluTanh, true),
            other => return Err(config.wrong(format!("`feed_forward_proj` is `{other}`, which is not known here"))),
        };
        // Files have the table of words under one name or under two.
        let table = if weights.has("shared.weight") { "shared.weight" } else { "embed_tokens.weight" };
        let words = weights.take(table, [config.size("vocab_size")?, width])?;
        weights.ignore("embed_tokens.weight");
        let buckets = config.size_or("relative_attention_num_buckets", 32)?;
        if buckets < 4 {
            return Err(config.wrong("fewer than four buckets of distances"));
        }
        let distances = "block.0.layer.0.SelfAttention.relative_attention_bias.weight";
        let distances = weights.take(distances, [buckets, heads])?.into_values()?;
        let mut layers = Vec::new();
        for at in 0..config.size("num_layers")? {
            let name = |part: &str| format!("block.{at}.layer.{part}");
            let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &name(part), shape, false);
            let attention = SelfAttention {
                query: dense("0.SelfAttention.q", [heads * head, width])?,
                key: dense("0.SelfAttention.k", [heads * head, width])?,
                value: dense("0.SelfAttention.v", [heads * head, width])?,
                output: dense("0.SelfAttention.o", [width, heads * head])?,
                heads,
                shared_heads: heads,
            };
            let part = |name: &str| format!("1.DenseReluDense.{name}");
            let up = dense(&part(if gated { "wi_1" } else { "wi" }), [inner, width])?;
            let gate = gated.then(|| dense(&part("wi_0"), [inner, width])).transpose()?;
            let down = dense(&part("wo"), [width, inner])?;
            layers.push(PreNormLayer {
                attention_norm: Norm::rms(weights, &name("0.layer_norm"), width, epsilon)?,
                attention,
                norm: Norm::rms(weights, &name("1.layer_norm"), width, epsilon)?,
                feed_forward: FeedForward { up, gate, down, activation },
            });
        }
        let norm = Norm::rms(weights, "final_layer_norm", width, epsilon)?;
        let max_distance = config.size_or("relative_attention_max_distance", 128)?;
        let size = Size { layers: layers.len() + 1, width, limit: None };
        let layers = PreNormLayers { layers, norm };
        Ok((Self { words, distances, buckets, max_distance, heads, layers }, size))
    }

    pub(super) fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let (mask, bias) = (batch.mask(), self.bias(batch.length)?);
        let options = Attention { mask: mask.as_ref(), bias: Some(&bias), scale: Some(1.0), ..Attention::default() };
        let x = embedding(&self.words, &batch.ids()).reshape([batch.rows, batch.length, width]);
        self.layers.forward(x, &options, None, each)
    }

    /// What is added to the scores of each head for the distance of query and key.
    fn bias(&self, length: usize) -> Result<Tensor<4>, ModelError> {
        let mut values = Vec::with_capacity(self.heads * length * length);
        let buckets: Vec<usize> = (0..2 * length)
            .map(|at| bucket(at > length, at.abs_diff(length), self.buckets, self.max_distance))
            .collect();
        for head in 0..self.heads {
            for query in 0..length {
                let of_key = |key: usize| self.distances[buckets[key + length - query] * self.heads + head];
                values.extend((0..length).map(of_key));
            }
        }
        Ok(Tensor::from_values(values, [1, self.heads, length, length])?.beside(&self.words))
    }
}

/// The bucket of a distance: half of them for keys in front, half for those behind; a quarter of all for a distance each,
/// the rest for distances that grow with their logarithm.
fn bucket(is_behind: bool, distance: usize, buckets: usize, max_distance: usize) -> usize {
    let half = buckets / 2;
    let side = if is_behind { half } else { 0 };
    let exact = half / 2;
    if distance < exact {
        return side + distance;
    }
    // In f32, as transformers computes it: at the edges of buckets a bit decides.
    let share = (distance as f32 / exact as f32).ln() / (max_distance as f64 / exact as f64).ln() as f32;
    #[expect(clippy::cast_sign_loss, reason = "the distance is not smaller than the number under it")]
    let beyond = (share * (half - exact) as f32) as usize;
    side + exact.saturating_add(beyond).min(half - 1)
}

/// The name without the encoder's prefix; none for the decoder and the head.
pub(super) fn name(stored: &str) -> Option<String> {
    if stored.starts_with("decoder.") || stored.starts_with("lm_head.") {
        return None;
    }
    Some(stored.strip_prefix("encoder.").unwrap_or(stored).to_owned())
}

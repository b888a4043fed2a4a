//! T5's encoder, as CodeT5 and CodeReviewer use it: no positions but distances, which the first layer's attention knows and
//! the others share; scores are not scaled, norms have no mean and no bias.

use examen_tensor::{Attention, Mode, Tensor, dropout, embedding};

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use super::pre_norm::{PreNormLayer, PreNormLayers};
use crate::error::ModelError;
use crate::weights::Weights;

/// T5.
pub(super) const T5: Architecture = Architecture {
    model_type: "t5",
    about: "T5, CodeT5, CodeReviewer, their encoders",
    is_causal: false,
    takes_data_flow: false,
    rename,
    load: T5Encoder::load,
};

/// The encoder of a T5.
#[derive(Debug)]
struct T5Encoder {
    words: Tensor<2>,
    /// Bucket, head.
    distances: Tensor<2>,
    buckets: usize,
    max_distance: usize,
    layers: PreNormLayers,
    dropout: f64,
}

impl T5Encoder {
    fn load(config: &Config, weights: &mut Weights<'_>) -> Result<Loaded, ModelError> {
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
        let distances = weights.take(distances, [buckets, heads])?;
        let dropout = config.dropout("dropout_rate", 0.1)?;
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
                dropout,
            };
            let part = |name: &str| format!("1.DenseReluDense.{name}");
            let up = dense(&part(if gated { "wi_1" } else { "wi" }), [inner, width])?;
            let gate = gated.then(|| dense(&part("wi_0"), [inner, width])).transpose()?;
            let down = dense(&part("wo"), [width, inner])?;
            layers.push(PreNormLayer {
                attention_norm: Norm::rms(weights, &name("0.layer_norm"), width, epsilon)?,
                attention,
                norm: Norm::rms(weights, &name("1.layer_norm"), width, epsilon)?,
                feed_forward: FeedForward { up, gate, down, activation, dropout },
            });
        }
        let norm = Norm::rms(weights, "final_layer_norm", width, epsilon)?;
        let max_distance = config.size_or("relative_attention_max_distance", 128)?;
        let size = Size { layers: layers.len() + 1, width, limit: None };
        let layers = PreNormLayers { layers, norm, dropout };
        Ok((Box::new(Self { words, distances, buckets, max_distance, layers, dropout }), size))
    }
}

impl Forward for T5Encoder {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let (mask, bias) = (batch.mask(), self.bias(batch.length));
        let options =
            Attention { mask: mask.as_ref(), bias: Some(&bias), scale: Some(1.0), mode, ..Attention::default() };
        let x = embedding(&self.words, &batch.ids()).reshape([batch.rows, batch.length, width]);
        let x = dropout(x, self.dropout, mode);
        let last = self.layers.forward(x, &options, None, each)?;
        each(&dropout(last, self.dropout, mode))
    }
}

impl T5Encoder {
    /// The bias of the scores of each head for the distance of query and key.
    fn bias(&self, length: usize) -> Tensor<4> {
        let [_, heads] = self.distances.shape();
        // By the place of the key behind the query, plus the length.
        let by_distance: Vec<u32> = (0..2 * length)
            .map(|at| bucket(at > length, at.abs_diff(length), self.buckets, self.max_distance) as u32)
            .collect();
        let buckets: Vec<u32> =
            (0..length).flat_map(|query| &by_distance[length - query..2 * length - query]).copied().collect();
        embedding(&self.distances, &buckets).transpose(0, 1).reshape([1, heads, length, length])
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
    let fraction = (distance as f32 / exact as f32).ln() / (max_distance as f64 / exact as f64).ln() as f32;
    #[expect(clippy::cast_sign_loss, reason = "the distance is not smaller than the number under it")]
    let beyond = (fraction * (half - exact) as f32) as usize;
    side + exact.saturating_add(beyond).min(half - 1)
}

/// The name without the encoder's prefix; none for the decoder and the head.
fn rename(stored: &str) -> Option<String> {
    if stored.starts_with("decoder.") || stored.starts_with("lm_head.") {
        return None;
    }
    Some(stored.strip_prefix("encoder.").unwrap_or(stored).to_owned())
}

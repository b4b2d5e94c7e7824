import { readFileSync } from 'node:fs';
import { serveThread } from '../../support/threads/serve-thread.js';
import { loadPackages, type EncoderProtocol } from './packages.js';

/** Pieces of words that are read of a text: the model was trained with 128, two of which are marks. */
const MAX_PIECES = 126;
/** Characters of a text that have as many pieces. */
const MAX_CHARACTERS = 4000;

/** A worker thread that runs all-MiniLM-L6-v2: the direction of a text is the mean of the directions of its pieces. */
serveThread<EncoderProtocol>(async ({ model, tokenizer }) => {
  const { InferenceSession, Tensor, Tokenizer } = loadPackages();
  const reader = new Tokenizer(JSON.parse(readFileSync(tokenizer, 'utf8')) as object, {});
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const [first, last] = [reader.token_to_id('[CLS]'), reader.token_to_id('[SEP]')];
  const tensor = (values: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);

  const encode = async (text: string): Promise<Float32Array> => {
    const { ids } = reader.encode(text.slice(0, MAX_CHARACTERS), { add_special_tokens: false });
    const pieces = [first, ...ids.slice(0, MAX_PIECES), last];
    const { last_hidden_state: states } = await session.run({
      input_ids: tensor(pieces),
      attention_mask: tensor(pieces.map(() => 1)),
      token_type_ids: tensor(pieces.map(() => 0)),
    });
    if (states === undefined) throw new Error(`${model} is another model`);
    const direction = new Float32Array(states.dims[2] ?? 0);
    for (const [place, value] of states.data.entries()) {
      const at = place % direction.length;
      direction[at] = (direction[at] ?? 0) + Number(value);
    }
    return unit(direction);
  };

  return {
    async encode(texts) {
      const directions: Float32Array[] = [];
      for (const text of texts) directions.push(await encode(text));
      return directions;
    },
  };
});

function unit(direction: Float32Array): Float32Array {
  const length = Math.sqrt(direction.reduce((sum, value) => sum + value * value, 0));
  return direction.map((value) => value / (length || 1));
}

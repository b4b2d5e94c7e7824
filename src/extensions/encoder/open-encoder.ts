import type { OpenEncoder } from '../../judging/judge/encoder-port.js';
import { messageOf, MissingPackageError, UsageError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { openThreadPool } from '../../support/threads/pool.js';
import type { EncoderProtocol } from './encoder-messages.js';
import { createEncoder, lineOfTopic } from './near-pages.js';
import { missingPackages } from './packages.js';

const [MODEL, TOKENIZER] = ['corpora/encoder/minilm-l6-int8.onnx', 'corpora/encoder/tokenizer.json'];
/** The largest share of the pages that is encoded unless the user wishes more. */
const SHARE = 0.2;
/** Seconds for a page. Most take a tenth of one. */
const MAX_SECONDS = 60;

/** Opens the sentence encoder in a thread of its own, which is started with the first page near the decision. */
export const openEncoder: OpenEncoder = (wish, topics, warn = () => undefined) => {
  const missing = missingPackages();
  const lines = topics.map(({ plan, kind }) =>
    kind.acceptance === undefined ? undefined : lineOfTopic(plan),
  );
  const hasNone = lines.every((line) => line === undefined);
  if (wish === 'auto' && (missing.length > 0 || hasNone)) return undefined;
  if (missing.length > 0)
    throw new MissingPackageError('a sentence encoder needs packages of its own', missing.join(' '));
  if (hasNone)
    throw new UsageError('the encoder reads English, for topics that the ensemble judges', {
      hint: 'leave out --encoder always',
    });
  const pool = openThreadPool<EncoderProtocol>({
    script: new URL('./encoder-worker.js', import.meta.url),
    data: () => ({ model: packagedPath(MODEL), tokenizer: packagedPath(TOKENIZER) }),
    calls: {},
    size: 1,
    tasksAtOnce: 2,
    seconds: MAX_SECONDS,
    purpose: 'run the sentence encoder',
    hint: 'leave it out: --encoder never',
  });
  return createEncoder({
    lines,
    encode: (texts) => pool.run('encode', () => texts),
    share: wish === 'always' ? 1 : SHARE,
    onFailure: (thrown) => warn(`the sentence encoder is not asked any more: ${messageOf(thrown)}`),
    close: () => pool.close(),
  });
};

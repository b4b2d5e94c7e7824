import type { Encoder } from '../../judging/judge/open-judge.js';
import type { JudgeParts } from '../../judging/judge/judge-plan.js';
import { messageOf, MissingPackageError, UsageError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import type { Logger } from '../../support/logger.js';
import { openThreadPool } from '../../support/threads/pool.js';
import { createEncoder, lineOfTopic, type NearPages } from './near-pages.js';
import { missingPackages, type EncoderProtocol } from './packages.js';

const [MODEL, TOKENIZER] = ['corpora/encoder/minilm-l6-int8.onnx', 'corpora/encoder/tokenizer.json'];
/** The largest share of the pages that is encoded, unless the user wishes more. */
const SHARE = 0.2;
/** Seconds for a page, most of which take a tenth of one. */
const MAX_SECONDS = 60;

/**
 * Opens the sentence encoder in a thread of its own, which is started for the first page near the decision. Undefined where no
 * topic is judged by the ensemble in English, and where its packages are not installed.
 * @throws MissingPackageError, UsageError for `always`
 */
export function openEncoder(
  wish: 'auto' | 'always',
  topics: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  { warn }: Partial<Logger>,
): Encoder | undefined {
  const lines = topics.map(({ plan, kind }) =>
    kind.acceptance === undefined ? undefined : lineOfTopic(plan),
  );
  if (lines.every((line) => line === undefined)) {
    if (wish === 'auto') return undefined;
    throw new UsageError('the sentence encoder reads English, and helps the ensemble alone', {
      hint: 'omit the setting encoder',
    });
  }
  const missing = missingPackages();
  if (missing.length > 0) {
    if (wish === 'auto') return undefined;
    throw new MissingPackageError(`a sentence encoder needs ${missing.join(' and ')}`, missing.join(' '));
  }
  return createEncoder({
    ...openEncoderThread(),
    lines,
    share: wish === 'always' ? 1 : SHARE,
    onFailure: (thrown) => warn?.(`the sentence encoder reads no more pages: ${messageOf(thrown)}`),
  });
}

/** Opens the thread that runs the model. It is started when there are texts to encode. */
export function openEncoderThread(): Pick<NearPages, 'encode' | 'close'> {
  const pool = openThreadPool<EncoderProtocol>({
    script: new URL('./encoder-worker.js', import.meta.url),
    data: () => ({ model: packagedPath(MODEL), tokenizer: packagedPath(TOKENIZER) }),
    calls: {},
    size: 1,
    tasksAtOnce: 2,
    seconds: MAX_SECONDS,
    purpose: 'run the sentence encoder',
    hint: 'leave it out: set encoder to never',
  });
  return { encode: (texts) => pool.run('encode', texts), close: () => pool.close() };
}

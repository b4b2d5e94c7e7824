import { openThreadPool } from '../../support/threads/pool.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { createEndedUrls } from './ended-urls.js';
import type { JudgeProtocol } from './judge-messages.js';
import { JUDGING_THREAD } from './judging-threads.js';

/** What a judging thread is started with, as far as it can be sent to another process. */
export type TrialData = Pick<JudgeProtocol['data'], 'plans' | 'plugins' | 'reading'>;

/** A page, and what it is to be read and judged by. */
export interface TrialRequest {
  readonly data: TrialData;
  readonly body: Uint8Array;
  readonly url: string;
  readonly contentType: string;
}

/** What is wrong with a page that was read and judged alone; undefined where it is not to blame. */
export type TrialResult = 'slow' | 'died' | undefined;

/** A process that reads and judges one page in a thread. Whether it lives to tell of that is what its parent wants to know. */
process.once('message', (request: TrialRequest) => {
  void tryPage(request).then((result) => process.send?.({ result }));
});
process.on('disconnect', () => process.exit());

async function tryPage({ data, ...page }: TrialRequest): Promise<TrialResult> {
  const pool = openThreadPool<JudgeProtocol>({
    ...JUDGING_THREAD,
    data: () => ({ ...data, ended: createEndedUrls().memory }),
    calls: {
      // Counts take as long whatever they are.
      count: () => new Map(),
      lookAtLanguage: () => undefined,
      askPart: () => undefined,
    },
    size: 1,
  });
  try {
    await pool.run('read', () => ({ ...page, expected: {} }));
    return undefined;
  } catch (thrown) {
    return thrown instanceof NoAnswerError && thrown.reason === 'timeout' ? 'slow' : undefined;
  }
}

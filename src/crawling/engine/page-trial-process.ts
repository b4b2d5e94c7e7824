import { openThreadPool } from '../../support/threads/pool.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { createEndedUrls } from '../../judging/judge/ended-urls.js';
import type { JudgeProtocol, TrialData } from '../../judging/judge/judge-plan.js';
import { JUDGING_THREAD } from '../../judging/judge/judging-threads.js';

/** A page, and what it is to be read and judged by. */
export interface TrialRequest {
  readonly data: TrialData;
  readonly body: Uint8Array;
  readonly url: string;
  readonly contentType: string;
}

/** Fault of a page that was read and judged alone; undefined if it is not to blame. */
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

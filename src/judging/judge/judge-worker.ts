import { createPageReader } from '../../web/page/reader.js';
import { serveThread } from '../../support/threads/serve-thread.js';
import { once } from '../../support/once.js';
import { createEndedUrls } from './ended-urls.js';
import { openJudgeInThread } from './judge-in-thread.js';
import type { JudgeProtocol } from './judge-messages.js';
import type { JudgePage } from './create-judge.js';

/**
 * A worker thread that reads and judges pages. It fetches counts from the main thread, once per noun. What only judging
 * and user-defined parts need is loaded when they are used.
 */
serveThread<JudgeProtocol>((data, call) => {
  const reading = { ...data.reading, hasEnded: createEndedUrls(data.ended).has };
  const reader = createPageReader(reading);
  const planned = once(() => openJudgeInThread(data, call));
  const judged: JudgePage = async (page, known) => (await planned())(page, known);
  return {
    ready: undefined,
    tasks: {
      async read({ body, url, contentType, expected }) {
        const page = reader.read(body, url, contentType);
        if (data.plans.length === 0 || expected === undefined) return { page };
        // A failure is reported when the judgement is requested, since it occurs again then.
        return { page, judgement: await judged(page, expected).catch(() => undefined) };
      },
      judge: ({ page, ...known }) => judged(page, known),
    },
  };
});

import type { KnownOfPage } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { createPageReader } from '../../web/page/reader.js';
import { serveThread } from '../../support/threads/serve-thread.js';
import { once } from '../../support/once.js';
import { createEndedUrls } from './ended-urls.js';
import { openJudgeInThread } from './judge-in-thread.js';
import type { JudgeProtocol } from './judge-messages.js';
import type { RemoteLinks } from './judge-plan.js';

/**
 * A worker thread that reads and judges pages. It fetches counts from the main thread, once per noun. What only judging
 * and user-defined parts need is loaded when they are used.
 */
serveThread<JudgeProtocol>((data, call) => {
  const reading = { ...data.reading, hasEnded: createEndedUrls(data.ended).has };
  const reader = createPageReader(reading);
  const pages = new Map<number, Page>();
  const planned = once(() => openJudgeInThread(data, call));
  const judged = async (
    page: Page,
    { linkedFrom }: KnownOfPage,
    remotes?: RemoteLinks,
  ): Promise<Judgement> => {
    const { judge } = await planned();
    const annotated = await judge.annotate(page, remotes);
    return judge.classifier.judge(linkedFrom === undefined ? annotated : { ...annotated, linkedFrom });
  };
  return {
    ready: undefined,
    tasks: {
      async read({ number, body, url, contentType, expected }) {
        const page = reader.read(body, url, contentType);
        if (data.plans.length === 0) return { page };
        // A failure is reported when the judgement is requested, since it occurs again then.
        const judgement = expected && (await judged(page, expected).catch(() => undefined));
        if (judgement === undefined) pages.set(number, page);
        return { page, judgement };
      },
      judge({ number, page = pages.get(number), remotes, ...known }) {
        if (page === undefined) throw new Error('the page was not read');
        pages.delete(number);
        return judged(page, known, remotes);
      },
      leave: (number) => void pages.delete(number),
    },
  };
});

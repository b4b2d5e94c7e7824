import type { Page } from '../../model/page.js';
import { serveThread } from '../../support/threads/serve-thread.js';
import { once } from '../../support/once.js';
import { createEndedUrls } from './ended-urls.js';
import { openJudgeInThread, openReaderInThread } from './judge-in-thread.js';
import type { JudgeProtocol } from './judge-messages.js';

/**
 * A worker thread that reads and judges pages. It fetches counts from the main thread, once per noun. What only judging
 * and user-defined parts need is loaded when they are used.
 */
serveThread<JudgeProtocol>(async (data, call) => {
  const reading = { ...data.reading, hasEnded: createEndedUrls(data.ended).has };
  const reader = await openReaderInThread(data, reading, call);
  const pages = new Map<number, Page>();
  const planned = once(() => openJudgeInThread(data, call));
  return {
    ready: undefined,
    tasks: {
      async read({ number, body, url, contentType }) {
        const page = await reader.read(body, url, contentType);
        if (data.plans.length > 0) pages.set(number, page);
        return page;
      },
      async judge({ number, page = pages.get(number), linkedFrom, remotes }) {
        if (page === undefined) throw new Error('the page was not read');
        pages.delete(number);
        const { judge } = await planned();
        const annotated = await judge.annotate(page, remotes);
        return judge.classifier.judge(linkedFrom === undefined ? annotated : { ...annotated, linkedFrom });
      },
      leave: (number) => void pages.delete(number),
    },
  };
});

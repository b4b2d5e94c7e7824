import type { Page, PageReader } from '../../../model/page.js';
import type { VirtualWeb, WebAnswer } from '../../../web/stored/virtual-web.js';

/** Maximum number of pages in memory, about 300 kB each. Pages of larger webs are read again. */
const MAX_PAGES = 3000;

/** A web and a reader that render and read each page once for all crawls. */
export interface RememberingWeb {
  readonly web: VirtualWeb;
  readonly reader: PageReader;
  /** The page at a URL; undefined if it is not HTML. */
  readonly pageAt: (url: string) => Promise<Page | undefined>;
}

/** A page and its response without the body, which is not needed again. */
interface Remembered {
  readonly page: Page;
  readonly answer: WebAnswer;
}

/** Caches pages, so that comparing twenty crawlers takes little longer than one crawl. */
export function rememberingWeb(web: VirtualWeb, reader: PageReader): RememberingWeb {
  const known = new Map<string, Remembered>();
  const answers = new Map<string, WebAnswer>();
  const remembering: PageReader = {
    read(body, url, contentType) {
      const before = known.get(url);
      if (before !== undefined) return before.page;
      const page = reader.read(body, url, contentType);
      const answer = answers.get(url);
      answers.delete(url);
      if (answer !== undefined) {
        const [oldest] = known.keys();
        if (known.size >= MAX_PAGES && oldest !== undefined) known.delete(oldest);
        // Only the existence of a body matters here, not its size.
        known.set(url, { page, answer: { ...answer, body: answer.body.slice(0, 1) } });
      }
      return page;
    },
  };
  const answer = async (url: string): Promise<WebAnswer> => {
    const before = known.get(url);
    if (before !== undefined) return before.answer;
    const found = await web.answer(url);
    if (found.status === 200 && /html/i.test(found.headers['content-type'] ?? '')) answers.set(url, found);
    return found;
  };
  return {
    web: { ...web, answer },
    reader: remembering,
    async pageAt(url) {
      const { status, headers, body } = await answer(url);
      const type = headers['content-type'] ?? '';
      return status === 200 && /html/i.test(type) ? remembering.read(body, url, type) : undefined;
    },
  };
}

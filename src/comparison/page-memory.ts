import type { Page, PageReader } from '../model/page.js';
import type { VirtualWeb, WebAnswer } from '../virtual-web/web.js';

/** Pages that are kept at most, each some 300 kB with all that is known of its links; those of larger webs are read again. */
const MOST_PAGES = 3000;

/** A web and a reader that lay out and read each page once, whoever asks for it. */
export interface RememberingWeb {
  readonly web: VirtualWeb;
  readonly reader: PageReader;
  /** The page at an address; undefined where there is no HTML page. */
  readonly pageAt: (url: string) => Promise<Page | undefined>;
}

/** What is kept of an answer: all but the body, which need not be read again. */
interface Remembered {
  readonly page: Page;
  readonly answer: WebAnswer;
}

/** Remembers what was read, so that comparing twenty crawlers takes little longer than one crawl. */
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
        if (known.size >= MOST_PAGES && oldest !== undefined) known.delete(oldest);
        // The sum of its bytes is not of interest here; that there are some is.
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

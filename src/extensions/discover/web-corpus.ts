import type { WebSettings } from '../../app/settings/settings.js';
import { isHtml, isSuccess } from '../../support/text/content-type.js';
import type { CorpusReader } from '../../model/document.js';
import { createPageReader } from '../../web/page/reader.js';
import { openStoredWeb } from '../../app/crawl/setup/open-stored-web.js';

/** The pages of a web in files as a corpus: main text, title, address; ids are the addresses. */
export function createWebCorpus(path: string, settings: WebSettings): CorpusReader {
  const reader = createPageReader({ exact: true });
  return {
    name: path,
    async *read() {
      const { web } = await openStoredWeb(path, settings);
      try {
        for (const url of web.pages) {
          const answer = { url, ...(await web.answer(url)) };
          if (!isSuccess(answer.status) || !isHtml(answer)) continue;
          const { title, text } = reader.read(answer.body, url, answer.headers['content-type'] ?? '');
          if (text === '') continue;
          yield {
            kind: 'document',
            document: { id: url, title: title === '' ? url : title, text, sourceUrl: url },
          };
        }
      } finally {
        await web.close?.();
      }
    },
  };
}

import type { AcceptedPage } from '../app/crawl/pages.js';
import { pagesFields } from '../config/pages-settings.js';
import { interruptible } from '../support/interruptible.js';
import { lineLogger } from '../support/logger.js';
import { command } from './command.js';

export const pagesCommand = command({
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out | jq -r .url',
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const { acceptedPages } = await import('../app/crawl/pages.js');
    const logger = lineLogger(io.stderr);
    const { format } = settings;
    let count = 0;
    const pages = acceptedPages(out, settings, (message) => logger.warn(message));
    await io.stream(
      (async function* () {
        for await (const page of interruptible(pages, io.signal)) {
          yield format === 'jsonl' ? `${JSON.stringify(page)}\n` : pageText(page);
          count += 1;
        }
      })(),
    );
    if (count === 0) logger.warn(`no accepted page in ${out}`);
    return 0;
  },
});

/** A page as text, after a line with its URL. */
function pageText({ url, title, text }: AcceptedPage): string {
  return `=== ${url}\n\n${title}\n\n${text}\n\n`;
}

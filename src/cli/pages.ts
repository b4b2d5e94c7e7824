import type { AcceptedPage } from '../app/pages.js';
import { pagesFields } from '../config/settings.js';
import { lineLogger } from '../support/logger.js';
import { command } from './command.js';

export const pagesCommand = command({
  name: 'pages',
  args: '<out>',
  summary: 'Write the accepted pages of a crawl to standard output, as JSON lines or as text.',
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out | jq -r .url',
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const { acceptedPages } = await import('../app/pages.js');
    const logger = lineLogger(io.stderr);
    const { format } = settings;
    let count = 0;
    for await (const page of acceptedPages(out, settings, (message) => logger.warn(message))) {
      if (format === 'jsonl') io.data(`${JSON.stringify(page)}\n`);
      else io.stdout(pageText(page));
      count += 1;
    }
    if (count === 0) logger.warn(`no accepted page in ${out}`);
    return 0;
  },
});

/** A page to read; the line with the address shows where the next one begins. */
function pageText({ url, title, text }: AcceptedPage): string {
  return `=== ${url}\n\n${title}\n\n${text}\n\n`;
}

import type { WrittenEntry } from './sitemap-entries.js';
import type { SitemapProblems } from './sitemap-problems.js';
import type { SitemapParser } from './sitemap-xml.js';

/** No address is that long: a longer line is not part of a list. */
const MAX_LINE = 65_536;

/** A parser of texts with one web address per line. */
export function createLineParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let rest = '';
  let line = 0;
  let found = false;
  const take = (written: string): void => {
    line += 1;
    const address = written.trim();
    if (address === '') return;
    if (/^https?:\/\//i.test(address)) {
      found = true;
      onEntry({ kind: 'page', address, line });
      // Before the first address there may be a heading.
    } else if (found) problems.add('not a web address', line, address);
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      lines.forEach(take);
      if (rest.length > MAX_LINE) throw new Error(`line ${line + 1} is longer than any address`);
    },
    end() {
      take(rest);
      if (!found) throw new Error('it is neither XML nor a list of web addresses');
    },
  };
}

import { z } from 'zod';
import { messageOf } from '../../model/errors.js';
import type { WrittenEntry } from './sitemap-entries.js';
import type { SitemapProblems } from './sitemap-problems.js';
import type { SitemapParser } from './sitemap-xml.js';

/** Characters of a feed: it is in memory as a whole, unlike XML. */
const MAX_CHARACTERS = 2_500_000;

/** What is read of a feed: jsonfeed.org, versions 1 and 1.1. */
const FEED = z.object({
  items: z.array(
    z
      .object({
        url: z.string().catch(''),
        title: z.string().optional().catch(undefined),
        date_published: z.string().max(64).optional().catch(undefined),
        date_modified: z.string().max(64).optional().catch(undefined),
      })
      .catch({ url: '' }),
  ),
});

/** A parser of JSON Feed. Items without an address are noted and left out. */
export function createJsonFeedParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let text = '';
  return {
    write(piece) {
      text += piece;
      if (text.length > MAX_CHARACTERS)
        throw new Error(`it is JSON with more than ${MAX_CHARACTERS} characters`);
    },
    end() {
      for (const { url, title, date_modified, date_published } of parse(text).items) {
        if (url === '') problems.add('an item without an address', 1);
        else
          onEntry({
            ...{ kind: 'page', address: url, line: 1, title },
            ...{ date: date_modified, published: date_published },
          });
      }
    },
  };
}

function parse(text: string): z.infer<typeof FEED> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    throw new Error(`it is JSON that is not well-formed: ${messageOf(thrown)}`, { cause: thrown });
  }
  const { success, data } = FEED.safeParse(content);
  if (!success) throw new Error('it is JSON, but not a JSON Feed with a list of items');
  return data;
}

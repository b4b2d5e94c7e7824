import { z } from 'zod';
import type { LinkCandidate } from '../../../model/crawl-event.js';
import { parseUrl } from '../../../support/parse-url.js';
import { seedOf } from '../../../support/random.js';
import type { TopicSight } from '../topic-sight.js';
import { urlWords } from '../term-weights.js';

const number = z.number();
const list = z.array(number);
/** Numbers of the groups of a URL. */
const groupsSchema = z.object({
  /** Host, and directories of the URL from the outermost on. */
  ...{ host: number, directories: list },
  /** The first linking pages, and the blocks in which the links are. */
  ...{ sources: list, blocks: list },
});
const evidenceSchema = groupsSchema.extend({
  /** Cosines of the linking page, and of anchor text with the words of the URL, with the topic: each the best of all links. */
  ...{ page: number, anchor: number },
  /** Relevance of the most relevant linking page. */
  best: number,
});

/** Groups to which a URL belongs. */
export type LinkGroups = z.output<typeof groupsSchema>;

/** Evidence of all links to a URL. */
export type LinkEvidence = z.output<typeof evidenceSchema>;

/** True for a value that is evidence, as it was kept. */
export function isEvidence(value: unknown): value is LinkEvidence {
  return evidenceSchema.safeParse(value).success;
}

/** Directories of a URL that are groups at most. */
const MAX_DIRECTORIES = 6;
/** Linking pages whose groups count. */
const MAX_SOURCES = 10;

/** Evidence for a URL before any link to it. */
export function noEvidence(url: string): LinkEvidence {
  const { host = url, pathname = '' } = parseUrl(url) ?? {};
  const folders = pathname.split('/').slice(1, -1);
  let prefix = host;
  const directories = folders.slice(0, MAX_DIRECTORIES).map((folder) => seedOf((prefix += `/${folder}`)));
  return { host: seedOf(host), directories, sources: [], blocks: [], page: 0, anchor: 0, best: 0 };
}

/** Words that count, of an anchor text and of an address, and characters of an address. */
const [MAX_WORDS, MAX_ADDRESS] = [20, 300];

function nearnessOf(anchor: readonly string[], url: string, sight: TopicSight): number {
  const own = urlWords(url.slice(0, MAX_ADDRESS), sight.words, true);
  return sight.nearness([...anchor.slice(0, MAX_WORDS), ...own.slice(0, MAX_WORDS)]);
}

/** Adds a link. The order of the links only matters once a list is full. */
export function addLink(
  evidence: LinkEvidence,
  { link, source, judgement }: Pick<LinkCandidate, 'link' | 'source' | 'judgement'>,
  from: Readonly<{ number: number; relevance: number }>,
  sight: TopicSight,
): void {
  const { words } = sight.anchor(link.anchorText);
  evidence.best = Math.max(evidence.best, from.relevance);
  evidence.page = Math.max(evidence.page, sight.pageNearness(source, judgement));
  evidence.anchor = Math.max(evidence.anchor, nearnessOf(words, link.url, sight));
  if (evidence.sources.length >= MAX_SOURCES) return;
  evidence.sources.push(from.number);
  evidence.blocks.push(seedOf(`${from.number} ${link.places?.[0]?.block ?? ''}`));
}

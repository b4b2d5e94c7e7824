import { RECENT_REQUESTS, type CrawlCounts } from '../engine/crawl-counts.js';
import { shellWord } from '../../support/text/terminal-text.js';

/** Advice for a crawl whose last requests brought no accepted page. JSON. */
export interface Drought {
  /** Description of what has happened. */
  readonly text: string;
  /** Commands that may help. Words in capitals stand for what the user puts in their place. */
  readonly help: readonly { readonly command: string; readonly effect: string }[];
}

/** Below this, a URL does not look relevant: few crawls accept less than a tenth of their pages. */
const LOOKS_RELEVANT = 0.1;

/** A crawl that may have dried up. */
export interface DroughtCrawl {
  readonly counts: Pick<CrawlCounts, 'fetched' | 'recentHarvestRate'>;
  readonly out: string;
  /** Absent for a crawl without a topic. */
  readonly kb?: string;
  /** Of several, seeds are looked for by the first. */
  readonly topics: readonly string[];
  /** Time at which it takes a command: now, after it is resumed, or never. */
  readonly takes: 'now' | 'later' | 'never';
  /** Reads the greatest expected relevance of a queued URL, from 0 to 1; undefined where the strategy does not tell. */
  readonly bestRelevance?: () => number | undefined;
}

/** Advice if none of the last {@link RECENT_REQUESTS} requests brought an accepted page; undefined otherwise. */
export function droughtOf(crawl: DroughtCrawl): Drought | undefined {
  const { counts, out, kb, topics, takes, bestRelevance } = crawl;
  if (counts.fetched < RECENT_REQUESTS || counts.recentHarvestRate !== 0) return undefined;
  const folder = shellWord(out);
  const topic = topics[0];
  const about =
    kb === undefined || topic === undefined ? '' : ` --kb ${shellWord(kb)} --topic ${shellWord(topic)}`;
  const map = {
    command: `sfwc map HOST${about}`,
    effect: `shows what another host has${about === '' ? '' : ', ranked by the topic'}`,
  };
  const seed = `sfwc steer ${folder} seed URL`;
  return {
    text: `no page accepted in the last ${RECENT_REQUESTS} requests${bestText(bestRelevance?.())}`,
    help: {
      now: [
        map,
        { command: seed, effect: 'adds a seed' },
        { command: `sfwc steer ${folder} stop`, effect: 'ends the crawl' },
      ],
      later: [
        map,
        { command: seed, effect: 'adds a seed, for when the crawl is resumed' },
        {
          command: `sfwc crawl --resume --out ${folder} --max-pages N`,
          effect: 'resumes it, up to N requests in all',
        },
      ],
      never: [map],
    }[takes],
  };
}

function bestText(relevance: number | undefined): string {
  if (relevance === undefined) return '';
  const best = `the best one has an expected relevance of ${relevance.toFixed(2)}`;
  return relevance < LOOKS_RELEVANT
    ? `; no queued link looks relevant: ${best}`
    : `; of the queued links, ${best}`;
}

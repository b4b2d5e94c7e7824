import { comment } from '../seeding/seed-file.js';
import { isMatching, type MapEntry } from './site-entries.js';

/** Nouns and sources named of a seed. */
const [MOST_NOUNS, MOST_SOURCES] = [5, 3];

/** The seeds of a map as they are written. */
export interface MapFileContent {
  readonly topic: string;
  /** A line for each host: what it has. */
  readonly hosts: readonly string[];
  /** Best first. */
  readonly seeds: readonly MapEntry[];
  /** URLs of all hosts. */
  readonly urls: number;
}

/** The seeds as a file that `sfwc crawl --seeds` reads: one address a line, under comments that say why it is there. */
export function mapFileText({ topic, hosts, seeds, urls }: MapFileContent): string {
  const head = [`seeds for topic '${topic}', from the map of sfwc map`, ...hosts, howChosen(seeds, urls)];
  const entries = seeds.map((seed) => [...whySeed(seed).map(comment), seed.url].join('\n'));
  return `${[head.map(comment).join('\n'), ...entries].join('\n\n')}\n`;
}

function howChosen(seeds: readonly MapEntry[], urls: number): string {
  if (seeds.length === 0) return 'no URL was found';
  if (seeds.some(isMatching)) return `${seeds.length} of ${urls} URLs, best first; no page was judged`;
  return `no URL has a noun of the topic; these are ${seeds.length} of ${urls} URLs, the newest first`;
}

function whySeed({ nouns, score, title, lastModified, sources }: MapEntry): readonly string[] {
  const facts = [
    nouns.length === 0
      ? 'no noun of the topic'
      : `score ${score.toFixed(2)}; nouns: ${nouns.slice(0, MOST_NOUNS).join(', ')}`,
    ...(lastModified === undefined ? [] : [`changed ${lastModified.slice(0, 10)}`]),
    ...(title === undefined ? [] : [`“${title}”`]),
  ];
  const named = sources.slice(0, MOST_SOURCES).map(({ source, by }) => `${source}: ${by}`);
  return [facts.join('; '), ...named];
}

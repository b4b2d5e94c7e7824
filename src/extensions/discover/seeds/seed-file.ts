import type { FoundBy, SeedSource } from './seed-candidates.js';
import { addToList } from '../../../support/batches.js';
import { terminalText } from '../../../support/text/terminal-text.js';
import {
  REJECTIONS,
  type JudgedCandidate,
  type Probe,
  type RejectedCandidate,
  type Rejection,
} from './choose-seeds.js';

/** A proposal as it is written. */
export interface SeedFileContent {
  readonly topic: string;
  readonly seeds: readonly JudgedCandidate[];
  readonly rejected: readonly RejectedCandidate[];
  /** Number of probes. */
  readonly probes: number;
}

/** Characters of a comment. */
const LONGEST = 300;
/** Nouns named of a judgement, and answers of each source named of a candidate. */
const MAX_NOUNS = 5;
const MAX_FOUND = 2;

/** The seeds as a file that `sfwc crawl --seeds` reads: one address a line, under comments that say why it is there. */
export function seedFileText({ topic, seeds, rejected, probes }: SeedFileContent): string {
  const count = seeds.length + rejected.length;
  const head = [
    `seeds for topic '${topic}', proposed by sfwc seeds`,
    `${seeds.length} of ${count} candidates, best first; ${probes} of them were fetched and judged`,
  ];
  const entries = seeds.map((seed) => [...whyProposed(seed).map(comment), seed.url].join('\n'));
  return `${[head.map(comment).join('\n'), ...entries, ...closing(rejected)].join('\n\n')}\n`;
}

/** Why an address is proposed, in a few lines: what a probe showed, and who proposed it. */
export function whyProposed({ probe, found, value }: JudgedCandidate): readonly string[] {
  return [probeText(probe, value), ...foundText(found)];
}

function probeText(probe: Probe | undefined, value: number): string {
  if (probe === undefined) return `not probed; expected quality ${value.toFixed(2)}`;
  if ('error' in probe) return `not judged: ${probe.error}`;
  const { judgement, links, title } = probe;
  const nouns = judgement.reason.evidence
    .filter(({ pull }) => pull > 0)
    .slice(0, MAX_NOUNS)
    .map(({ lemma }) => lemma);
  return [
    `${judgement.accepted ? 'on topic' : 'off topic, but leads there'} (score ${judgement.score.toFixed(2)}, quality ${value.toFixed(2)})`,
    `${links.onTopic} of ${links.all} links on topic`,
    ...(nouns.length === 0 ? [] : [`nouns: ${nouns.join(', ')}`]),
    ...(title === '' ? [] : [`“${title}”`]),
  ].join('; ');
}

/** The answers of each source that have an address highest. */
function foundText(found: readonly FoundBy[]): readonly string[] {
  const bySource = new Map<SeedSource, FoundBy[]>();
  for (const one of [...found].sort((a, b) => a.place - b.place)) addToList(bySource, one.source, one);
  return [...bySource].flatMap(([source, all]) => {
    const lines = all
      .slice(0, MAX_FOUND)
      .map(({ by, place, note }) => `${source}: ${by}, place ${place}${note === '' ? '' : `: ${note}`}`);
    return all.length > MAX_FOUND ? [...lines, `${source}: ${all.length - MAX_FOUND} more`] : lines;
  });
}

/** Numbers of candidates that were left out, by reason. */
function closing(rejected: readonly RejectedCandidate[]): readonly string[] {
  const counts = new Map<Rejection, number>();
  for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lines = [...counts].map(([reason, count]) => `${count}: ${REJECTIONS[reason]}`);
  return [['left out:', ...lines].map(comment).join('\n')];
}

/** A comment of one line. Text from the Web must not add a line, since each line is a seed. */
export function comment(text: string): string {
  const line = terminalText(text.replace(/\s+/g, ' '));
  return `# ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`;
}

import type { CrawlEvent } from '../../model/crawl-event.js';
import type { NounEvidence } from '../../model/topic.js';
import { lineOf, type Graph, type GraphEdge, type GraphNode } from './graph.js';
import { largest, type LinkSource } from './link-source.js';

interface CountedNoun {
  readonly noun: NounEvidence;
  /** Sum of its pulls. */
  pull: number;
}

/**
 * The nouns for which pages were accepted; an edge between two of them counts the pages that were accepted for both. A verdict
 * names the nouns that pulled most, so pages share more nouns than these.
 * @param most how many, those of most pages
 */
export async function nounsGraph(source: LinkSource, most: number): Promise<Graph> {
  const pages = new Map<string, number>();
  const known = new Map<string, CountedNoun>();
  for await (const event of source.events())
    for (const [key, noun] of nounsOf(event)) {
      pages.set(key, (pages.get(key) ?? 0) + 1);
      const counted = known.get(key) ?? { noun: { ...noun, mentions: [] }, pull: 0 };
      counted.pull += noun.pull;
      known.set(key, counted);
    }
  const ids = new Map(largest(pages, most).map((key, id) => [key, id]));
  const pairs = await countPairs(source, ids);
  return {
    isDirected: false,
    description: `Nouns for which pages of a crawl about ${source.topics} were accepted, and how many pages share two of them.`,
    nodeAttributes: [
      { name: 'iri', type: 'string' },
      { name: 'pages', type: 'integer' },
      { name: 'pull', type: 'double' },
      { name: 'documents', type: 'integer' },
    ],
    edgeAttributes: [],
    nodes: () => [[...ids].map(([key, id]) => nounNode(id, known.get(key), pages.get(key) ?? 0))],
    edges: () => [
      [...pairs].map(([pair, weight]): GraphEdge => {
        const [source, target] = [Math.floor(pair / ids.size), pair % ids.size];
        return { source, target, weight, values: [] };
      }),
    ],
    found: [],
  };
}

function nounNode(id: number, counted: CountedNoun | undefined, pages: number): GraphNode {
  const { lemma = '', iri, documents } = counted?.noun ?? {};
  return { id, label: lineOf(lemma), values: [iri, pages, counted?.pull, documents] };
}

/** How many pages have two nouns, the one with the smaller number first. */
async function countPairs(
  source: LinkSource,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, number>> {
  const pairs = new Map<number, number>();
  for await (const event of source.events()) {
    const here = [...nounsOf(event).keys()].flatMap((key) => ids.get(key) ?? []).sort((a, b) => a - b);
    for (const [place, one] of here.entries())
      for (const other of here.slice(place + 1)) {
        const pair = one * ids.size + other;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
  }
  return pairs;
}

/** The nouns that spoke for an accepted page, by meaning, or by lemma where they have none. */
function nounsOf({ judgement }: CrawlEvent): ReadonlyMap<string, NounEvidence> {
  if (judgement?.accepted !== true) return new Map();
  const judgements = judgement.topics?.filter(({ accepted }) => accepted) ?? [judgement];
  const nouns = judgements.flatMap(({ reason }) => reason.evidence).filter(({ pull }) => pull > 0);
  return new Map(nouns.map((noun) => [noun.iri ?? noun.lemma, noun]));
}

import { pathToFileURL } from 'node:url';
import type { CorpusReader } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import type { SearchEngine } from './search.js';
import type { WordReader } from '../../../model/topic.js';
import { addToList } from '../../../support/add-to-list.js';
import { fullText } from '../../../support/text/full-text.js';
import { webAddress } from '../../../web/page/links.js';
import { collectHits } from './hits.js';

/** Parameters of Okapi BM25 (Robertson et al. 1994), as in most engines. */
const K1 = 1.2;
const B = 0.75;

interface Indexed {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly length: number;
}
interface Index {
  readonly documents: readonly Indexed[];
  /** Word → document's number and frequency. */
  readonly postings: ReadonlyMap<string, readonly (readonly [document: number, frequency: number])[]>;
  readonly meanLength: number;
}

/**
 * A search engine over a corpus, in memory, for offline use and tests. Documents without a URL are not found, since they
 * cannot be fetched. Ranked by BM25:
 *
 *     score = Σ over words of ln(1 + (N − n + ½)/(n + ½)) · f·(k1 + 1) / (f + k1·(1 − b + b·length/mean length)),   k1 = 1.2, b = 0.75
 *
 * Equal scores keep the order of the corpus. The corpus is read at the first search.
 *
 * @param words splits texts and queries into words
 */
export function createIndexEngine(corpus: CorpusReader, words: WordReader): SearchEngine {
  let index: Promise<Index> | undefined;
  return {
    name: corpus.name,
    async search(query, most) {
      index ??= buildIndex(corpus, words);
      const found = rank(await index, new Set(words(query)));
      const address = `${pathToFileURL(corpus.name).href}?q=${encodeURIComponent(query)}`;
      return collectHits(most, () => Promise.resolve({ hits: found, address, mayHaveMore: false }));
    },
  };
}

const SNIPPET_LENGTH = 200;

async function buildIndex(corpus: CorpusReader, words: WordReader): Promise<Index> {
  const documents: Indexed[] = [];
  const postings = new Map<string, (readonly [document: number, frequency: number])[]>();
  for await (const item of corpus.read()) {
    const document = item.kind === 'document' ? item.document : undefined;
    const url = document?.sourceUrl ?? webAddress(document?.id ?? '');
    if (document === undefined || url === undefined) continue;
    const text = fullText(document);
    const found = words(text);
    const counts = new Map<string, number>();
    for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, frequency] of counts) addToList(postings, word, [documents.length, frequency]);
    const snippet = document.text.slice(0, SNIPPET_LENGTH);
    documents.push({ url, title: document.title, snippet, length: found.length });
  }
  if (documents.length === 0) {
    throw new InputError(`${corpus.name} has no documents with URLs to search in`, {
      hint: 'give a WARC file, or records with their URLs in the field url',
    });
  }
  const total = documents.reduce((sum, { length }) => sum + length, 0);
  return { documents, postings, meanLength: Math.max(1, total / documents.length) };
}

function rank({ documents, postings, meanLength }: Index, query: ReadonlySet<string>): readonly Indexed[] {
  const scores = new Map<number, number>();
  for (const word of query) {
    const holding = postings.get(word) ?? [];
    const idf = Math.log(1 + (documents.length - holding.length + 0.5) / (holding.length + 0.5));
    for (const [number, frequency] of holding) {
      const length = documents[number]?.length ?? meanLength;
      const saturation = frequency + K1 * (1 - B + (B * length) / meanLength);
      scores.set(number, (scores.get(number) ?? 0) + (idf * frequency * (K1 + 1)) / saturation);
    }
  }
  return [...scores]
    .sort(([a, high], [b, low]) => low - high || a - b)
    .flatMap(([number]) => documents[number] ?? []);
}

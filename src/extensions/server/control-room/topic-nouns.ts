import { queryKnowledgeBase } from '../../../app/kb/query-topics.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import { packagedPath } from '../../../support/files/packaged-path.js';

/** A noun of a topic. */
export interface TopicNoun {
  readonly noun: string;
  /** Documents of the corpus that it occurs in. */
  readonly documents: number;
}

/** Origin of a crawl: its knowledge base if it is a folder, and its topics. */
export interface CrawlOrigin {
  readonly kb?: string;
  readonly topics: readonly string[];
}

/** Nouns of a topic that are compared with those of the pages, those of the most documents. */
const MAX = 1000;

/** @throws InputError when the folder does not hold a crawl */
export function crawlOrigin(out: string): CrawlOrigin {
  const { settings = {} } = readStanding(out).plan as {
    readonly settings?: { readonly kb?: string; readonly topic?: string | readonly string[] };
  };
  const { kb, topic = [] } = settings;
  // An endpoint may need a password, which is not kept.
  const isPath = kb !== undefined && !/^https?:/i.test(kb);
  return { kb: isPath ? kb : undefined, topics: [topic].flat() };
}

/**
 * The nouns of the topics of a crawl that occur in the most documents of their corpora.
 * @returns undefined where the knowledge base is not a folder, or is not there any more
 */
export async function topicNouns(out: string): Promise<readonly TopicNoun[] | undefined> {
  const { kb, topics } = crawlOrigin(out);
  if (kb === undefined || topics.length === 0) return undefined;
  const found = new Map<string, number>();
  for (const topic of topics) {
    const answer = await queryKnowledgeBase({
      place: kb,
      topic,
      crawls: [],
      file: packagedPath('queries/nouns-by-documents.rq'),
      param: [`limit=${MAX}`],
      format: 'json',
    }).catch(() => undefined);
    if (answer === undefined) return undefined;
    for (const { noun, documents } of rowsOf(answer))
      found.set(noun, Math.max(documents, found.get(noun) ?? 0));
  }
  return [...found]
    .map(([noun, documents]) => ({ noun, documents }))
    .sort((a, b) => b.documents - a.documents)
    .slice(0, MAX);
}

function rowsOf(answer: string): readonly TopicNoun[] {
  type Row = Readonly<Record<'noun' | 'documents', { readonly value: string }>>;
  const { results } = JSON.parse(answer) as { readonly results: { readonly bindings: readonly Row[] } };
  return results.bindings.map(({ noun, documents }) => ({
    noun: noun.value,
    documents: Number(documents.value),
  }));
}

import { readFile } from 'node:fs/promises';
import {
  crawlIri,
  crawlQuads,
  eventQuads,
  topicsOf,
  type CrawlIdentity,
} from '../../../crawling/store/crawl-quads.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { queryKind } from '../../../knowledge/queries/query-text.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import type { Logger } from '../../../support/logger.js';
import { nquadsOf } from '../../../support/rdf/quads.js';
import type { StopCondition } from '../../../crawling/engine/stop-condition.js';
import { openFoundStore } from './found-store.js';

/** URLs between two times of asking. */
const EVERY = 100;
/** Seconds that a query may take. */
const MAX_SECONDS = 10;
/** Statements that are held at most. */
const MAX_STATEMENTS = 5_000_000;

/** Asks again and again whether queries hold of what a crawl has found. */
export interface FoundQueries {
  /** Takes in an event, and asks where it is time to. */
  note(event: CrawlEvent): Promise<void>;
  /** True if the query of a file held when it was last asked. */
  readonly holds: (file: string) => boolean;
  close(): Promise<void>;
}

/** The queries, and what a crawl has found. */
interface Asked {
  /** By file. */
  readonly queries: ReadonlyMap<string, string>;
  readonly identity: CrawlIdentity;
  readonly store: ReturnType<typeof openFoundStore>;
  /** Files of queries that held. */
  readonly held: Set<string>;
  /** N-Quads that are not in the store yet. */
  waiting: string;
}

/**
 * The queries of the conditions `ask=FILE`; undefined where there are none. They run in a thread, over the RDF of the
 * crawl as it will be in `crawl.nq.gz`, without texts. A query that takes too long, and all when there are too many
 * statements, are not asked again, which is said once.
 *
 * @param before the events of earlier runs of the crawl
 * @param identity makes the names in the RDF
 * @throws InputError for a file that cannot be read; UsageError for a query that is not an ASK
 */
export async function openFoundQueries(
  conditions: readonly StopCondition[],
  identity: CrawlIdentity,
  before: AsyncIterable<CrawlEvent> | undefined,
  logger: Logger,
): Promise<FoundQueries | undefined> {
  const queries = await readAsks(conditions);
  if (queries.size === 0) return undefined;
  const store = openFoundStore(MAX_SECONDS);
  const waiting = nquadsOf([crawlQuads(identity)]);
  const asked: Asked = { queries, identity, store, held: new Set(), waiting };
  let noted = 0;
  let isOpen = true;
  await begin(asked, before);
  return {
    async note(event) {
      if (!isOpen) return;
      add(event, asked);
      noted += 1;
      if (noted % EVERY !== 0) return;
      try {
        await ask(asked);
      } catch (thrown) {
        isOpen = false;
        asked.waiting = '';
        const names = [...queries.keys()].join(', ');
        logger.warn(`--until ask=${names}: no longer evaluated: ${messageOf(thrown)}`);
      }
    },
    holds: (file) => asked.held.has(file),
    close: () => store.close(),
  };
}

/** Tries the queries, and adds what earlier runs of the crawl found. */
async function begin(asked: Asked, before: AsyncIterable<CrawlEvent> | undefined): Promise<void> {
  const { queries, store } = asked;
  try {
    for (const [file, query] of queries) {
      await store.ask(query).catch((thrown: unknown) => {
        throw notAnAsk(file, messageOf(thrown));
      });
    }
    for await (const event of before ?? []) {
      add(event, asked);
      if (asked.waiting.length > 1e6) await flush(asked);
    }
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

function add(event: CrawlEvent, asked: Asked): void {
  const { identity } = asked;
  asked.waiting += nquadsOf(eventQuads(event, crawlIri(identity), undefined, topicsOf(identity)));
}

async function flush(asked: Asked): Promise<void> {
  const statements = await asked.store.add(asked.waiting);
  asked.waiting = '';
  if (statements > MAX_STATEMENTS) throw new RangeError(`there are more than ${MAX_STATEMENTS} statements`);
}

async function ask(asked: Asked): Promise<void> {
  await flush(asked);
  for (const [file, query] of asked.queries) if (await asked.store.ask(query)) asked.held.add(file);
}

/**
 * The queries of the conditions `ask=FILE`, by file.
 * @throws InputError for a file that cannot be read; UsageError for a query that is not an ASK
 */
export async function readAsks(conditions: readonly StopCondition[]): Promise<ReadonlyMap<string, string>> {
  const queries = new Map<string, string>();
  for (const condition of conditions) {
    if (condition.kind !== 'ask') continue;
    const { file } = condition;
    const query = await readFile(file, 'utf8').catch((thrown: unknown) => {
      throw new InputError(`--until ask=${file}: the file cannot be read: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    });
    if (queryKind(query) !== 'ASK') throw notAnAsk(file, `it is not an ASK`);
    queries.set(file, query);
  }
  return queries;
}

function notAnAsk(file: string, why: string): UsageError {
  return new UsageError(`--until ask=${file}: ${why}`, { hint: 'the file must hold a SPARQL ASK' });
}

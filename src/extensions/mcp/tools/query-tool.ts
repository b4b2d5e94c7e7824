import { z } from 'zod';
import { crawlQuadsFile } from '../../../knowledge/places/knowledge-base.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { InputError, QueryError } from '../../../model/errors.js';
import { sfwc } from '../../../model/vocabulary.js';
import { PARTS } from '../../../judging/parts.js';
import type { BoundedQueries } from '../../../knowledge/queries/bounded-queries.js';
import type { QueryKind } from '../../../knowledge/queries/query-text.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { takeTurns } from '../../../support/take-turns.js';
import { crawlArgument, topicArgument } from '../schemas.js';
import { addTool } from '../tool.js';
import type { Workplace } from '../workplace.js';

/** Characters of a query, and bytes of an answer. */
const MOST_QUERY = 20_000;
const MOST_ANSWER = 1_000_000;

const JSON_RESULTS = 'application/sparql-results+json';
const MEDIA_TYPES: Readonly<Record<QueryKind, string>> = {
  SELECT: JSON_RESULTS,
  ASK: JSON_RESULTS,
  CONSTRUCT: 'text/turtle',
  DESCRIBE: 'text/turtle',
};

/** What JSON results hold. */
interface JsonResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, Term>>[] };
}

interface Term {
  readonly type: string;
  readonly value: string;
}

const answerSchema = {
  variables: z.array(z.string()).optional(),
  rows: z
    .array(z.record(z.string(), z.object({ type: z.string(), value: z.string() })))
    .optional()
    .describe('Of a SELECT'),
  boolean: z.boolean().optional().describe('Of an ASK'),
  turtle: z.string().optional().describe('Of a CONSTRUCT or DESCRIBE'),
  cut: z.boolean().describe('Whether there was more than may be returned'),
};

/**
 * Adds the tool that queries the knowledge base and crawls in SPARQL. A query is answered in a thread that is ended when it
 * takes too long, over a copy of the data in memory: nothing can be changed, and no other source be asked.
 */
export function addQueryTool(workplace: Workplace): void {
  const { server, logger, settings } = workplace;
  const inTurn = takeTurns();
  addTool(
    server,
    logger,
    'query',
    {
      title: 'Query in SPARQL',
      description:
        'Answers a SPARQL 1.1 query (SELECT, ASK, CONSTRUCT, DESCRIBE) over the topics of the knowledge base, and over ended ' +
        `crawls if any are named. Vocabulary: PREFIX sfwc: <${sfwc.Topic.replace(/Topic$/, '')}>, classes sfwc:Topic, sfwc:Entity ` +
        `(a noun), sfwc:Crawl, sfwc:Page. At most ${settings.queryTimeout} s and ${settings.maxRows} rows: use LIMIT. No updates, no SERVICE.`,
      input: {
        sparql: z.string().min(1).max(MOST_QUERY),
        topic: topicArgument.optional().describe('Query only this topic; default: all topics together'),
        crawls: z.array(crawlArgument).max(20).default([]).describe('Ended crawls to query as well'),
      },
      output: answerSchema,
      reads: true,
    },
    ({ sparql, topic, crawls }, { signal }) =>
      // Each holds the data in memory.
      inTurn(async () => {
        signal.throwIfAborted();
        const pool = await openPool(workplace, topic, crawls);
        try {
          return await ask(pool, sparql, settings.maxRows, signal);
        } finally {
          pool.close();
        }
      }),
  );
}

async function openPool(
  { settings, crawls, logger, script }: Workplace,
  topic: string | undefined,
  names: readonly string[],
): Promise<BoundedQueries> {
  const folders = await Promise.all([...new Set(names)].map(crawls.folderOf));
  for (const [index, folder] of folders.entries()) {
    if (await fileExists(crawlQuadsFile(folder))) continue;
    throw new InputError(`the RDF of crawl ${names[index] ?? ''} is not written yet`, {
      hint: 'it is written when the crawl ends: stop the crawl, or wait for its end',
    });
  }
  const place = topic === undefined ? settings.kb : topicFile(settings.kb, topic);
  if (topic !== undefined && !(await fileExists(place)))
    throw new InputError(`topic '${topic}' does not exist`, { hint: 'list_topics names the topics' });
  const openBoundedQueries = await PARTS.openBoundedQueries();
  return openBoundedQueries({
    places: [place],
    crawls: folders,
    timeout: settings.queryTimeout,
    queryMemory: settings.queryMemory,
    onNote: (note) => logger.warn(note),
    script,
  });
}

async function ask(pool: BoundedQueries, query: string, maxRows: number, signal: AbortSignal) {
  const request = { query, base: sfwc.Topic, mediaTypes: MEDIA_TYPES, maxRows };
  const { body, cut, form } = await pool.ask(request, signal);
  if (body.byteLength > MOST_ANSWER)
    throw new QueryError(`the answer is larger than ${MOST_ANSWER} bytes`, {
      hint: 'ask for less: a smaller LIMIT, fewer variables, no long texts',
    });
  const text = new TextDecoder().decode(body);
  if (form === 'CONSTRUCT' || form === 'DESCRIBE') return { turtle: text, cut };
  const { head, boolean, results } = JSON.parse(text) as JsonResults;
  if (boolean !== undefined) return { boolean, cut };
  const rows = (results?.bindings ?? []).map((row) => ({ ...row }));
  return { variables: [...(head.vars ?? [])], rows, cut };
}

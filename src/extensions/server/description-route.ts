import type { Hono } from 'hono';
import { PARTS } from '../../judging/parts.js';
import { remember } from '../../support/remember.js';
import { rewriteTriples } from './datasets/served-knowledge-base.js';
import { DATA_PATH } from './graph-store-routes.js';
import { GRAPH_FORMATS } from './result-formats.js';
import { answer, chooseFormat, type Service } from './service.js';
import { oncePerVersion, servedStore } from './served-store.js';
import { SPARQL_PATH } from './sparql-routes.js';

/** Where clients look for descriptions of datasets (VoID, section 7.2; registered by IANA). */
export const VOID_PATH = '/.well-known/void';

/** Addresses by which a server is known, for which descriptions are remembered. */
const MOST_ORIGINS = 8;

/** Adds the description of all topics and crawls that are served, in VoID and DCAT. It is made again after changes. */
export function addDescriptionRoute(app: Hono, { pool }: Service): void {
  const describeAt = async (origin: string): Promise<string> => {
    const describeServed = await PARTS.describeServed();
    return describeServed(servedStore(pool), {
      address: `${origin}${VOID_PATH}`,
      endpoint: `${origin}${SPARQL_PATH}`,
      downloadOf: (graph) => `${origin}${DATA_PATH}?graph=${encodeURIComponent(graph)}`,
    });
  };
  const describe = remember((origin: string) => oncePerVersion(pool, () => describeAt(origin)), MOST_ORIGINS);
  app.get(VOID_PATH, async (context) => {
    const name = context.req.query('format');
    const { format, contentType } = chooseFormat(context.req.header('accept'), name, GRAPH_FORMATS);
    const ntriples = await describe(new URL(context.req.url).origin)();
    return answer(rewriteTriples(ntriples, format.mediaType), contentType);
  });
}

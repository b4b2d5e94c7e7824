import type {
  ReconciliationAnswer,
  ReconciliationPort,
  ReconciliationRequest,
  ReconciliationService,
} from '../../judging/plugins/reconciliation-port.js';
import { UsageError } from '../../model/errors.js';
import { readEntities, type Entity, type EntityIndex } from './entity-index.js';
import { answerExtend, proposeProperties } from './extend.js';
import { manifestOf } from './manifest.js';
import { entityPage, flyoutOf } from './pages.js';
import { answerBatch, answerOne } from './queries.js';
import { SUGGESTED_KINDS, suggestionsOf } from './suggest.js';

/** The Reconciliation API 0.2 over the entities of an index. */
export function createReconciliation(index: EntityIndex): ReconciliationService {
  return (request) => answerTo(index, request);
}

function answerTo(index: EntityIndex, request: ReconciliationRequest): ReconciliationAnswer | undefined {
  const { path, parameters } = request;
  // Any page of the Web could read the answer, whatever the server allows other origins.
  if (parameters.has('callback'))
    throw new UsageError('JSONP is not supported; let the page in with CORS: sfwc serve --cors ORIGIN');
  if (path === '/preview' || path === '/view') return html(entityPage(entityNamed(index, parameters)));
  const answer = jsonAnswer(index, request);
  return answer === undefined ? undefined : { type: 'json', body: `${JSON.stringify(answer)}\n` };
}

function jsonAnswer(
  index: EntityIndex,
  { path, parameters, address }: ReconciliationRequest,
): object | undefined {
  if (path === '') return serviceAnswer(index, parameters, address);
  if (path === '/properties') return proposeProperties(parameters.get('type'), parameters.get('limit'));
  const [, action, kind] = /^\/(suggest|flyout)\/(\w+)$/.exec(path) ?? [];
  const known = SUGGESTED_KINDS.find((name) => name === kind);
  if (known === undefined) return undefined;
  if (action === 'suggest')
    return suggestionsOf(index, known, parameters.get('prefix') ?? '', parameters.get('cursor'));
  const id = parameters.get('id') ?? '';
  return flyoutOf(known, id, index.get(id), index.types);
}

/** The manifest, or the answer to queries or a data extension. */
function serviceAnswer(index: EntityIndex, parameters: URLSearchParams, address: string): object {
  const [queries, query, extend] = ['queries', 'query', 'extend'].map((name) => parameters.get(name));
  if (typeof queries === 'string') return answerBatch(index, queries);
  if (typeof query === 'string') return answerOne(index, query);
  if (typeof extend === 'string') return answerExtend(index, extend);
  return manifestOf(address, index.types);
}

/** @throws UsageError where there is no such entity */
function entityNamed(index: EntityIndex, parameters: URLSearchParams): Entity {
  const id = parameters.get('id') ?? '';
  const entity = index.get(id);
  if (entity === undefined) throw new UsageError(id === '' ? 'id is missing' : `there is no entity ${id}`);
  return entity;
}

function html(body: string): ReconciliationAnswer {
  return { type: 'html', body };
}

/** The Reconciliation API, for servers. */
export const reconciliation: ReconciliationPort = {
  open: async (kb) => createReconciliation(await readEntities(kb)),
};

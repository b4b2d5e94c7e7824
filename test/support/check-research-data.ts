import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** An entity of an RO-Crate, or a part of a Croissant description. */
export type Entity = Readonly<Record<string, unknown>>;

function demand(holds: boolean, rule: string, where: unknown = ''): asserts holds {
  if (!holds) throw new Error(`not valid metadata: ${rule}: ${JSON.stringify(where)}`);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly Entity[] =>
  value === undefined ? [] : ([value].flat() as unknown as readonly Entity[]);
const isDate = (value: unknown): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text(value));

function checkBytes(folder: string, name: string, bytes: number, sha256: unknown): void {
  const file = join(folder, name);
  demand(existsSync(file), 'a file that is not there', name);
  demand(statSync(file).size === bytes, 'another size', name);
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  demand(found === sha256, 'another checksum', name);
}

/**
 * Checks the metadata of a folder by the rules of RO-Crate 1.1 (sections 2 to 5): flattened JSON-LD with one entity per id, the
 * descriptor, a root with name, description, date and licence, references to entities of the crate, and data entities that are
 * reachable and there. @returns the entities by id
 */
export function checkRoCrate(folder: string): ReadonlyMap<string, Entity> {
  const crate = JSON.parse(readFileSync(join(folder, 'ro-crate-metadata.json'), 'utf8')) as Entity;
  const context = [crate['@context']].flat();
  demand(context.includes('https://w3id.org/ro/crate/1.1/context'), 'the context');
  const graph = list(crate['@graph']);
  const byId = new Map(graph.map((entity) => [text(entity['@id']), entity]));
  demand(byId.size === graph.length && !byId.has(''), 'each entity has an id of its own');
  for (const entity of graph) {
    demand(entity['@type'] !== undefined, 'a type', entity);
    for (const [name, value] of Object.entries(entity)) checkReference(name, value, byId);
  }
  const descriptor = byId.get('ro-crate-metadata.json');
  demand(descriptor?.['@type'] === 'CreativeWork', 'the descriptor');
  demand(list(descriptor['about'])[0]?.['@id'] === './', 'what it is about');
  demand(list(descriptor['conformsTo'])[0]?.['@id'] === 'https://w3id.org/ro/crate/1.1', 'the version');
  const root = byId.get('./');
  demand(root?.['@type'] === 'Dataset', 'the root');
  for (const name of ['name', 'description']) demand(text(root[name]) !== '', name, root);
  demand(isDate(root['datePublished']), 'the date', root);
  demand(list(root['license']).length === 1, 'a licence', root);
  const parts = new Set(list(root['hasPart']).map((part) => text(part['@id'])));
  for (const [id, entity] of byId) {
    if (id === './' || !['File', 'Dataset'].includes(text(entity['@type']))) continue;
    demand(parts.has(id), 'data that the root does not have', id);
    demand((entity['@type'] === 'Dataset') === id.endsWith('/'), 'folders end with a slash', id);
    demand(!id.startsWith('/') && !/[\s\\]/.test(id), 'a relative address', id);
    const name = decodeURI(id);
    if (id.endsWith('/')) demand(statSync(join(folder, name)).isDirectory(), 'a folder', id);
    else {
      demand(/^\d+$/.test(text(entity['contentSize'])), 'a size in bytes', id);
      checkBytes(folder, name, Number(entity['contentSize']), entity['sha256']);
    }
  }
  return byId;
}

function checkReference(name: string, value: unknown, byId: ReadonlyMap<string, Entity>): void {
  for (const one of [value].flat()) {
    if (typeof one !== 'object' || one === null) continue;
    demand(Object.keys(one).join() === '@id', 'entities are not nested', one);
    const id = text((one as Entity)['@id']);
    // What the descriptor conforms to is a page of the Web, not an entity.
    demand(byId.has(id) || name === 'conformsTo', 'a reference to nothing', id);
  }
}

/**
 * Checks `croissant.json` of a folder by the rules of Croissant 1.0: the required properties of data, files, record sets and fields; ids that
 * occur once; sources and keys that are there; files with their sizes and checksums. @returns the description
 */
export function checkCroissant(folder: string): Entity {
  const data = JSON.parse(readFileSync(join(folder, 'croissant.json'), 'utf8')) as Entity;
  const context = data['@context'] as Entity;
  demand(
    context['cr'] === 'http://mlcommons.org/croissant/' && context['sc'] === 'https://schema.org/',
    'context',
  );
  demand(
    context['conformsTo'] === 'dct:conformsTo' && context['dct'] === 'http://purl.org/dc/terms/',
    'context',
  );
  demand(data['@type'] === 'sc:Dataset', 'the type');
  demand(data['conformsTo'] === 'http://mlcommons.org/croissant/1.0', 'the version');
  for (const name of ['name', 'description', 'url', 'license', 'creator', 'datePublished'])
    demand(data[name] !== undefined && data[name] !== '', name);
  demand(
    isDate(data['datePublished']) && /^[a-z][a-z0-9+.-]*:\S+$/.test(text(data['url'])),
    'date and address',
  );
  const distribution = list(data['distribution']);
  demand(distribution.length > 0, 'files');
  const sources = new Map(distribution.map((one) => [text(one['@id']), one['@type']]));
  demand(sources.size === distribution.length, 'ids of files occur once');
  for (const one of distribution) checkDistribution(folder, one);
  const records = list(data['recordSet']);
  demand(records.length > 0, 'record sets');
  for (const one of records) checkRecords(one, sources);
  return data;
}

function checkDistribution(folder: string, one: Entity): void {
  for (const name of ['@id', 'name', 'encodingFormat']) demand(text(one[name]) !== '', name, one);
  if (one['@type'] === 'cr:FileSet') {
    demand(text(one['includes']) !== '', 'a file set includes files', one);
    return;
  }
  demand(one['@type'] === 'cr:FileObject', 'a file', one);
  const [, size] = /^(\d+) B$/.exec(text(one['contentSize'])) ?? [];
  demand(size !== undefined, 'a size with its unit', one);
  checkBytes(folder, text(one['contentUrl']), Number(size), one['sha256']);
}

function checkRecords(records: Entity, sources: ReadonlyMap<string, unknown>): void {
  demand(records['@type'] === 'cr:RecordSet' && text(records['name']) !== '', 'a record set', records['@id']);
  const fields = list(records['field']);
  const ids = new Set(fields.map((field) => text(field['@id'])));
  demand(ids.size === fields.length && fields.length > 0, 'fields occur once', records['@id']);
  for (const key of list(records['key'])) demand(ids.has(text(key['@id'])), 'a key is a field', key);
  for (const field of fields) {
    demand(field['@type'] === 'cr:Field' && text(field['name']) !== '', 'a field', field);
    demand(/^sc:(?:Text|Float|Integer|Boolean)$/.test(text(field['dataType'])), 'a type', field);
    const source = field['source'] as Entity;
    const [kind] = ['fileObject', 'fileSet'].filter((name) => name in source);
    const id = text(list(source[kind ?? ''])[0]?.['@id']);
    demand(sources.get(id) === (kind === 'fileSet' ? 'cr:FileSet' : 'cr:FileObject'), 'a source', field);
    demand(text((source['extract'] as Entity)['column']) !== '', 'a column', field);
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a Croissant description. */
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

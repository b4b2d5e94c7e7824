import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { openPromise } from 'yauzl';
import { readCdxLine, type CdxEntry } from '../../src/web/archive/cdxj.js';

/** A WACZ file that was found valid. */
export interface CheckedWacz {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly datapackage: Readonly<Record<string, unknown>>;
  readonly captures: readonly CdxEntry[];
  readonly pages: readonly Readonly<Record<string, unknown>>[];
}

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

function demand(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(`not a valid WACZ file: ${rule}`);
}

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/**
 * Checks a WACZ file as the specification (1.1.1) and `wacz validate` do: what has to be in it, how it is stored, digests;
 * and that each line of its index leads to the record that it names.
 */
export async function checkWacz(file: string): Promise<CheckedWacz> {
  const files = new Map<string, Buffer>();
  const zip = await openPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressionMethod } = entry;
    demand(!files.has(fileName), `${fileName} is there twice`);
    const isInPlace = /\.(?:warc|cdx)\.gz$/.test(fileName);
    demand(!isInPlace || compressionMethod === 0, `${fileName} is not stored as it is`);
    files.set(fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  const datapackage = checkDatapackage(files);
  return {
    files,
    datapackage,
    captures: await checkIndex(files),
    pages: checkPages(files.get('pages/pages.jsonl')),
  };
}

function checkDatapackage(files: ReadonlyMap<string, Buffer>): Record<string, unknown> {
  const bytes = files.get('datapackage.json');
  demand(bytes !== undefined, 'datapackage.json');
  const found = json(bytes.toString());
  demand(found['profile'] === 'data-package' && found['wacz_version'] === '1.1.1', 'profile and version');
  const resources = found['resources'] as readonly Resource[];
  for (const { name, path, hash, bytes: size } of resources) {
    const content = files.get(path);
    demand(content !== undefined, `${path} is not in the file`);
    demand(/^[-a-z0-9._/]+$/.test(name) && path.toLowerCase().endsWith(name), `the name ${name}`);
    demand(content.length === size && sha256(content) === hash, `the digest of ${path}`);
  }
  const listed = new Set([
    ...resources.map(({ path }) => path),
    'datapackage.json',
    'datapackage-digest.json',
  ]);
  for (const name of files.keys()) demand(listed.has(name), `${name} is not in datapackage.json`);
  const digest = json(files.get('datapackage-digest.json')?.toString() ?? '{}');
  demand(
    digest['path'] === 'datapackage.json' && digest['hash'] === sha256(bytes),
    'datapackage-digest.json',
  );
  demand(
    [...files.keys()].some((name) => /^archive\/.+\.warc\.gz$/.test(name)),
    'archive/',
  );
  return found;
}

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
  readonly filename: string;
}

async function checkIndex(files: ReadonlyMap<string, Buffer>): Promise<readonly CdxEntry[]> {
  const members = files.get('indexes/index.cdx.gz') ?? Buffer.alloc(0);
  const [meta = '', ...places] = (files.get('indexes/index.idx')?.toString() ?? '').trimEnd().split('\n');
  demand(json(meta.replace('!meta 0 ', ''))['format'] === 'cdxj-gzip-1.0', 'the head of index.idx');
  const lines: string[] = [];
  for (const place of places) {
    const [key = '', about = ''] = place.split(/ (?=\{)/);
    const { offset, length, digest, filename } = JSON.parse(about) as Place;
    const member = members.subarray(offset, offset + length);
    demand(sha256(member) === digest && filename === 'index.cdx.gz', `the member at ${offset}`);
    const held = gunzipSync(member).toString().trimEnd().split('\n');
    demand(held[0]?.startsWith(`${key} {`) === true, `the first key of the member at ${offset}`);
    lines.push(...held);
  }
  demand(`${lines.join('\n')}\n` === gunzipSync(members).toString(), 'index.idx leads to all of the index');
  const sorted = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  demand(sorted.join('\n') === lines.join('\n'), 'the index is sorted by bytes');
  const captures = lines.map((line) => readCdxLine(line)!);
  for (const { url, filename, offset, length } of captures) {
    const record = files.get(`archive/${filename}`)?.subarray(offset, offset + length);
    const parsed = record && (await WARCParser.parse([gunzipSync(record)]));
    demand(parsed?.warcTargetURI === url, `the record of ${url}`);
  }
  return captures;
}

function checkPages(bytes: Buffer | undefined): readonly Readonly<Record<string, unknown>>[] {
  demand(bytes !== undefined, 'pages/pages.jsonl');
  const [head = '', ...lines] = bytes.toString().trimEnd().split('\n');
  demand(json(head)['format'] === 'json-pages-1.0', 'the head of a list of pages');
  const pages = lines.map(json);
  for (const { url, ts } of pages)
    demand(URL.canParse(String(url)) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(ts)), 'url and ts of pages');
  return pages;
}

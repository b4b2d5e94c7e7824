import { beforeAll, expect, it } from '@jest/globals';
import { documentKind, mayBeDocument } from '../../../src/extensions/documents/document-kind.js';
import type { FetchedResponse } from '../../../src/model/crawl-event.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../src/model/page-reading.js';
import { makeDocx, makeEpub, makeOdt, makePdf, makeZip } from '../../language/corpus/fixtures.js';

const ALL = new Set(Object.keys(DOCUMENT_KINDS) as DocumentKind[]);
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const bodies: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  html: Buffer.from('\n<!DOCTYPE html><title>x</title>'),
  text: Buffer.from('Bees live in hives.'),
  wide: Buffer.from('\uFEFFBees', 'utf16le'),
  binary: Buffer.from([0, 1, 2, 3, 0, 0, 9]),
  pdf: makePdf([[[72, 700, 12, 'Bees']]]),
  'late pdf': Buffer.concat([Buffer.from('some junk\n'), makePdf([[[72, 700, 12, 'Bees']]])]),
};
beforeAll(async () => {
  bodies['docx'] = await makeDocx([['Normal', 'Bees']]);
  bodies['odt'] = await makeOdt('<text:p>Bees</text:p>');
  bodies['epub'] = await makeEpub(['<p>Bees</p>']);
  bodies['zip'] = await makeZip({ 'a.txt': 'x' });
});

function response(type: string, body: string, path = '/x'): FetchedResponse {
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
  return { url: `http://a.example${path}`, status: 200, headers, body: bodies[body]! };
}

it.each([
  ['application/pdf', 'pdf', '/x', 'pdf'],
  ['application/pdf', 'late pdf', '/x', 'pdf'],
  ['text/html; charset=utf-8', 'pdf', '/x', 'pdf'],
  ['text/plain', 'pdf', '/x.txt', 'pdf'],
  ['', 'pdf', '/x', 'pdf'],
  ['application/octet-stream', 'docx', '/x', 'docx'],
  ['application/zip', 'epub', '/x', 'epub'],
  [WORD, 'odt', '/x', 'odt'],
  ['text/plain', 'text', '/x', 'text'],
  ['text/plain', 'wide', '/x', 'text'],
  ['text/plain', 'text', '/README.md', 'markdown'],
  ['text/markdown', 'text', '/x', 'markdown'],
  ['application/octet-stream', 'text', '/x.md', 'markdown'],
  // Left to the reader, which says what is wrong.
  ['application/pdf', 'nothing', '/x', 'pdf'],
  ['application/pdf', 'binary', '/x', 'pdf'],
  [WORD, 'zip', '/x', 'docx'],
  [WORD, 'binary', '/x', 'docx'],
])('takes %s that holds %s at %s for %s', (type, body, path, kind) => {
  expect(documentKind(response(type, body, path), ALL)).toEqual({ kind });
});

it.each([
  ['application/pdf', 'html', 'sent as application/pdf, but it is HTML'],
  ['application/pdf', 'zip', 'sent as application/pdf, but it is a ZIP archive'],
  ['text/plain; charset=utf-8', 'html', 'sent as text/plain, but it is HTML'],
  ['text/plain', 'binary', 'sent as text/plain, but it is binary content'],
])('says that %s is %s', (type, body, why) => {
  expect(documentKind(response(type, body), ALL)).toEqual({ why });
});

it.each([
  ['image/png', 'nothing'],
  ['application/json', 'text'],
  ['application/octet-stream', 'text'],
  ['application/zip', 'zip'],
  ['text/css', 'text'],
])('leaves %s that holds %s alone', (type, body) => {
  expect(documentKind(response(type, body), ALL)).toBeUndefined();
});

it('reads the kinds that are wanted, and no others', () => {
  const some = new Set<DocumentKind>(['pdf', 'text']);
  expect(documentKind(response('application/epub+zip', 'epub'), some)).toBeUndefined();
  expect(documentKind(response('text/plain', 'text', '/x.md'), some)).toBeUndefined();
  expect(documentKind(response(WORD, 'pdf'), some)).toEqual({ kind: 'pdf' });
});

it('asks for bodies by type, and by address where the type says nothing', () => {
  const wanted = (type: string, path: string): boolean => mayBeDocument(response(type, 'nothing', path), ALL);
  expect([wanted('application/pdf', '/x'), wanted('application/octet-stream', '/x.PDF')]).toEqual([
    true,
    true,
  ]);
  expect([wanted('application/octet-stream', '/x.iso'), wanted('video/mp4', '/x.pdf')]).toEqual([
    false,
    false,
  ]);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readRdf } from '../../../../src/extensions/vocabulary/rdf/read-rdf.js';
import { readLabelFiles } from '../../../../src/language/linking/labels/label-files.js';
import { InputError } from '../../../../src/model/errors.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const LABEL = '<http://www.w3.org/2000/01/rdf-schema#label>';
const REDIRECTS = '<http://dbpedia.org/ontology/wikiPageRedirects>';

const TURTLE = `@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:insulin skos:prefLabel "insulin"@en, "Insulin"@de ; skos:altLabel "Insulins"@en-GB ; rdfs:comment "a hormone" .
ex:pump rdfs:label "pump" ; rdfs:label ex:other .
[] rdfs:label "nobody" .
`;

const faults: string[] = [];
const options = { readRdf, onFault: ({ where }: { where: string }) => void faults.push(where) };

async function failure(paths: string[]): Promise<InputError> {
  const error: unknown = await readLabelFiles(paths, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe('readLabelFiles', () => {
  it('reads labels of one language and of none, from Turtle, plain and gzipped', async () => {
    const expected = [
      { label: 'insulin', iri: 'http://example.org/insulin', kind: 'preferred' },
      { label: 'Insulins', iri: 'http://example.org/insulin', kind: 'alternative' },
      { label: 'pump', iri: 'http://example.org/pump', kind: 'preferred' },
    ];
    const plain = await file('labels.ttl', TURTLE);
    const packed = await file('labels.ttl.gz', gzipSync(TURTLE));
    expect(await readLabelFiles([plain, packed], options)).toEqual([expected, expected]);
    expect(
      (await readLabelFiles([plain], { ...options, language: 'de' }))[0]?.map(({ label }) => label),
    ).toEqual(['Insulin', 'pump']);
  });

  it('leads the labels of redirecting resources to the end of the redirects, across files', async () => {
    const labels = await file(
      'labels.nt',
      `<http://dbpedia.org/resource/T2DM> ${LABEL} "T2DM"@en .\n<urn:a> ${LABEL} "A thing" .\n`,
    );
    const redirects = await file(
      'redirects.nt.gz',
      gzipSync(
        `<http://dbpedia.org/resource/T2DM> ${REDIRECTS} <http://dbpedia.org/resource/Type_II_diabetes> .
<http://dbpedia.org/resource/Type_II_diabetes> ${REDIRECTS} <http://dbpedia.org/resource/Type_2_diabetes> .
<urn:a> ${REDIRECTS} <urn:b> .
<urn:b> ${REDIRECTS} <urn:a> .
`,
      ),
    );
    const target = 'http://dbpedia.org/resource/Type_2_diabetes';
    expect(await readLabelFiles([labels, redirects], options)).toEqual([
      [
        { label: 'T2DM', iri: target, kind: 'redirect' },
        { label: 'A thing', iri: 'urn:b', kind: 'redirect' },
      ],
      [{ label: 'Type II diabetes', iri: target, kind: 'redirect' }],
    ]);
  });

  it('reads files that come in many pieces', async () => {
    const lines = Array.from(
      { length: 5000 },
      (_, index) => `<urn:${index}> ${LABEL} "Größe ${index} 😀" .\n`,
    );
    const [labels] = await readLabelFiles([await file('many.nt', lines.join(''))], options);
    expect(labels).toHaveLength(5000);
    expect(labels?.[4999]).toEqual({ label: 'Größe 4999 😀', iri: 'urn:4999', kind: 'preferred' });
    expect(labels?.every(({ label }) => /^Größe \d+ 😀$/.test(label))).toBe(true);
  });

  it('uses what surrounds a malformed line, and refuses a file with nothing else', async () => {
    const broken = `<urn:b> ${LABEL} oops .\n`;
    const path = await file('broken.nt', `<urn:a> ${LABEL} "A" .\n${broken}`);
    expect((await readLabelFiles([path], options))[0]).toHaveLength(1);
    expect(faults.at(-1)).toBe(`${path}:2`);
    const error = await failure([await file('all-broken.nt', broken)]);
    expect(error.message).toContain('all-broken.nt:1: ');
    expect(error.hint).toContain('Correct that line');
  });

  it('names a file that is missing, of another kind, or not what its name says', async () => {
    const missing = join(folder, 'missing.ttl');
    expect((await failure([missing])).message).toContain(`${missing} cannot be read`);
    const other = await file('labels.csv', 'a,b');
    expect((await failure([other])).hint).toContain('.nt');
    const fake = await file('fake.nt.gz', 'not gzipped');
    expect((await failure([fake])).message).toContain(fake);
    expect((await failure([await file('turtle.nt', TURTLE)])).message).toContain('turtle.nt:1');
    const cut = await file('cut.ttl', TURTLE.slice(0, 150));
    expect((await failure([cut])).message).toContain('cut.ttl');
  });
});

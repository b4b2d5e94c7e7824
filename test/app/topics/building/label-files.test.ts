import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readLabelFiles } from '../../../../src/app/topics/building/linking-plan.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const TURTLE = `@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:insulin skos:prefLabel "insulin"@en, "Insulin"@de ; skos:altLabel "Insulins"@en-GB ; rdfs:comment "a hormone" .
ex:pump rdfs:label "pump" ; rdfs:label ex:other .
[] rdfs:label "nobody" .
`;

describe('readLabelFiles', () => {
  it('reads labels of one language and of none, from Turtle, plain and gzipped', async () => {
    const expected = [
      { label: 'insulin', iri: 'http://example.org/insulin', kind: 'preferred' },
      { label: 'Insulins', iri: 'http://example.org/insulin', kind: 'alternative' },
      { label: 'pump', iri: 'http://example.org/pump', kind: 'preferred' },
    ];
    const plain = await file('labels.ttl', TURTLE);
    const packed = await file('labels.ttl.gz', gzipSync(TURTLE));
    expect(await readLabelFiles([plain, packed], 'en')).toEqual([expected, expected]);
    expect((await readLabelFiles([plain], 'de'))[0]?.map(({ label }) => label)).toEqual(['Insulin', 'pump']);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openRdfFiles } from '../../../src/knowledge/formats/rdf-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const STATEMENT = '<urn:a> <urn:b> "c" .\n';

describe('openRdfFiles', () => {
  it('reads several files together', async () => {
    const files = [await file('a.nt', STATEMENT), await file('b.ttl', '@prefix : <urn:> .\n:a :b "d" .\n')];
    expect(await (await openRdfFiles(files)).size()).toBe(2);
  });

  it('refuses files that are too large together, and one of another kind', async () => {
    const files = [await file('one.nt', STATEMENT), await file('two.nt', STATEMENT)];
    await expect(openRdfFiles(files, 30)).rejects.toThrow(/two\.nt is too large/);
    await expect(openRdfFiles([await file('c', 'a,b')])).rejects.toThrow('is not an RDF file');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../cli/run.js';
import { DOCUMENTS, readDocument } from './documents.js';

const DOCS = path.join(ROOT, 'docs');
const pictures = readdirSync(DOCS).filter((name) => /\.(?:webp|png)$/.test(name));
const other = (name: string): string =>
  name.replace(/-(?:light|dark)\./, (scheme) => (scheme === '-dark.' ? '-light.' : '-dark.'));

/** The milliseconds of the frames of a moving WebP. */
function durationsOf(file: Buffer): readonly number[] {
  const durations: number[] = [];
  for (let at = 12; at < file.length;) {
    const size = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'ANMF') durations.push(file.readUIntLE(at + 20, 3));
    at += 8 + size + (size % 2);
  }
  return durations;
}

describe('the pictures of the documents', () => {
  it('are there for light and dark pages', () => {
    const webp = pictures.filter((name) => name.endsWith('.webp'));
    expect(webp.length).toBeGreaterThan(10);
    expect(webp.filter((name) => other(name) === name || !webp.includes(other(name)))).toEqual([]);
  });

  it('are all shown by a document', () => {
    const targets = DOCUMENTS.flatMap((name) =>
      readDocument(name).targets.map((target) => path.posix.join(path.posix.dirname(name), target)),
    );
    const shown = new Set(targets.map((target) => path.posix.basename(target)));
    expect(pictures.filter((name) => !shown.has(name) && !shown.has(other(name)))).toEqual([]);
  });

  it.each(['film-light.webp', 'film-dark.webp'])('move for about twenty seconds: %s', (name) => {
    const file = readFileSync(path.join(DOCS, name));
    const durations = durationsOf(file);
    const seconds = durations.reduce((sum, one) => sum + one, 0) / 1000;
    expect(durations.length).toBeGreaterThan(40);
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThan(25);
    expect(file.length).toBeLessThanOrEqual(1_500_000);
  });
});

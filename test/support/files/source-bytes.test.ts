import { describe, expect } from '@jest/globals';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../../src/support/files/source-bytes.js';
import { writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itUnless } from '../../support/thorough.js';

const root = temporaryFolder();

/** Linux lists the files that a process has open. */
const OPEN_FILES = '/proc/self/fd';

function isOpen(file: string): boolean {
  return readdirSync(OPEN_FILES).some((name) => {
    const link = join(OPEN_FILES, name);
    return existsSync(link) && readlinkSync(link) === file;
  });
}

describe('readBytes', () => {
  itUnless(existsSync(OPEN_FILES) ? undefined : `${OPEN_FILES} is not there`)(
    'closes its file when the reader stops at once',
    async () => {
      await writeFiles(root, { 'texts.xml': 'x'.repeat(1_000_000) });
      const file = join(root, 'texts.xml');
      for await (const piece of readBytes(file)) {
        expect(piece.length).toBeLessThan(1_000_000);
        expect(isOpen(file)).toBe(true);
        break;
      }
      expect(isOpen(file)).toBe(false);
    },
  );
});

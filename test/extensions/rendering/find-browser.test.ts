import { expect, it } from '@jest/globals';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { findBrowser } from '../../../src/extensions/rendering/find-browser.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();

it('finds the browser on the PATH before any other', async () => {
  const folder = path.join(root, 'bin');
  await mkdir(folder, { recursive: true });
  writeFileSync(path.join(folder, 'google-chrome'), '', { mode: 0o755 });
  writeFileSync(path.join(folder, 'chromium'), '', { mode: 0o644 });
  const found = await findBrowser({ PATH: ['/nowhere', folder].join(path.delimiter) });
  expect(found).toBe(path.join(folder, 'google-chrome'));
});

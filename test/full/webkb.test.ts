import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { createPageReader } from '../../src/web/page/reader.js';
import { DATA, describeWithData } from './data.js';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

describeWithData('reading 1,000 real pages of 1997', 'webkb/webkb.tar.gz', () => {
  it('finds text in nearly all and only web addresses as links', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-webkb-'));
    execFileSync('tar', ['-xzf', path.join(DATA, 'webkb/webkb.tar.gz'), '-C', folder]);
    const files = filesBelow(folder);
    const step = Math.floor(files.length / 1000);
    const reader = createPageReader();
    let empty = 0;
    for (let index = 0; index < 1000; index += 1) {
      const response = readFileSync(files[index * step] ?? '');
      // The files begin with the HTTP header, which ends at the first empty line.
      const end = response.indexOf('\n\n');
      const page = reader.read(response.subarray(end + 2), 'http://www.example.edu/a/b.html', '');
      if (page.text === '') empty += 1;
      for (const { url } of page.links) expect(url).toMatch(/^https?:\/\/[^/]/);
    }
    rmSync(folder, { recursive: true });
    expect(empty).toBeLessThan(30);
  });
});

import { expect, it } from '@jest/globals';
import { createFileNames, slugOf } from '../../../../src/extensions/publish/collection/file-names.js';
import { sha256 } from '../../../../src/support/hash.js';

it.each([
  ['Insulin pumps: a guide', 'insulin-pumps-a-guide'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Zuckerkrankheit – Überblick', 'zuckerkrankheit-überblick'],
  ['糖尿病', '糖尿病'],
  ['\u0000/\\:*?', ''],
  [`a ${'b'.repeat(100)} c`, 'a'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('makes of the title %j the name %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it('stays within the length of names of files, whatever the script', () => {
  for (const title of ['𒀀'.repeat(300), '糖'.repeat(300), 'a\u0301'.repeat(300)])
    expect(Buffer.byteLength(slugOf(title))).toBeLessThanOrEqual(120);
  // No half of a surrogate pair.
  expect(slugOf('𒀀'.repeat(300))).not.toMatch(/\p{Surrogate}/u);
});

it('gives each address a name, and an address the same again', () => {
  const nameOf = createFileNames();
  const address = 'http://a.example/';
  expect(nameOf('Bees', address)).toBe(`bees-${sha256(address).slice(0, 8)}`);
  expect(nameOf('Bees', address)).toBe(nameOf('Bees', address));
  expect(nameOf('', 'http://b.example/')).toMatch(/^page-[\da-f]{8}$/);
  const names = new Set(Array.from({ length: 2000 }, (_, n) => nameOf('Bees', `http://a.example/${n}`)));
  expect(names.size).toBe(2000);
});

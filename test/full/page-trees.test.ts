import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseWithJsdom } from '../web/page/jsdom-tree.js';
import { parseHtml } from '../../src/web/page/htmlparser2-tree.js';
import { markupOf, pageOf } from '../../src/web/page/reader.js';
import { DATA, describeWithData } from './data.js';

function markupIn(archive: string, wanted: RegExp, count: number): (readonly [name: string, html: string])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-pages-'));
  execFileSync('tar', ['xzf', path.join(DATA, archive), '-C', folder]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name) && statSync(path.join(folder, name)).isFile())
    .sort();
  const step = Math.max(1, files.length / count);
  const pages = Array.from({ length: Math.min(count, files.length) }, (_, index) => {
    const name = files[Math.floor(index * step)]!;
    const bytes = readFileSync(path.join(folder, name));
    return [name, markupOf(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, '')] as const;
  });
  rmSync(folder, { recursive: true });
  return pages;
}

/** True for framesets and comments without end, which we read otherwise than the standard. */
function needsRepair(html: string): boolean {
  return /<frameset\b/i.test(html) || html.lastIndexOf('<!--') > html.lastIndexOf('-->');
}

/** Shares of links, and of words of main texts, that our reader and jsdom have in common. */
function agreement(pages: readonly (readonly [string, string])[]): {
  links: number;
  words: number;
} {
  const url = 'http://page.example/folder/page.html';
  const links = { both: 0, either: 0 };
  const words = { both: 0, either: 0 };
  for (const [, html] of pages) {
    const standard = parseWithJsdom(html);
    const exact = pageOf(standard.root, url);
    standard.close();
    const quick = pageOf(parseHtml(html).root, url);
    const addresses = new Set(quick.links.map((link) => link.url));
    links.either += Math.max(exact.links.length, quick.links.length);
    links.both += exact.links.filter((link) => addresses.has(link.url)).length;
    const counts = new Map<string, number>();
    for (const word of quick.text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
    words.either += Math.max(quick.text.split(/\s+/).length, exact.text.split(/\s+/).length);
    for (const word of exact.text.split(/\s+/)) {
      const left = counts.get(word) ?? 0;
      counts.set(word, left - 1);
      if (left > 0) words.both += 1;
    }
  }
  return {
    links: links.both / links.either,
    words: words.both / words.either,
  };
}

describeWithData('real pages are read as the standard does', 'webkb/webkb.tar.gz', () => {
  it('of WebKB: 99.9 % of links, 99.5 % of the words of main texts', () => {
    const pages = markupIn('webkb/webkb.tar.gz', /\^/, 900).filter(([, html]) => !needsRepair(html));
    const { links, words } = agreement(pages);
    expect(links).toBeGreaterThan(0.999);
    expect(words).toBeGreaterThan(0.995);
  }, 300_000);
});

import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseWithJsdom } from '../page/jsdom-tree.js';
import { parseHtml } from '../../src/page/parse5-tree.js';
import { markupOf, pageOf } from '../../src/page/reader.js';
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

function differing(pages: readonly (readonly [string, string])[]): string[] {
  return pages.flatMap(([name, html]) => {
    const { root, close } = parseWithJsdom(html);
    const url = 'http://page.example/folder/page.html';
    const same = JSON.stringify(pageOf(root, url)) === JSON.stringify(pageOf(parseHtml(html).root, url));
    close();
    return same ? [] : [name];
  });
}

describeWithData('parse5 and jsdom read real pages alike', 'webkb/webkb.tar.gz', () => {
  it('of WebKB, 900', () => {
    expect(differing(markupIn('webkb/webkb.tar.gz', /\^/, 900))).toEqual([]);
  }, 300_000);

  it('of the article extraction benchmark, 181', () => {
    const pages = markupIn('article-extraction/article-extraction-benchmark.tar.gz', /\.html\.gz$/, 181);
    expect(pages.length).toBeGreaterThan(100);
    expect(differing(pages)).toEqual([]);
  }, 300_000);
});

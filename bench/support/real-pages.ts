import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A page of the Web as it was served, with what a person has said it is about. */
export interface RealPage {
  /** Such as `0147.html`. */
  readonly file: string;
  /** Topics; one with a question mark is borderline. */
  readonly labels: readonly string[];
  /** Its own address, or one made of the name of the file where it is not known. */
  readonly url: string;
  readonly body: Buffer;
}

/** Reads the real pages one by one. @param data the folder of real data @throws where they are absent */
export function* readRealPages(data: string): Generator<RealPage, void, undefined> {
  const place = path.join(data, 'real-pages');
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-real-pages-'));
  try {
    execFileSync('tar', ['-xzf', path.join(place, 'pages.tar.gz'), '-C', folder]);
    const [, ...lines] = readFileSync(path.join(place, 'labels.tsv'), 'utf8').trim().split('\n');
    for (const line of lines) {
      const [file = '', labels = '', address = ''] = line.split('\t');
      const url = /^https?:\/\//.test(address) ? address : `http://page.example/${file}`;
      yield { file, labels: labels.split(','), url, body: readFileSync(path.join(folder, 'pages', file)) };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

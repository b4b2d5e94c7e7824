import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from './wikispeedia.js';

/** A news story of Reuters-21578. */
export interface Story {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly topics: readonly string[];
  readonly part: 'train' | 'test';
}

/**
 * Reads the ModApte split of Reuters-21578: 9,603 stories to train with, 3,299 to test with. Ends the process with a
 * message where the collection is absent.
 */
export function readReuters(): readonly Story[] {
  const archive = path.join(dataFolder(), 'reuters21578', 'reuters21578.tar.gz');
  if (!existsSync(archive)) {
    console.error(`skipped: ${archive} is not there; SFWC_TEST_DATA names the folder with the data`);
    process.exit(0);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  try {
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.sgm'))
      .sort()
      .flatMap((name) => storiesOf(readFileSync(path.join(folder, name), 'latin1')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function storiesOf(file: string): Story[] {
  return [...file.matchAll(/<REUTERS([^>]*)>([\s\S]*?)<\/REUTERS>/g)].flatMap(([, head = '', body = '']) => {
    const part = partOf(head);
    if (part === undefined) return [];
    const inside = (tag: string): string =>
      new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(body)?.[1] ?? '';
    const text =
      inside('BODY') === '' ? inside('TEXT').replace(/<TITLE>[\s\S]*?<\/TITLE>/, '') : inside('BODY');
    return [
      {
        id: /NEWID="(\d+)"/.exec(head)?.[1] ?? '',
        title: plain(inside('TITLE')),
        text: plain(text),
        topics: [...inside('TOPICS').matchAll(/<D>(.*?)<\/D>/g)].map(([, topic = '']) => topic),
        part,
      },
    ];
  });
}

/** ModApte: stories that were given topics, if only none, by Lewis's split. */
function partOf(head: string): Story['part'] | undefined {
  if (!head.includes('TOPICS="YES"')) return undefined;
  if (head.includes('LEWISSPLIT="TRAIN"')) return 'train';
  return head.includes('LEWISSPLIT="TEST"') ? 'test' : undefined;
}

function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#\d+;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();
}

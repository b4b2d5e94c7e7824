import { describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../../../src/model/errors.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openFolderWeb, openWeb } from '../../../src/extensions/archives/open-web.js';
import type { VirtualWeb } from '../../../src/web/stored/virtual-web.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();

async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name, path)), { recursive: true });
    await writeFile(join(root, name, path), content);
  }
  return join(root, name);
}

async function read(web: VirtualWeb, url: string): Promise<string> {
  const answer = await createWebFetcher(web).fetch(url);
  return `${answer.url} ${answer.status} ${answer.headers['content-type'] ?? ''} ${Buffer.from(answer.body).toString()}`;
}

describe('a folder of hosts', () => {
  it('answers by host and path', async () => {
    const web = await openFolderWeb(
      await folder('mirror', {
        'a.example/index.html': 'home',
        'a.example/docs/index.htm': 'docs',
        'a.example/docs/two words.html': 'words',
        'a.example/list.php?page=2': '<p>second',
        'a.example/logo.png': 'PNG',
        'b.example/50%.html': 'half',
        '.git/config': 'hidden',
      }),
    );
    expect([...web.pages].sort()).toEqual([
      'http://a.example/',
      'http://a.example/docs/',
      'http://a.example/docs/two%20words.html',
      'http://a.example/list.php?page=2',
      'http://b.example/50%25.html',
    ]);
    expect(await read(web, 'http://a.example/')).toBe('http://a.example/ 200 text/html home');
    expect(await read(web, 'http://a.example/index.html')).toBe('http://a.example/ 200 text/html home');
    expect(await read(web, 'http://a.example/docs')).toBe('http://a.example/docs/ 200 text/html docs');
    expect(await read(web, 'http://a.example/docs/two%20words.html')).toContain('200 text/html words');
    expect(await read(web, 'http://a.example/list.php?page=2')).toContain('200 text/html <p>second');
    expect(await read(web, 'http://a.example/logo.png')).toContain('image/png PNG');
    expect(await read(web, 'http://a.example/../../etc/passwd')).toContain('404');
    await expect(read(web, 'http://c.example/')).rejects.toThrow(/does not exist/);
  });

  it('holds something, or says how it is to be laid out', async () => {
    const error: unknown = await openFolderWeb(await folder('flat', { 'index.html': 'home' })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).hint).toContain('--host');
    await expect(openFolderWeb(join(root, 'nowhere'))).rejects.toThrow(/nowhere cannot be read/);
  });
});

describe('topics of a web', () => {
  it('come from topics.tsv beside the pages', async () => {
    const place = await folder('topical', {
      'a.example/index.html': 'home',
      'topics.tsv': 'bees\tseed\thttp://a.example/\n',
    });
    expect((await openWeb(place)).topics).toEqual([
      { name: 'bees', seeds: ['http://a.example/'], corpus: [], targets: [] },
    ]);
    await writeFile(join(place, 'topics.tsv'), 'bees\tseed\thttp://a.example/other\n');
    await expect(openWeb(place)).rejects.toThrow(/topics\.tsv:1: not a topic/);
  });
});

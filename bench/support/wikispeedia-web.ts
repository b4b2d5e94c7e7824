import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { InputError, messageOf } from '../../src/model/errors.js';
import { wikiPage, type WikiArticle } from './wiki-page.js';
import { readTopics } from '../../src/extensions/archives/open-web.js';
import { notFound, type VirtualWeb, type WebTopic } from '../../src/web/stored/virtual-web.js';
import { textLines } from '../../src/support/files/whole-lines.js';

/** The one host of the web. */
export const WIKISPEEDIA_HOST = 'wikispeedia.example';

/** The articles as a web, with their texts. */
export interface WikispeediaWeb extends VirtualWeb {
  readonly articles: ReadonlyMap<string, WikiArticle>;
}

const articleSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  text: z.string(),
  links: z.array(z.string()),
});

/** The URL of an article. Its id is a path segment that is already escaped. */
export function articleAddress(id: string): string {
  return `http://${WIKISPEEDIA_HOST}/wiki/${id}`;
}

/**
 * Opens a collection of linked articles (Wikispeedia: West, Pineau and Precup 2009) as a web of realistic pages:
 * links are anchors where the title of their target occurs in the text; the rest is in a list 'See also'.
 *
 * @param file JSON lines, plain or gzipped: one article per line with `id`, `title`, `text`, `links` (ids)
 * @throws InputError naming the file and the line
 */
export async function openWikispeediaWeb(file: string): Promise<WikispeediaWeb> {
  const articles = new Map((await readArticles(file)).map((article) => [article.id, article]));
  const byAddress = new Map([...articles.values()].map((article) => [articleAddress(article.id), article]));
  const titleOf = (id: string): string | undefined => articles.get(id)?.title;
  return {
    name: file,
    articles,
    hosts: new Set([WIKISPEEDIA_HOST]),
    pages: [...byAddress.keys()],
    answer(url) {
      const { pathname } = new URL(url);
      const article = byAddress.get(`http://${WIKISPEEDIA_HOST}${pathname}`);
      if (article === undefined) return Promise.resolve(notFound(url));
      const html = wikiPage(article, { titleOf, addressOf: articleAddress });
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: Buffer.from(html),
      });
    },
  };
}

async function readArticles(file: string): Promise<WikiArticle[]> {
  const bytes = createReadStream(file);
  const source = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  // A failing stream does not notify the streams that it is piped into.
  bytes.on('error', (error) => source.destroy(error));
  const articles: WikiArticle[] = [];
  let line = 0;
  try {
    for await (const text of textLines(source)) {
      line += 1;
      if (text.trim() !== '') articles.push(articleSchema.parse(JSON.parse(text)));
    }
  } catch (thrown) {
    const what = thrown instanceof z.ZodError ? z.prettifyError(thrown) : messageOf(thrown);
    throw new InputError(`${file}:${line}: ${what.replace(/\s+/g, ' ')}`, {
      cause: thrown,
      hint: 'each line is an object with id, title, text and links (ids of other articles)',
    });
  }
  return articles;
}

/** Topics of the articles: a file of topics that names pages by the ids of articles. */
export async function topicsOfArticles(file: string, web: WikispeediaWeb): Promise<readonly WebTopic[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const addressed = lines.map((line) => {
    const [topic = '', role = '', page = ''] = line.split('\t');
    return line.startsWith('#') || page === '' ? line : [topic, role, articleAddress(page.trim())].join('\t');
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-bench-'));
  try {
    await writeFile(path.join(folder, 'topics.tsv'), addressed.join('\n'));
    return await readTopics(path.join(folder, 'topics.tsv'), web);
  } finally {
    await rm(folder, { recursive: true });
  }
}

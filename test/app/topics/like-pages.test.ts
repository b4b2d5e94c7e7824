import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { openFolderWeb } from '../../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { dcterms } from '../../../src/model/vocabulary.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { textPage } from '../../support/small-topic.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const fresh = placesIn(root);
const BEES = 'http://bees.example/bees.html';
let web: WebServer;

/** Builds a topic of these pages of a small web. */
async function built(like: readonly string[], given: Readonly<Record<string, unknown>> = {}) {
  const kb = (given['kb'] as string | undefined) ?? fresh();
  const warnings: string[] = [];
  const connectTo = [`*=${web.address}:${web.port}`];
  const report = await buildTopic(
    [],
    { topic: 'bees', kb, like: [...like], connectTo, ...given },
    { onWarning: (message) => void warnings.push(message) },
  );
  return { kb, warnings, report };
}

async function documentsOf(kb: string): Promise<readonly string[]> {
  const topic = await openTopic(kb, 'bees');
  const { rows } = await topic.kb.select(`SELECT ?id { ?document <${dcterms.identifier}> ?id } ORDER BY ?id`);
  return rows.map((row) => row['id']?.value ?? '');
}

describe('a topic of pages of the Web', () => {
  beforeAll(async () => {
    const page = (texts: Readonly<Record<string, string>>): string =>
      `<html lang="en"><title>Page</title><nav><a href="/">Home</a></nav><main>${Object.values(texts)
        .map((text) => `<p>${text}</p>`)
        .join('')}</main></html>`;
    const files = { 'bees.html': page(BEE_TEXTS), 'hive.html': page({ hive: BEE_TEXTS['honey.txt']! }) };
    await writeFiles(join(root, 'web/bees.example'), {
      ...files,
      'robots.txt': 'User-agent: *\nDisallow: /private',
    });
    web = await serveWeb(await openFolderWeb(join(root, 'web')));
  });
  afterAll(() => web.close());

  it('is built of one, says that this is little, and judges pages by what it says', async () => {
    const { kb, warnings } = await built([BEES]);
    expect(await documentsOf(kb)).toEqual([BEES]);
    expect(warnings).toEqual([
      expect.stringMatching(/only 1 document; pages are compared with its most telling words/),
    ]);
    const judge = await judgeHereBy(await openTopic(kb, 'bees'));
    const scoreOf = async (texts: Readonly<Record<string, string>>): Promise<number> => {
      const page = textPage(Object.values(texts).join('\n'));
      return (await judge(page)).score;
    };
    expect(await scoreOf(BEE_TEXTS)).toBeGreaterThan((await scoreOf(OTHER_TEXTS)) + 0.3);
  });
});

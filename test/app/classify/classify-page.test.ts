import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { classifyPage } from '../../../src/app/classify/classify-page.js';
import { checkSettings } from '../../../src/app/settings/resolve.js';
import { classifyFields } from '../../../src/app/settings/settings.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { FetchError, InputError, UsageError } from '../../../src/model/errors.js';
import { BEE_HTML, BEE_TEXTS, MARKET_HTML, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';

const { root } = beeTopic();
let server: WebServer;
beforeAll(async () => {
  await writeFiles(root, {
    'bees.html': BEE_HTML,
    'market.html': MARKET_HTML,
    'bees.txt': `# All about bees\n\n${Object.values(BEE_TEXTS).slice(0, 4).join('\n\n')}`,
    'photo.jpg': new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
    'empty.txt': '',
  });
  server = await serveWeb(await openSmallWeb(root));
});
afterAll(() => server.close());

function classify(what: string, stdin: string | Uint8Array = '') {
  const settings = checkSettings(classifyFields, {
    kb: join(root, 'kb'),
    topic: 'bees',
    timeout: 5,
    connectTo: [`*.example=${server.address}:${server.port}`],
  });
  return classifyPage(what, settings, { readStdin: async () => Buffer.from(stdin) });
}

describe('classifyPage', () => {
  it('judges an HTML file', async () => {
    expect(await classify(join(root, 'bees.html'))).toMatchObject({
      title: 'Bees',
      judgement: { accepted: true },
    });
    expect(await classify(join(root, 'market.html'))).toMatchObject({
      title: 'Markets',
      judgement: { accepted: false },
    });
  });

  it('judges a text file', async () => {
    expect(await classify(join(root, 'bees.txt'))).toMatchObject({
      title: 'All about bees',
      judgement: { accepted: true },
    });
  });

  it('judges standard input, HTML or text, as the file of the same content', async () => {
    const fromFile = await classify(join(root, 'bees.html'));
    expect(await classify('-', BEE_HTML)).toEqual(fromFile);
    expect(await classify('-', `<!-- a comment -->\n${BEE_HTML}`)).toEqual(fromFile);
    expect(await classify('-', OTHER_TEXTS['stock.txt'])).toMatchObject({
      title: 'Stock market',
      judgement: { accepted: false },
    });
  });

  it('rejects a text without a noun', async () => {
    expect((await classify(join(root, 'empty.txt'))).judgement.accepted).toBe(false);
    expect((await classify('-', '')).judgement.reason.nouns.distinct).toBe(0);
  });

  it('judges an address as the crawler would', async () => {
    const byAddress = await classify('http://bees.example/hive');
    expect(byAddress).toMatchObject({ title: 'The hive', judgement: { accepted: true } });
    expect(await classify('http://bees.example/old')).toMatchObject({ title: 'Honey news' });
  });

  it('obeys robots.txt', async () => {
    const failure = classify('http://bees.example/hidden/secret');
    await expect(failure).rejects.toBeInstanceOf(InputError);
    await expect(failure).rejects.toThrow(/hidden\/secret: .*robots\.txt/);
  });

  it.each([
    ['http://bees.example/missing', /status 404/],
    ['http://bees.example/picture.png', /not an HTML page but image\/png/],
  ])('says what is wrong with %s', async (url, message) => {
    await expect(classify(url)).rejects.toBeInstanceOf(InputError);
    await expect(classify(url)).rejects.toThrow(message);
  });

  it('says what is wrong with files', async () => {
    for (const address of ['http://', 'http://[', 'http://a b/', 'ftp://x', 'HTTPS://user:pw@']) {
      await expect(classify(address)).rejects.toThrow(UsageError);
      await expect(classify(address)).rejects.toThrow(/^'[^']*' is not a web address$/);
      await expect(classify(address)).rejects.not.toThrow(/pw/);
    }
    await expect(classify(join(root, 'missing.html'))).rejects.toThrow(InputError);
    await expect(classify(join(root, 'missing.html'))).rejects.toThrow(/missing\.html/);
    await expect(classify(root)).rejects.toThrow(InputError);
    await expect(classify(join(root, 'photo.jpg'))).rejects.toThrow('photo.jpg is not text');
    await expect(classify('-', new Uint8Array([0, 1, 2]))).rejects.toThrow('standard input is not text');
  });

  it('fails for an address that nobody answers', async () => {
    await expect(classify('http://localhost:1/')).rejects.toThrow(Error);
    await expect(classify('http://localhost:1/')).rejects.toThrow(/localhost/);
    const failure: unknown = await classify('http://localhost:1/').catch((error: unknown) => error);
    expect(failure instanceof FetchError || failure instanceof InputError).toBe(true);
  });
});

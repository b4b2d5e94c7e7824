import { expect, it } from '@jest/globals';
import path from 'node:path';
import { portableSettings, withoutSecrets } from '../../../src/app/settings/kept-settings.js';
import { crawlFields } from '../../../src/app/settings/settings.js';

it('leaves secrets out, and credentials in addresses', () => {
  const seeds = ['https://u:pw@h.example/a'];
  const settings = {
    kb: 'http://a:b@c.example/',
    frontier: 'postgres://u:p@d/e',
    topic: 'x',
    seeds,
    web: [seeds],
  };
  const plain = ['https://h.example/a'];
  const open = { kb: 'http://c.example/', topic: 'x', seeds: plain, web: [plain] };
  expect(withoutSecrets(crawlFields, settings)).toEqual(open);
  expect(portableSettings(crawlFields, settings)).toEqual(open);
});

it('makes places of files absolute, and nothing else', () => {
  const settings = { kb: 'kb', plugin: ['a', 'b'], strategy: 'krs', maxPages: 3 };
  expect(portableSettings(crawlFields, settings)).toEqual({
    ...settings,
    kb: path.resolve('kb'),
    plugin: [path.resolve('a'), path.resolve('b')],
  });
});

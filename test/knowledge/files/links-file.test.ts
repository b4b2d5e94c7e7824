import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  mergeLinks,
  readLinks,
  writeLinks,
  type NounLink,
} from '../../../src/extensions/expansion/reconcile/noun-links.js';
import { linksFile, readLinkedNouns } from '../../../src/knowledge/files/links-file.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const file = linksFile(path.join(root, 'bees.nq.gz'));
const link = (noun: string, meaning: string, more: Partial<NounLink> = {}): NounLink => ({
  ...{
    noun,
    meaning: `http://x.example/${meaning}`,
    label: meaning,
    description: 'a "thing"\n',
    score: 99.5,
  },
  ...{ service: 'http://s.example/api', accepted: true, reviewed: false },
  ...more,
});

describe('the file of links', () => {
  it('is read as it was written, and gives the IRIs of accepted links', async () => {
    const links = [
      link('hive', '1'),
      link('hive', '2', { accepted: false, reviewed: true }),
      link('über', '3'),
    ];
    expect([await readLinks(file), await readLinkedNouns(file)]).toEqual([[], []]);
    await writeLinks(file, 'http://t.example/bees', links);
    expect(path.basename(file)).toBe('bees+links.nq');
    expect(await readLinks(file)).toEqual(links);
    expect(await readLinkedNouns(file)).toEqual([
      ['hive', 'http://x.example/1'],
      ['über', 'http://x.example/3'],
    ]);
  });

  it('is named where it is damaged', async () => {
    await writeFile(file, '<http://x.example/ "');
    await expect(readLinkedNouns(file)).rejects.toThrow(InputError);
    await expect(readLinkedNouns(file)).rejects.toThrow(file);
  });
});

describe('mergeLinks', () => {
  const meanings = (links: readonly NounLink[]): string[] =>
    links.map(({ meaning, accepted }) => `${accepted ? '' : 'not '}${meaning.slice(-1)}`);

  it('replaces the link of a noun by a later one', () => {
    expect(meanings(mergeLinks([link('hive', '1'), link('comb', '2')], [link('hive', '3')]))).toEqual([
      '2',
      '3',
    ]);
  });

  it('keeps what a person said, unless a person says otherwise', () => {
    const reviewed = link('hive', '1', { reviewed: true });
    expect(meanings(mergeLinks([reviewed], [link('hive', '2')]))).toEqual(['1']);
    expect(meanings(mergeLinks([reviewed], [link('hive', '2', { reviewed: true })]))).toEqual(['2']);
    const refused = link('hive', '1', { accepted: false, reviewed: true });
    expect(meanings(mergeLinks([refused], [link('hive', '1')]))).toEqual(['not 1']);
    expect(meanings(mergeLinks([reviewed], [refused]))).toEqual(['not 1']);
    expect(meanings(mergeLinks([refused], [link('hive', '2')]))).toEqual(['not 1', '2']);
  });
});

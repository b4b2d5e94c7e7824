import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  validateUnits,
  validationText,
  type ValidationSummary,
} from '../../../src/extensions/validation/validate.js';
import { beeTopic } from '../../support/bee-topic.js';
import { damagedCopy, edited } from '../../support/damaged-copy.js';

const { root: folder, kb } = beeTopic({ nif: true });

function validate(place: string): Promise<ValidationSummary> {
  return validateUnits({ kbs: [place], most: 1000, settings: {}, warn: () => undefined });
}

describe('validateUnits', () => {
  it('finds nothing wrong with what was built', async () => {
    const summary = await validate(kb);
    expect(validationText(summary)).toBe('conforms (1 looked at: 1 topic)\n');
  });

  it.each([
    [
      'without its record',
      /\+corpus-/,
      () => undefined,
      /names bees\+corpus-\w+\.jsonl\.gz, which is missing next to it/,
    ],
    [
      'without its NIF layer',
      /\+nif-/,
      () => undefined,
      /names bees\+nif-\w+\.nq\.gz, which is missing next to it/,
    ],
    [
      'with a record cut off',
      /\+corpus-/,
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      /cannot read .*bees\+corpus/,
    ],
    [
      'with another text in its record',
      /\+corpus-/,
      edited((text) => text.replace('A swarm is', 'A swarm was')),
      /its texts are not those that the topic was built from/,
    ],
    [
      'with a changed analysis',
      /\+corpus-/,
      edited((text) => text.replace('"analysis":{', '"analysis":{"x":1,')),
      /its content has the checksum \w{16}, not that of its name/,
    ],
    [
      'with half a topic',
      /^bees\.nq\.gz$/,
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      /cannot read .*bees\.nq\.gz/,
    ],
    ['that holds no topic', /^bees\.nq\.gz$/, () => gzipSync(''), /holds 0 topics instead of one/],
    [
      'with a wrong IDF',
      /^bees\.nq\.gz$/,
      edited((text) => text.replace(/idfValue> "3\.584963"/, 'idfValue> "3.584900"')),
      /the IDF of “[^”]+” is 3\.5849, but it stands in 1 of 12 documents: 3\.584963/,
    ],
  ] as const)('tells a topic %s', async (name, which, change, told) => {
    const place = path.join(folder, name.replaceAll(' ', '-'));
    await damagedCopy(kb, place, which, change);
    const summary = await validate(place);
    expect(summary.conforms).toBe(false);
    expect(validationText(summary)).toMatch(told);
  });
});

import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  validateUnits,
  validationText,
  type ValidationSummary,
} from '../../../../src/extensions/publish/kb/validate.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { damagedCopy, edited } from '../../../support/damaged-copy.js';

const { root: folder, kb } = beeTopic();

function validate(place: string): Promise<ValidationSummary> {
  return validateUnits({ kbs: [place] });
}

describe('validateUnits', () => {
  it('finds nothing wrong with what was built', async () => {
    expect(validationText(await validate(kb))).toBe('conforms (1 looked at)\n');
  });

  it.each([
    ['half a topic', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /cannot read .*bees\.nq\.gz/],
    [
      'another number of documents',
      edited((text) => text.replace(/documentCount> "\d+"/, 'documentCount> "99"')),
      /has \d+ documents, but says 99/,
    ],
  ] as const)('tells %s', async (name, change, told) => {
    const place = path.join(folder, name.replaceAll(' ', '-'));
    await damagedCopy(kb, place, /^bees\.nq\.gz$/, change);
    expect(validationText(await validate(place))).toMatch(told);
  });
});

import { describe, expect, it } from '@jest/globals';
import { openEncoder } from '../../../src/extensions/encoder/open-encoder.js';
import { missingPackages } from '../../../src/extensions/encoder/packages.js';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import type { JudgeParts } from '../../../src/judging/judge/judge-plan.js';
import { emptyPage } from '../../../src/support/text/empty-page.js';
import { judgedAt, MEMBER_TOPIC } from '../../support/judged-members.js';
import { itInFull, itUnless } from '../../support/thorough.js';

const acceptance = createAcceptance(MEMBER_TOPIC);
const topicIn = (language: string, adapts = true) =>
  ({
    plan: { topic: 'finance', about: 'Personal finance: saving, debt, tax, retirement', language },
    kind: adapts ? { acceptance: () => acceptance } : {},
  }) as unknown as JudgeParts;
const pageOf = (title: string, text: string) => ({ ...emptyPage('http://a.example/'), title, text });
const missing = missingPackages();
const absent =
  missing.length === 0 ? undefined : `needs ${missing.join(' and ')} (NODE_PATH may name their folder)`;

describe('openEncoder', () => {
  it('is not there for topics that it does not help, which is refused where it is wanted', () => {
    for (const topics of [[topicIn('de')], [topicIn('en', false)], []]) {
      expect(openEncoder('auto', topics, {})).toBeUndefined();
      expect(() => openEncoder('always', topics, {})).toThrow(/reads English, and helps the ensemble alone/);
    }
  });

  itUnless(missing.length === 0 ? 'its packages are installed' : undefined)(
    'says how its packages are installed where they are missing',
    () => {
      expect(() => openEncoder('always', [topicIn('en')], {})).toThrow(
        expect.objectContaining({
          message: `a sentence encoder needs ${missing.join(' and ')}, which is not installed`,
          hint: expect.stringContaining(`npm install ${missing.join(' ')}`),
        }),
      );
      expect(openEncoder('auto', [topicIn('en')], {})).toBeUndefined();
    },
  );

  itUnless(absent, itInFull)('reads pages with the model that comes with sfwc', async () => {
    const warnings: string[] = [];
    const encoder = openEncoder('auto', [topicIn('en')], { warn: (message) => warnings.push(message) })!;
    const scoreOf = async (title: string, text: string) => {
      const { reason } = await encoder.judge(pageOf(title, text), judgedAt(0.9), acceptance);
      return reason.members?.find(({ member }) => member === 'encoder')?.score;
    };
    try {
      const money = await scoreOf(
        'How to pay off a credit card',
        'Put savings aside, and pay interest first.',
      );
      const music = await scoreOf('A night at the opera', 'The soprano sang two arias by Verdi.');
      const long = await scoreOf('', 'Save for retirement, and pay your debts. '.repeat(1e5));
      expect(warnings).toEqual([]);
      expect(money).toBeGreaterThan(0.35);
      expect(music).toBeLessThan(0.2);
      expect(long).toBeGreaterThan(0.3);
    } finally {
      await encoder.close();
    }
  });
});

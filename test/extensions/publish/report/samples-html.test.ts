import { expect, it } from '@jest/globals';
import { samplesPart } from '../../../../src/extensions/publish/report/samples-html.js';
import { crawlEvent, noun } from '../../../support/crawl-events.js';

it('names the pages of a document on which the nouns are', () => {
  const mentions = [
    [0, 5],
    [200, 205],
  ] as const;
  const evidence = [{ ...noun('honey'), mentions }];
  const page = { sequence: 1, url: 'http://a.example/paper.pdf', score: 0.75, evidence };
  const reading = { from: 'pdf', signs: [], pages: { of: 3, read: 3, starts: [0, 100, 300] } } as const;
  const none = { borderline: [], nearMisses: [], rejected: [] };
  expect(samplesPart({ ...none, best: [crawlEvent({ ...page, reading })] })).toContain(
    'honey</bdi> (p. 1, 2)',
  );
  expect(samplesPart({ ...none, best: [crawlEvent(page)] })).toContain('honey</bdi></li>');
});

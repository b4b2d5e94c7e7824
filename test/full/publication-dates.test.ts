import { expect, it } from '@jest/globals';
import { figuresOf, readDatedPages } from '../../bench/support/publication-dates.js';
import { DATA, describeWithData } from './data.js';

describeWithData('the dates of publication of real pages', 'real-pages/pages.tar.gz', () => {
  it('are found as a person reads them, and not in pages without one', () => {
    const pages = readDatedPages(DATA).filter(({ part }) => part === 'held-out');
    const { dated, right, undated, invented } = figuresOf(pages);
    expect({ dated, undated }).toEqual({ dated: 25, undated: 5 });
    expect(right / dated).toBeGreaterThanOrEqual(0.9);
    expect(invented).toBe(0);
  });
});

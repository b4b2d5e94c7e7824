import { describe, expect, it } from '@jest/globals';
import type { LinkPriority, Priority } from '../../../../src/model/crawl-event.js';
import type { PageLink } from '../../../../src/model/page.js';
import { createDrawnGroups } from '../../../../src/extensions/lab/strategies/drawn-groups.js';
import { parentQuality } from '../../../../src/crawling/priority/parent-quality.js';
import { createRegressionTree } from '../../../../src/extensions/lab/strategies/regression-tree.js';
import { STRATEGY_SETTINGS } from '../../../../src/crawling/priority/strategy-settings.js';
import { tagPath } from '../../../../src/extensions/lab/strategies/tag-path.js';
import { createTagPathGroups } from '../../../../src/extensions/lab/strategies/tag-path-groups.js';
import { treeFrontier } from '../../../../src/extensions/lab/strategies/tree-frontier.js';
import { seededRandom } from '../../../../src/support/random.js';
import {
  BEES,
  beeSight,
  candidateOf,
  eventOf,
  judged,
  linkTo,
  OTHERS,
  pageOf,
} from '../../../support/small-sight.js';

const START = pageOf('http://a.example/', BEES[0]!.text);

/** Has a strategy follow its best link again and again; gives the addresses in their order. */
function follow(
  strategy: LinkPriority,
  links: readonly PageLink[],
  isRelevant: (url: string) => boolean,
  steps: number,
): readonly string[] {
  const queue = new Map<string, Priority>();
  for (const link of links) queue.set(link.url, strategy.prioritise(candidateOf(START, link))!);
  const followed: string[] = [];
  const revise = (): void => {
    for (const [url, priority] of strategy.revisions?.() ?? []) if (queue.has(url)) queue.set(url, priority);
  };
  strategy.observe?.(eventOf(START, true), START);
  revise();
  for (let step = 0; step < steps; step += 1) {
    const [url] = [...queue].reduce((best, one) => (one[1].value > best[1].value ? one : best));
    queue.delete(url);
    followed.push(url);
    strategy.observe?.(eventOf(pageOf(url, ''), isRelevant(url)));
    revise();
  }
  return followed;
}

describe('tag-path', () => {
  const link = (n: number, path: string): PageLink => ({
    ...linkTo(`http://a.example/${path.replaceAll(/\W/g, '')}/${n}`, 'next'),
    tagPath: path,
  });
  const paths = ['div#menu ul li', 'div#content p', 'div#foot span small'];
  const links = Array.from({ length: 40 }, (_, n) => paths.map((path) => link(n, path))).flat();

  it('plays each arm, and then mostly the one whose links lead to relevant pages', () => {
    const strategy = tagPath(STRATEGY_SETTINGS.tagPath, 1);
    const followed = follow(strategy, links, (url) => url.includes('contentp'), 40);
    expect(new Set(followed.slice(0, 3).map((url) => url.split('/')[3])).size).toBe(3);
    expect(followed.filter((url) => url.includes('contentp')).length).toBeGreaterThan(25);
  });

  it('goes on with the other arms when an arm has no links left', () => {
    const strategy = tagPath(STRATEGY_SETTINGS.tagPath, 1);
    const followed = follow(strategy, links, (url) => url.includes('contentp'), links.length);
    expect(new Set(followed).size).toBe(links.length);
  });

  it('says which path a link stands at, and what it brought', () => {
    const strategy = tagPath(STRATEGY_SETTINGS.tagPath, 1);
    follow(strategy, links, () => false, 3);
    const reason = strategy.prioritise(candidateOf(START, link(99, 'div#content p')))?.reason;
    expect(reason).toBe('links at div#content p: 0 of 1 relevant');
  });

  it('draws other links with another seed', () => {
    const order = (seed: number) => follow(tagPath(STRATEGY_SETTINGS.tagPath, seed), links, () => false, 20);
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
  });
});

describe('groups of paths of tags', () => {
  it('join what is similar, and part what is not', () => {
    const groups = createTagPathGroups(0.75, 10);
    const first = groups.groupOf('div#page div#main div.text ul.toc li.first b');
    expect(groups.groupOf('div#page div#main div.text ul.toc li.first')).toBe(first);
    expect(groups.groupOf('table tr td')).not.toBe(first);
  });

  it('are not more than allowed', () => {
    const groups = createTagPathGroups(0.75, 3);
    for (let n = 0; n < 20; n += 1) groups.groupOf(`x${n} y${n}`);
    expect(groups.count()).toBe(3);
  });
});

describe('tree-frontier', () => {
  it('learns which features lead to relevant pages', () => {
    const links = Array.from({ length: 100 }, (_, n) => {
      const { title, text } = (n % 2 === 0 ? BEES : OTHERS)[Math.floor(n / 2) % 4]!;
      return linkTo(`http://a.example/${n}`, title, text);
    });
    const settings = { ...STRATEGY_SETTINGS.treeFrontier, exploration: 0 };
    const isRelevant = (url: string): boolean => Number(url.split('/').at(-1)) % 2 === 0;
    const followed = follow(treeFrontier(beeSight(), settings, 1), links, isRelevant, 60);
    // At random, half of them would be.
    expect(followed.filter(isRelevant).length).toBeGreaterThan(37);
  });
});

describe('a regression tree', () => {
  it('splits at the feature that tells rewards apart, not at noise', () => {
    const random = seededRandom(1);
    const tree = createRegressionTree(10, 8);
    for (let n = 0; n < 200; n += 1) {
      const [noise, telling] = [random(), random()];
      tree.add([[noise, telling], telling > 0.7 ? 1 : 0]);
    }
    const meanAt = (features: readonly number[]): number => {
      const { sum, examples } = tree.leafOf(features);
      return sum / examples.length;
    };
    expect(meanAt([0.1, 0.95])).toBe(1);
    expect(meanAt([0.9, 0.2])).toBe(0);
    expect(tree.leaves().length).toBeLessThanOrEqual(6);
    expect(tree.leaves().flatMap(({ examples }) => examples)).toHaveLength(200);
  });

  it('does not split where rewards are random', () => {
    const random = seededRandom(2);
    const tree = createRegressionTree(10, 64);
    for (let n = 0; n < 100; n += 1) tree.add([[1, 2], random() < 0.5 ? 1 : 0]);
    expect(tree.leaves()).toHaveLength(1);
  });
});

describe('drawn groups', () => {
  it('draw a member, keep it until it is taken, and put the last in its place', () => {
    const groups = createDrawnGroups(1);
    for (const url of ['a', 'b', 'c', 'd']) groups.put(url, 7);
    groups.draw(7, 1);
    const drawn = groups.representative(7)!;
    groups.draw(7, 2);
    expect(groups.representative(7)).toBe(drawn);
    expect(groups.take(drawn)).toBe(7);
    expect(groups.representative(7)).toBeUndefined();
    expect([...groups.members(7)].sort()).toEqual(['a', 'b', 'c', 'd'].filter((url) => url !== drawn));
    expect(groups.take('x')).toBeUndefined();
  });
});

describe('parent-quality', () => {
  it('values links by the score of their page alone, accepted or not', () => {
    const link = linkTo('http://a.example/x', BEES[0]!.title);
    const candidate = { ...candidateOf(START, link), judgement: judged(false, -0.25) };
    expect(parentQuality().prioritise(candidate)?.value).toBe(-0.25);
    expect(parentQuality().prioritise(candidate)?.reason).toBe('test -0.250');
  });
});

import { describe, expect, it } from '@jest/globals';
import { checkSettings, commandLineSettings, resolveSettings } from '../../../src/app/settings/resolve.js';
import { classifyFields, crawlFields } from '../../../src/app/settings/settings.js';
import { demoFields } from '../../../src/cli/demo-command.js';
import { UsageError } from '../../../src/model/errors.js';

const needed = { kb: 'kb', topic: 'diabetes', seeds: ['http://a.example/'], out: 'out' };
const crawl = (flags: Record<string, unknown> = {}, environment: Record<string, string> = {}) =>
  resolveSettings(crawlFields, { ...needed, ...flags }, environment);

function errorOf(run: () => unknown): UsageError {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('commandLineSettings', () => {
  const read = (flags: object, ...set: string[]) =>
    commandLineSettings({ ...flags }, set, crawlFields, 'crawl');

  it('takes the last value of a setting, and all of a list; an option wins', () => {
    const { values, nameOf } = read(
      { delay: '3' },
      'delay=1',
      'timeout=1',
      'timeout=2',
      'connectTo=a=b:1',
      'connectTo=c=d:2',
    );
    expect(values).toEqual({ delay: '3', timeout: '2', connectTo: ['a=b:1', 'c=d:2'] });
    expect(crawl(values)).toMatchObject({ delay: 3, timeout: 2, connectTo: ['a=b:1', 'c=d:2'] });
    expect(['delay', 'timeout', 'seeds'].map(nameOf)).toEqual(['--delay', '--set timeout', '--seeds']);
  });

  it.each([
    ['workers', "--set: 'workers' is not NAME=VALUE"],
    ['wokers=1', "--set wokers: is not a setting of sfwc crawl; did you mean 'workers'?"],
    ['toString=1', '--set toString: is not a setting of sfwc crawl'],
  ])('refuses %s', (assignment, message) => {
    expect(errorOf(() => read({}, assignment)).message).toBe(message);
  });
});

describe('resolveSettings', () => {
  it('takes the flag over the environment over the default', () => {
    expect(crawl().maxPages).toBe(1000);
    expect(crawl({}, { SFWC_MAX_PAGES: '70' }).maxPages).toBe(70);
    expect(crawl({ maxPages: '5' }, { SFWC_MAX_PAGES: '70' }).maxPages).toBe(5);
  });

  it.each([
    ['1', true],
    ['0', false],
    ['false', false],
  ])('reads a switch: %s', (written, expected) => {
    expect(crawl({}, { SFWC_FORCE: written }).force).toBe(expected);
  });

  it('reads repeatable options as they come and splits their variable at blanks', () => {
    expect(crawl({ seeds: ['http://a.example/', 'seeds of mine.txt'] }).seeds).toEqual([
      'http://a.example/',
      'seeds of mine.txt',
    ]);
    expect(
      crawl({ seeds: undefined }, { SFWC_SEEDS: ' http://a.example/\n http://b.example/ ' }).seeds,
    ).toEqual(['http://a.example/', 'http://b.example/']);
  });

  it.each([
    [{ maxPages: 'many' }, "--max-pages: 'many' is not a number"],
    [{ maxPages: '1.5' }, "--max-pages: '1.5' is not a whole number"],
    [{ maxPages: '0' }, "--max-pages: '0' must be at least 1"],
    [{ maxPages: 'Infinity' }, "--max-pages: 'Infinity' is not a finite number"],
    [{ timeout: '0' }, "--timeout: '0' must be at least 0.1"],
    [{ scope: 'planet' }, "--scope: 'planet' is not one of host, domain, any"],
    [{ connectTo: ['a.example'] }, /^--connect-to: 'a.example' must be HOST=ADDRESS:PORT/],
    [{ captures: 'http://a.example/cdx?at=soon' }, /^--captures: '[^']+' has an at that is not a time/],
    [{ topic: '../x' }, /^--topic: '..\/x' must be letters/],
    [{ seeds: [] }, '--seeds: needs at least one address to start from'],
    [{ seeds: undefined }, '--seeds: is required'],
    [{ kb: '' }, "--kb: '' must not be empty"],
    [{ kb: 'http://' }, "--kb: 'http://' is not a web address"],
  ])('names the option that is wrong, its value, and what is allowed: %j', (flags, expected) => {
    const { message } = errorOf(() => crawl(flags));
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });
});

describe('checkSettings', () => {
  it('fills in the defaults of a program that gives the least', () => {
    expect(checkSettings(classifyFields, { kb: 'kb', topic: 'Müll 2.0' })).toMatchObject({
      topic: 'Müll 2.0',
      explain: false,
      timeout: 20,
    });
  });

  it('refuses settings that do not exist, by name', () => {
    const { message } = errorOf(() => checkSettings(demoFields, { out: 'x', colour: 'red', size: 1 }));
    expect(message).toBe('unknown setting colour; unknown setting size');
  });
});

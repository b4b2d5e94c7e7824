import { describe, expect, it } from '@jest/globals';
import { readRefresh } from '../../../src/web/http/declarative-refresh.js';

const PAGE = 'http://a.example/x/page';
const BASE = 'http://b.example/base/';

function read(value: string): readonly [number, string] | undefined {
  const refresh = readRefresh(value, PAGE, BASE);
  return refresh && [refresh.seconds, refresh.url.href];
}

describe('readRefresh', () => {
  it.each([
    ['0;url=x', 0, `${BASE}x`],
    [`0;URL='x'`, 0, `${BASE}x`],
    ['5; Url = "x"y', 5, `${BASE}x`],
    [`0;url='x`, 0, `${BASE}x`],
    ['0,url=x', 0, `${BASE}x`],
    ['0 url=x', 0, `${BASE}x`],
    ['0 ;\n x', 0, `${BASE}x`],
    ['0;"x"', 0, `${BASE}x`],
    [' \t12.75.1;url=/x', 12, 'http://b.example/x'],
    ['.5;x', 0, `${BASE}x`],
    ['0;ur', 0, `${BASE}ur`],
    ['0;urlx', 0, `${BASE}urlx`],
    ['0;url x', 0, `${BASE}url%20x`],
    ['0;url=https://c.example/#top', 0, 'https://c.example/#top'],
    ['0;url=', 0, BASE],
    ['0;;x', 0, `${BASE};x`],
    ['300', 300, PAGE],
    ['300;', 300, PAGE],
    ['0;url=data:text/html,x', 0, 'data:text/html,x'],
  ])('reads %j', (value, seconds, url) => expect(read(value)).toEqual([seconds, url]));

  it.each([
    '',
    'x',
    ';url=x',
    '-1;url=x',
    '0x;url=x',
    '0/url=x',
    '0;url=http://',
    '0;url=javascript:alert(1)',
  ])('ignores %j', (value) => expect(read(value)).toBeUndefined());

  it('takes time linear in the length of the value', () => {
    const long = 200_000;
    expect(read(`0${' '.repeat(long)}x`)).toEqual([0, `${BASE}x`]);
    expect(read(`${'1'.repeat(long)}x`)).toBeUndefined();
  });
});

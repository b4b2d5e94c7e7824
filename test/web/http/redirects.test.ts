import { describe, expect, it } from '@jest/globals';
import { followRedirects, redirectTarget } from '../../../src/web/http/redirects.js';

describe('redirectTarget', () => {
  it('resolves relative targets and drops fragments', () => {
    expect(redirectTarget('http://a.example/x/y', 301, '../z#top')).toBe('http://a.example/z');
    expect(redirectTarget('http://a.example/', 308, '//b.example')).toBe('http://b.example/');
  });

  it('is undefined for other statuses and without Location', () => {
    expect(redirectTarget('http://a.example/', 200, '/z')).toBeUndefined();
    expect(redirectTarget('http://a.example/', 304, '/z')).toBeUndefined();
    expect(redirectTarget('http://a.example/', 302, undefined)).toBeUndefined();
  });

  it('refuses what is not a web address', () => {
    expect(() => redirectTarget('http://a.example/', 302, 'ftp://b.example/')).toThrow(/not a web address/);
    expect(() => redirectTarget('http://a.example/', 302, 'http://')).toThrow(/not a web address/);
  });
});

const answerFrom = (url: string) => ({ url, status: 200, headers: {}, body: new Uint8Array() });

describe('followRedirects', () => {
  const hops = (count: number) => async (url: string) => {
    const number = Number(new URL(url).pathname.slice(1));
    return number < count ? { redirect: `http://a.example/${number + 1}` } : { answer: answerFrom(url) };
  };

  it('follows ten redirects and not eleven', async () => {
    const seen: string[] = [];
    const answer = await followRedirects('http://a.example/0', hops(10), {
      onRedirect: (target) => void seen.push(target),
    });
    expect(answer.url).toBe('http://a.example/10');
    expect(seen).toHaveLength(10);
    await expect(followRedirects('http://a.example/0', hops(11), {})).rejects.toMatchObject({
      failure: 'too-many-redirects',
    });
  });

  it('stops with what onRedirect throws, before the target is asked', async () => {
    const asked: string[] = [];
    const ask = async (url: string) => {
      asked.push(url);
      return { redirect: 'http://b.example/' };
    };
    const refusal = new Error('no');
    await expect(
      followRedirects('http://a.example/', ask, { onRedirect: () => Promise.reject(refusal) }),
    ).rejects.toBe(refusal);
    expect(asked).toEqual(['http://a.example/']);
  });
});

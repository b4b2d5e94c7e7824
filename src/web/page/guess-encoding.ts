import { createRequire } from 'node:module';
import type * as Chardet from 'chardet';
import { once } from '../../support/once.js';
import { parseUrl } from '../../support/parse-url.js';

/** Loaded for the first text that says nothing of its encoding. */
const chardet = once(() => createRequire(import.meta.url)('chardet') as typeof Chardet);

/** Encodings of text files in languages that Windows-1252 does not write, by language (ISO 639-1). */
const OF_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  ...languages('ru uk be bg sr mk kk', 'windows-1251', 'koi8-u', 'iso-8859-5'),
  ...languages('pl cs sk hu ro hr sl sq bs', 'windows-1250', 'iso-8859-2'),
  ...languages('el', 'windows-1253', 'iso-8859-7'),
  ...languages('tr az', 'windows-1254'),
  ...languages('he yi', 'windows-1255', 'iso-8859-8'),
  ...languages('ar fa ur', 'windows-1256', 'iso-8859-6'),
  ...languages('ja', 'shift_jis', 'euc-jp', 'iso-2022-jp'),
  ...languages('zh', 'gb18030', 'big5'),
  ...languages('ko', 'euc-kr'),
  ...languages('fr de es it pt nl sv da nb no fi is ca gl', 'windows-1252'),
};
/** Languages of the hosts of countries, by their top-level domains. */
const OF_DOMAIN: Readonly<Record<string, string>> = {
  ...{ ru: 'ru', su: 'ru', ua: 'uk', by: 'be', bg: 'bg', rs: 'sr', mk: 'mk', kz: 'kk', pl: 'pl', cz: 'cs' },
  ...{ sk: 'sk', hu: 'hu', ro: 'ro', hr: 'hr', si: 'sl', gr: 'el', tr: 'tr', il: 'he', sa: 'ar', ir: 'fa' },
  ...{ jp: 'ja', cn: 'zh', tw: 'zh', hk: 'zh', kr: 'ko', fr: 'fr', de: 'de', es: 'es', it: 'it', nl: 'nl' },
};
/** Wider encodings of the same letters, by labels. */
const WIDER: Readonly<Record<string, string>> = {
  ...{ 'koi8-r': 'koi8-u', 'iso-8859-1': 'windows-1252', 'iso-8859-9': 'windows-1254' },
};
/** Encodings of Latin letters, of which a text has more within ASCII than beyond. */
const LATIN = /^(?:windows-125[0247]|iso-8859-(?:1|2|9))$/i;

/** Confidence of chardet from which an encoding counts that does not fit the letters: others than those of several bytes are never so sure. */
const SURE = 60;
/** Bytes of a text that are examined, and the non-ASCII bytes needed for a guess, with a known language and without. */
const [MAX_BYTES, SOME, ENOUGH] = [65_536, 2, 10];
/** Share of bytes beyond ASCII among those and letters from which a text is in no Latin alphabet. */
const NOT_LATIN = 0.3;

function languages(names: string, ...encodings: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, encodings]));
}

/** Hints on the encoding of a text: its language as it says itself, and its address. */
export interface EncodingHints {
  readonly language?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * The encoding of bytes that are not valid UTF-8 and say nothing of it, by frequencies of their bytes (the package chardet, which is that
 * of ICU), among the encodings of the language that is stated, or of the country of the host. Windows-1252 for short and undecided texts.
 */
export function guessEncoding(bytes: Uint8Array, hints: EncodingHints = {}): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return wide;
  const text = withoutMarkup(bytes.subarray(0, MAX_BYTES));
  const isEscaped = text.includes('\u001B$');
  const beyond = isEscaped ? ENOUGH : count(text, /[\x80-\xFF]/g);
  if (beyond < SOME) return 'windows-1252';
  const isLatin = !isEscaped && beyond < NOT_LATIN * (beyond + count(text, /[a-z]/gi));
  const found = likelyEncodings(text, isLatin);
  for (const usual of usualEncodings(hints)) {
    const fit = usual.find((name) => beyond < ENOUGH || LATIN.test(name) === isLatin);
    const named = found.find((name) => usual.includes(name)) ?? fit;
    if (named !== undefined) return named;
  }
  return (beyond < ENOUGH ? undefined : found[0]) ?? 'windows-1252';
}

function count(text: string, kind: RegExp): number {
  return text.match(kind)?.length ?? 0;
}

/** Encodings by their likelihood, of Latin letters or of others. */
function likelyEncodings(text: string, isLatin: boolean): readonly string[] {
  return chardet()
    .analyse(Buffer.from(text, 'latin1'))
    .filter(({ name, confidence }) => confidence >= SURE || LATIN.test(name) === isLatin)
    .map(({ name }) => WIDER[name.toLowerCase()] ?? name.toLowerCase())
    .filter((name) => !/^(?:utf|ascii)/.test(name));
}

/** The encodings of the language that is stated, then those of the country. */
function usualEncodings({ language = '', url = '' }: EncodingHints): readonly (readonly string[])[] {
  const domain = parseUrl(url)?.hostname.split('.').at(-1) ?? '';
  return [language.slice(0, 2).toLowerCase(), OF_DOMAIN[domain] ?? ''].flatMap((stated) => {
    const usual = OF_LANGUAGE[stated];
    return usual === undefined ? [] : [usual];
  });
}

/** UTF-16 without a mark: of Latin text, each other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / start.length);
  if (Math.max(even, odd) < 0.2 || Math.min(even, odd) > 0.02) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

/** The text between tags, scripts and styles, a byte per character. */
function withoutMarkup(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(/<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*|<[^<>]*>/gi, ' ');
}

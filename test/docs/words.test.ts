import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli/run.js';
import { DOCUMENTS } from './documents.js';

/** Words that documents, messages and comments do without, and what they say instead. */
const AVOIDED: readonly (readonly [words: string, instead: string])[] = [
  ["of one's own", 'user-defined, your own'],
  ['anew', 'again'],
  ['go on', 'continue, be resumed'],
  ['goes on', 'continues, is resumed'],
  ['(?:is|are) asked', 'name who does it'],
  ['(?:is|are) told', 'receives, is distinguished'],
  ['(?:is|are) there already', 'already exists'],
  ['(?:cannot|can) be had', 'not available, not found'],
  ['whoever', 'a noun'],
  ['beside', 'next to'],
];

const AVOIDED_PATTERNS = AVOIDED.map(
  ([words, instead]) => [new RegExp(String.raw`\b${words}\b`, 'i'), words, instead] as const,
);

/** Every occurrence of such words, with its place. */
function avoidedIn(place: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      AVOIDED_PATTERNS.flatMap(([pattern, words, instead]) =>
        pattern.test(line) ? [`${place}:${index + 1}: "${words}" (better: ${instead})`] : [],
      ),
    );
}

/** Sentences of a document that have more than 30 words; code, links and tables aside. */
function longSentences(text: string): readonly string[] {
  const prose = text
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^\|.*$/gm, '')
    .replace(/<[^>]*>/g, '');
  return prose
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) |\n#/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?][)*_]*) /))
    .filter((sentence) => (sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []).length > 30);
}

describe('the words', () => {
  it('of documents stand in sentences of at most 30 words', () => {
    const long = DOCUMENTS.flatMap((name) =>
      longSentences(readFileSync(path.join(ROOT, name), 'utf8')).map((sentence) => [name, sentence]),
    );
    expect(long).toEqual([]);
    expect(longSentences(`One. ${'word '.repeat(31)}end.`)).toHaveLength(1);
  });

  it('of documents are plain', () => {
    const documents = DOCUMENTS.filter((name) => name !== 'CHANGELOG.md');
    const found = documents.flatMap((name) => avoidedIn(name, readFileSync(path.join(ROOT, name), 'utf8')));
    expect(found).toEqual([]);
  });

  it('of messages, help and comments are plain', () => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      // A list of English words that texts are read by.
      (file) => file.endsWith('.ts') && file !== path.join('language', 'text', 'lexical-words.ts'),
    );
    const found = files.flatMap((file) =>
      avoidedIn(`src/${file}`, readFileSync(path.join(ROOT, 'src', file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('of docstrings say what a thing is, and names of limits are MAX and MIN', () => {
    const clause = /^\s*(?:\/\*\*|\*) (?:What|Whether|How|Who|When|Where) /;
    const found = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        readFileSync(path.join(ROOT, 'src', file), 'utf8')
          .split('\n')
          .filter(
            (line) => clause.test(line) || /\b(?:MOST|LEAST)(?:_|\b)|\b(?:Heard\b|HEARD|Own[A-Z])/.test(line),
          )
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});

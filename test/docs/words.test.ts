import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../cli/run.js';
import { DOCUMENTS } from './documents.js';

/** Words that documents and messages do without, and what they say instead. */
const AVOIDED: readonly (readonly [words: string, instead: string])[] = [
  ["of one's own", 'user-defined, your own'],
  ['anew', 'again'],
  ['goes on', 'continues, is resumed'],
  ['is asked', 'name who does it'],
  ['is told', 'receives'],
  ['whoever', 'a noun'],
  ['beside', 'next to'],
];

/** Every occurrence of such words, with its place. */
function avoidedIn(place: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      AVOIDED.filter(([words]) => new RegExp(String.raw`\b${words}\b`, 'i').test(line)).map(
        ([words, instead]) => `${place}:${index + 1}: "${words}" (better: ${instead})`,
      ),
    );
}

/** The texts of string literals and templates, on the lines on which they stand; all else is blank. */
function literalsOf(name: string, code: string): string {
  const lines = code.split('\n').map(() => '');
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      lines[line] = `${lines[line] ?? ''} ${node.text.replaceAll('\n', ' ')}`;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines.join('\n');
}

describe('the words', () => {
  it('of documents are plain', () => {
    const documents = DOCUMENTS.filter((name) => name !== 'CHANGELOG.md');
    const found = documents.flatMap((name) => avoidedIn(name, readFileSync(path.join(ROOT, name), 'utf8')));
    expect(found).toEqual([]);
  });

  it('of messages and help are plain', () => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      // A list of English words that texts are read by.
      (file) => file.endsWith('.ts') && file !== path.join('language', 'text', 'lexical-words.ts'),
    );
    const found = files.flatMap((file) => {
      const code = readFileSync(path.join(ROOT, 'src', file), 'utf8');
      // Parsing is slow, and few files have such words even in comments.
      return avoidedIn(file, code).length === 0 ? [] : avoidedIn(`src/${file}`, literalsOf(file, code));
    });
    expect(files.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('are found in messages, and not in comments', () => {
    const code = "// goes on\nconst a = 'The crawl goes on';\nconst b = `beside ${a} anew`;";
    const found = avoidedIn('x.ts', literalsOf('x.ts', code));
    expect(found.map((line) => line.split(' (')[0])).toEqual([
      'x.ts:2: "goes on"',
      'x.ts:3: "anew"',
      'x.ts:3: "beside"',
    ]);
  });
});

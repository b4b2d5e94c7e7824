import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { headingSlug } from '../../docs/.vitepress/heading-slug.js';
import { ROOT } from '../cli/run.js';

/** The documents that users and developers read, relative to the root. */
export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['corpora/README.md', 'bench/README.md'],
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .sort(),
];

/** A document as text and as the parts that tests look at. */
export interface ReadDocument {
  readonly name: string;
  readonly text: string;
  /** Fenced and indented blocks. */
  readonly blocks: readonly Tokens.Code[];
  /** Code within paragraphs, tables and lists. */
  readonly spans: readonly string[];
  /** Targets of links and images, and the `href`, `src` and `srcset` of HTML. */
  readonly targets: readonly string[];
  /** The anchors of headings, as GitHub and the site make them. */
  readonly anchors: ReadonlySet<string>;
}

export function readDocument(name: string): ReadDocument {
  const text = readFileSync(path.join(ROOT, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  const blocks: Tokens.Code[] = [];
  const spans: string[] = [];
  const targets: string[] = [];
  const headings: string[] = [];
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'code') blocks.push(token as Tokens.Code);
    if (token.type === 'codespan') spans.push((token as Tokens.Codespan).text);
    if (token.type === 'link' || token.type === 'image') targets.push((token as Tokens.Link).href);
    if (token.type === 'heading') headings.push((token as Tokens.Heading).text);
    if (token.type === 'html')
      for (const [, target = ''] of (token as Tokens.HTML).raw.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g))
        targets.push(target);
  });
  return { name, text, blocks, spans, targets, anchors: anchorsOf(headings) };
}

/** As GitHub names headings: a second heading of the same name gets a number. */
function anchorsOf(headings: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const slug = headingSlug(plainHeading(heading));
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The text of a heading without its links and marks. */
function plainHeading(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}

/**
 * What is wrong with a link: nothing (undefined), or where it leads to nothing. Addresses of the Web are only checked for
 * their syntax.
 */
export function brokenLink(from: ReadDocument, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target)) {
    const isAddress = /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#]|$)|mailto:)/i.test(target);
    return isAddress && URL.canParse(target) ? undefined : 'is not a web address';
  }
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? from.name : path.posix.join(path.posix.dirname(from.name), decodeURI(file));
  if (place.startsWith('..') || !existsSync(path.join(ROOT, place))) return `${place} does not exist`;
  if (anchor === undefined) return undefined;
  const there = place === from.name ? from : readDocument(place);
  return there.anchors.has(anchor) ? undefined : `${place} does not have the heading #${anchor}`;
}

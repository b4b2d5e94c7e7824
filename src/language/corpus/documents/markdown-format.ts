import { marked } from 'marked';
import { parseDocument } from 'yaml';
import { messageOf } from '../../../model/errors.js';
import { collectBlocks, joinBlocks } from '../../../web/page/blocks.js';
import { webAddress } from '../../../web/page/links.js';
import { languageTag } from '../../../web/page/metadata.js';
import { parseHtml } from '../../../web/page/htmlparser2-tree.js';
import { type Draft, tooLong, Unreadable, DEFAULT_CORPUS_OPTIONS } from '../draft.js';
import { cutAt } from '../../../support/text/cut-text.js';
import { runWithin } from './run-within.js';
import { readableText } from './text-format.js';

const FRONT_MATTER = /^---[^\S\n]*\n(?<yaml>[^]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

interface FrontMatter {
  readonly fields: Readonly<Record<string, string>>;
  readonly warning?: string;
}

/** Undefined when the text between the rules is not a mapping: then it is part of the document. */
function parseFrontMatter(source: string): FrontMatter | undefined {
  const warning = (reason: string): FrontMatter => ({
    fields: {},
    warning: `front matter ignored, it is not valid YAML (${reason}); correct it to keep its title and address`,
  });
  try {
    const parsed = parseDocument(source, { logLevel: 'silent' });
    const error = parsed.errors[0];
    if (error !== undefined) return warning(messageOf(error.message.split('\n')[0]));
    const content: unknown = parsed.toJS({ maxAliasCount: 10 });
    if (typeof content !== 'object' || content === null) return undefined;
    const scalars = Object.entries(content).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    );
    return { fields: Object.fromEntries(scalars.map(([key, value]) => [key.toLowerCase(), String(value)])) };
  } catch (thrown) {
    return warning(messageOf(thrown));
  }
}

/** Milliseconds for one document; marks without an end take time quadratic in the length of their line. */
const TIME_LIMIT = 10_000;

function markedHtml(source: string): string {
  try {
    return runWithin(TIME_LIMIT, () => marked.parse(source, { async: false, gfm: true }));
  } catch (thrown) {
    throw new Unreadable(`its Markdown cannot be read (${messageOf(thrown)}); save it as plain text`);
  }
}

/** Makes HTML of Markdown (GitHub's dialect), with the scalars of its YAML front matter by names in lower case. */
export function htmlOfMarkdown(bytes: Uint8Array, maximumCharacters: number) {
  const whole = readableText(bytes).replace(/\r\n?/g, '\n');
  // Beyond it, the reading of markup would be for nothing.
  const source = whole.slice(0, cutAt(whole, maximumCharacters));
  const warning = source.length < whole.length ? tooLong(maximumCharacters) : undefined;
  const matter = FRONT_MATTER.exec(source);
  const frontMatter = matter === null ? undefined : parseFrontMatter(matter[1] ?? '');
  const fields = frontMatter?.fields ?? {};
  const html = markedHtml(frontMatter === undefined ? source : source.slice(matter?.[0].length));
  const language = languageTag(fields['lang'] ?? fields['language']);
  return { html, fields, language, warning: frontMatter?.warning ?? warning };
}

/**
 * Reads Markdown (GitHub's dialect) with optional YAML front matter: `title`, `lang` or `language`, `source` or `url`. The
 * title is that of the front matter, else the first level-1 heading. Markup goes, code blocks and HTML comments with it;
 * code within a line stays.
 */
export function readMarkdown(
  bytes: Uint8Array,
  maximumCharacters: number = DEFAULT_CORPUS_OPTIONS.maximumCharacters,
): Draft {
  const { html, fields, language, warning } = htmlOfMarkdown(bytes, maximumCharacters);
  const blocks = collectBlocks(parseHtml(html).root, (node) => node.name === 'pre');
  const heading = blocks.find((block) => block.heading === 1);
  const title = fields['title'] ?? heading?.text;
  return {
    title,
    text: joinBlocks(blocks.filter((block) => block !== heading || block.text !== title)),
    language,
    sourceUrl: webAddress(fields['source'] ?? fields['url'] ?? ''),
    warning,
  };
}

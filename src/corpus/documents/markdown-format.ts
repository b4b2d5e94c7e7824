import { marked } from 'marked';
import { parseDocument } from 'yaml';
import { messageOf } from '../../model/errors.js';
import { collectBlocks, joinBlocks } from '../../page/blocks.js';
import { webAddress } from '../../page/links.js';
import { languageTag } from '../../page/metadata.js';
import { parseHtml } from '../../page/parse5-tree.js';
import type { Draft } from '../draft.js';
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

/**
 * Reads Markdown (GitHub's dialect) with optional YAML front matter: `title`, `lang` or `language`, `source` or `url`.
 * The title is that of the front matter, else the first level-1 heading. Markup goes, code blocks and HTML comments
 * with it; code within a line stays.
 * @throws Unreadable when the content is binary
 */
export function readMarkdown(bytes: Uint8Array): Draft {
  const source = readableText(bytes).replace(/\r\n?/g, '\n');
  const matter = FRONT_MATTER.exec(source);
  const frontMatter = matter === null ? undefined : parseFrontMatter(matter.groups?.['yaml'] ?? '');
  const fields = frontMatter?.fields ?? {};
  const body = frontMatter === undefined ? source : source.slice(matter?.[0].length);
  const html = marked.parse(body, { async: false, gfm: true });
  const blocks = collectBlocks(parseHtml(html).root, (node) => node.name === 'pre');
  const heading = blocks.find((block) => block.heading === 1);
  const title = fields['title'] ?? heading?.text;
  return {
    title,
    text: joinBlocks(blocks.filter((block) => block !== heading || block.text !== title)),
    language: languageTag(fields['lang'] ?? fields['language']),
    sourceUrl: webAddress(fields['source'] ?? fields['url'] ?? ''),
    warning: frontMatter?.warning,
  };
}

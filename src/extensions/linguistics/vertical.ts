import { escapeXml } from '../../support/text/escapes.js';
import type { CorpusSentence, CorpusText } from './corpus-text.js';

/**
 * A page as vertical text, as Sketch Engine and KonText (Manatee) read it: a word, its lemma, its Penn tag and its universal tag a line; `<doc>`, `<p>`
 * and `<s>` around them, `<g/>` where no blank stands.
 */
export function verticalOf({ number, page, host, title, paragraphs }: CorpusText): string {
  const { url, fetched, language, topic, score, licences = [] } = page;
  const attributes = {
    ...{ id: `d${number}`, url, title, host, date: fetched.slice(0, 10), language: language ?? '', topic },
    ...{ score: score.toFixed(3), licence: licences.join('|') },
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(inLine(value))}"`);
  const inside = paragraphs.map((paragraph) => `<p>\n${paragraph.map(sentenceText).join('')}</p>\n`);
  return `<doc${written.join('')}>\n${inside.join('')}</doc>\n`;
}

function sentenceText(sentence: CorpusSentence): string {
  const lines = sentence.flatMap(({ form, lemma = form, penn, universal, isJoined }) => [
    [form, lemma, penn ?? universal, universal].map(escapeWord).join('\t'),
    ...(isJoined ? ['<g/>'] : []),
  ]);
  return `<s>\n${lines.join('\n')}\n</s>\n`;
}

/** A line that begins with `<` is taken for a structure. */
function escapeWord(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

import type { CorpusSentence, CorpusText, CorpusWord } from './corpus-text.js';

/** A page as CoNLL-U (universaldependencies.org/format), without syntax. Empty for a page without sentences. */
export function conlluOf({ number, page, title, paragraphs }: CorpusText): string {
  const lines: string[] = [];
  for (const [place, paragraph] of paragraphs.entries())
    for (const [index, sentence] of paragraph.entries()) {
      if (lines.length === 0)
        lines.push(
          `# newdoc id = d${number}`,
          `# url = ${inLine(page.url)}`,
          ...(title === '' ? [] : [`# title = ${title}`]),
          `# date = ${page.fetched}`,
        );
      const id = `d${number}-p${place + 1}`;
      if (index === 0) lines.push(`# newpar id = ${id}`);
      lines.push(`# sent_id = ${id}-s${index + 1}`, `# text = ${textOf(sentence)}`);
      lines.push(...sentence.map(lineOf), '');
    }
  return lines.map((line) => `${line}\n`).join('');
}

/** A sentence as it is written, with one blank where there are several. */
export function textOf(sentence: CorpusSentence): string {
  return sentence
    .map(({ form, isJoined }, place) => (isJoined || place === sentence.length - 1 ? form : `${form} `))
    .join('');
}

function lineOf({ form, lemma, universal, penn, isJoined }: CorpusWord, place: number): string {
  const morphology = [form, lemma ?? '_', universal, penn ?? '_', '_'];
  return [place + 1, ...morphology, '_', '_', '_', isJoined ? 'SpaceAfter=No' : '_'].join('\t');
}

function inLine(text: string): string {
  return text.replace(/\s/g, '%20');
}

import { endRun } from '../../../support/text/ends.js';

/** A section of an article. */
export interface TextSection {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** 0 for the main headings; larger is deeper. */
  readonly depth: number;
  readonly text: string;
}

/** One text of sections; headings with nothing below them, such as those of lists of references, are left out. */
export function joinSections(sections: readonly TextSection[]): string {
  const paragraphs = sections.flatMap(({ heading, text }, index) => [
    ...(heading === '' || !hasText(sections, index) ? [] : [heading]),
    ...(text.trim() === '' ? [] : [text.trim()]),
  ]);
  return paragraphs.join('\n\n');
}

/** True if a section or one of those below it holds text. */
function hasText(sections: readonly TextSection[], index: number): boolean {
  const own = sections[index];
  if (own === undefined) return false;
  if (own.text.trim() !== '') return true;
  for (let next = index + 1; next < sections.length; next += 1) {
    const section = sections[next];
    if (section === undefined || section.depth <= own.depth) return false;
    if (section.text.trim() !== '') return true;
  }
  return false;
}

/**
 * The text of an extract of the TextExtracts extension with headings in wiki form (`== History ==`), without the
 * headings of empty sections.
 */
export function extractToText(extract: string): string {
  const sections: { heading: string; depth: number; text: string }[] = [{ heading: '', depth: -1, text: '' }];
  for (const line of extract.split('\n')) {
    const { marks, heading } = headingOf(line.trimEnd());
    const last = sections.at(-1);
    if (marks >= 2) sections.push({ heading, depth: marks - 2, text: '' });
    else if (last !== undefined) last.text += `${line}\n`;
  }
  return joinSections(sections);
}

/** The text between the marks of a heading, and how many stand on each side: two to six, else it is none. */
function headingOf(line: string): { readonly marks: number; readonly heading: string } {
  const before = /^={0,6}/.exec(line)?.[0].length ?? 0;
  const marks = Math.min(before, line.length - endRun(line, /=/), Math.floor(line.length / 2));
  return { marks, heading: line.slice(marks, line.length - marks).trim() };
}

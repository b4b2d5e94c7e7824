import type { Command, HelpConfiguration } from 'commander';
import type { HelpNotes } from '../support/settings/field.js';
import { wrapText } from '../support/text/terminal-text.js';

/** The layout of help. Apart from the commands, whose settings need their schemas to be loaded. */

/** A list for the help: names in one column, what they stand for in another. */
export function helpNotes(heading: string, summaries: Readonly<Record<string, string>>): HelpNotes {
  return { heading, summaries };
}

/** Assumed width of what is not a terminal, in columns. */
const USUAL_COLUMNS = 80;

/** In a narrower terminal, lines would be hard to read even if they were wrapped. */
const MIN_COLUMNS = 40;

const INDENT = '  ';

/** The width of help, in columns. @param columns of the terminal that it is shown on; undefined: not a terminal */
export function helpWidth(columns: number | undefined): number {
  return Math.max(MIN_COLUMNS, columns ?? USUAL_COLUMNS);
}

/** Layout of help by commander: nothing is wider than the terminal. */
export const HELP_LAYOUT: HelpConfiguration = {
  subcommandTerm: listedTerm,
  boxWrap: (text, width) => wrapText(text, width).join('\n'),
  formatItem: (term, termWidth, text, helper) =>
    item(term, text, termWidth, helper.helpWidth ?? USUAL_COLUMNS),
};

/** The sections of notes. @param width columns */
export function notesText(notes: readonly HelpNotes[], width: number): string {
  return notes
    .map((note) => `${wrapText(`${note.heading}:`, width).join('\n')}\n${noteText(note, width)}\n`)
    .join('\n');
}

function noteText(note: HelpNotes, width: number): string {
  if ('text' in note) return indented(wrapText(note.text, width - INDENT.length), INDENT);
  const entries = Object.entries(note.summaries);
  const termWidth = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, summary]) => item(name, summary, termWidth, width)).join('\n');
}

function item(term: string, text: string, termWidth: number, width: number): string {
  const column = Math.min(termWidth, Math.floor(width / 3));
  const indent = ' '.repeat(column + 2 * INDENT.length);
  const lines = wrapText(text, width - indent.length);
  if (term.length > column) return `${INDENT}${term}\n${indented(lines, indent)}`.trimEnd();
  return `${INDENT}${term.padEnd(column)}${INDENT}${lines.join(`\n${indent}`)}`.trimEnd();
}

function indented(lines: readonly string[], indent: string): string {
  return lines.map((line) => `${indent}${line}`).join('\n');
}

/** Examples of command lines, each in a line to copy. */
export function examplesText(examples: readonly string[]): string {
  return `Example:\n${indented(examples, INDENT)}\n`;
}

/** A command in the help of its parent. Every command has options, those that are not loaded as well. */
function listedTerm(command: Command): string {
  return command.commands.length > 0 ? command.name() : `${command.name()} ${command.usage()}`;
}

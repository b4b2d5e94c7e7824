import { Help, type Command, type HelpConfiguration } from 'commander';
import { wrapText } from '../support/text/terminal-text.js';
import type { Listed } from './command-list.js';
import { HELP_LAYOUT, headingText, helpNotes, notesText } from './help.js';

/** `sfwc --help` shows these with a summary; of the other sections it names the commands. */
const FIRST = 'Main commands';
const MORE = 'sfwc help COMMAND shows the options of a command, and sfwc help all describes every command.';

/**
 * The layout of help: all commands in full for `sfwc help all`, else the main ones first and a line per section.
 * @param listed all commands, in the order of the help
 * @param isFull whether all commands are described
 */
export function overviewLayout(listed: Listed, isFull: boolean): HelpConfiguration {
  if (isFull) return HELP_LAYOUT;
  return {
    ...HELP_LAYOUT,
    formatHelp: (command, helper) =>
      command.parent === null
        ? overviewText(command, listed, helper.helpWidth ?? 80)
        : Help.prototype.formatHelp.call(helper, command, helper),
  };
}

function overviewText(program: Command, listed: Listed, width: number): string {
  const main = listed.filter(({ section }) => section === FIRST);
  const others = new Map<string, string[]>();
  for (const { name, section } of listed)
    if (section !== undefined && section !== FIRST)
      others.set(section, [...(others.get(section) ?? []), name]);
  const summaries = Object.fromEntries(main.map(({ name, summary }) => [name, shortened(summary)]));
  const names = Object.fromEntries([...others].map(([section, ones]) => [section, ones.join(', ')]));
  const paragraph = (text: string): string => wrapText(text, width).join('\n');
  return [
    `${headingText('Usage:')} sfwc COMMAND [options]\n`,
    `${paragraph(program.description())}\n`,
    notesText([helpNotes(FIRST, summaries), helpNotes('More commands', names)], width),
    `${paragraph(MORE)}\n`,
  ].join('\n');
}

/** The first clause of a summary. */
function shortened(summary: string): string {
  return summary.split(/[.:;,]? \(|[.:;](?:\s|$)/, 1)[0] ?? summary;
}

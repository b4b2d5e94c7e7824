import type { Listed } from '../src/cli/command-list.js';
import type { Fields } from '../src/support/settings/field.js';

type Sets = readonly (readonly [command: string, fields: Fields])[];

/** The rows of a table. @param sets the settings of each command, by the words that call it */
export function settingsTable(sets: Sets): string;
/** Text with the table between its marks. */
export function withTable(text: string, table: string): string;
/** The settings of all commands, by the words that call them. @param before words of the group that they are in */
export function allSettings(commands: Listed, before?: string): Promise<Sets>;

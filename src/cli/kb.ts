import type { Command } from 'commander';
import { toCommander, type CommandGroup } from './command.js';
import type { CommandIo } from './io.js';
import { kbExportCommand } from './kb-export.js';
import { kbInfoCommand } from './kb-info.js';
import { kbValidateCommand } from './kb-validate.js';

type MakeCommand = (io: CommandIo, done: (code: number) => void) => Command;

/** The commands of `sfwc kb`, in the order of the help. */
const KB_COMMANDS: readonly MakeCommand[] = [
  (io, done) => toCommander(kbInfoCommand, io, done),
  (io, done) => toCommander(kbValidateCommand, io, done),
  (io, done) => toCommander(kbExportCommand, io, done),
];

export const kbGroup: CommandGroup = {
  name: 'kb',
  summary: 'Inspect and validate knowledge bases, and convert them to other formats.',
  commands: (io, done) => KB_COMMANDS.map((make) => make(io, done)),
};

import type { Command } from 'commander';
import { toCommander, type CommandGroup } from './command.js';
import { corpusStatsCommand } from './corpus-stats.js';
import { corpusWikipediaCommand } from './corpus-wikipedia.js';
import type { CommandIo } from './io.js';

type MakeCommand = (io: CommandIo, done: (code: number) => void) => Command;

/** The commands of `sfwc corpus`, in the order of the help. */
const CORPUS_COMMANDS: readonly MakeCommand[] = [
  (io, done) => toCommander(corpusStatsCommand, io, done),
  (io, done) => toCommander(corpusWikipediaCommand, io, done),
];

export const corpusGroup: CommandGroup = {
  name: 'corpus',
  summary: 'Make corpora, and inspect what they contain and what cannot be read.',
  commands: (io, done) => CORPUS_COMMANDS.map((make) => make(io, done)),
};

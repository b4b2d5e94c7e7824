/** A command of a document: its words without quotes, comments and redirections. */
export type CommandWords = readonly string[];

/**
 * The commands of a block of shell lines: those that `&&`, `|` or `;` connect one by one, lines that end in a backslash
 * together with the next. Variables are not replaced.
 */
export function shellCommands(block: string): readonly CommandWords[] {
  return block
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap(commandsOfLine);
}

function commandsOfLine(line: string): CommandWords[] {
  const commands: string[][] = [[]];
  let skipsNext = false;
  for (const word of line.match(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g) ?? []) {
    if (word.startsWith('#')) break;
    if (['&&', '|', ';'].includes(word)) commands.push([]);
    else if (['>', '<', '>>'].includes(word)) skipsNext = true;
    else if (skipsNext) skipsNext = false;
    else commands.at(-1)?.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return commands.filter((words) => words.length > 0);
}

/** The arguments of `sfwc` or `npx sfwc`, whatever variables are set before it; undefined for other programs. */
export function sfwcArguments(command: CommandWords): readonly string[] | undefined {
  const program = command.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const words = command.slice(command[program] === 'npx' ? program + 1 : program);
  return words[0] === 'sfwc' ? words.slice(1) : undefined;
}

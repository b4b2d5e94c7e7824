import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Parser, type Quad } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import { checkThesaurus } from './check-thesaurus.js';
import type { PlacedProblem, Thesaurus, ThesaurusFile } from '../../model/thesaurus.js';
import { subjectLines } from './turtle-lines.js';

/** Labels are read in English, as texts are. */
const LANGUAGE = 'en';

/**
 * Reads and checks a thesaurus in Turtle (`.ttl`, or N-Triples); see {@link checkThesaurus}.
 * @throws InputError naming file and line when it cannot be read or is not Turtle
 */
export async function readThesaurusFile(file: string): Promise<ThesaurusFile> {
  const text = await readText(file);
  const baseIRI = pathToFileURL(file).href;
  const quads = parse(file, text, baseIRI);
  const { thesaurus, problems } = checkThesaurus(quads, LANGUAGE);
  const lines = problems.length === 0 ? new Map<string, number>() : subjectLines(text, baseIRI);
  const placed = problems.map((problem): PlacedProblem => {
    const line = problem.about === undefined ? undefined : lines.get(problem.about);
    return { ...problem, where: line === undefined ? file : `${file}:${line}` };
  });
  return { file, text, thesaurus, problems: placed };
}

/**
 * Opens a thesaurus for judging.
 * @throws InputError as {@link readThesaurusFile}, and for any problem
 */
export async function openThesaurus(file: string): Promise<Thesaurus> {
  const { thesaurus, problems } = await readThesaurusFile(file);
  const [first] = problems;
  if (first === undefined) return thesaurus;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  throw new InputError(`${problemText(first)}${more}`, {
    hint: `sfwc thesaurus validate ${file} lists all that is wrong with it`,
  });
}

/** `FILE:LINE: IRI: message`. */
export function problemText({ where, about, message }: PlacedProblem): string {
  return about === undefined ? `${where}: ${message}` : `${where}: <${about}>: ${message}`;
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (cause) {
    throw new InputError(`cannot read the thesaurus ${file}: ${messageOf(cause)}`, {
      hint: 'a thesaurus is SKOS in a Turtle file, in UTF-8; kb/thesaurus-diabetes.ttl is one',
      cause,
    });
  }
}

function parse(file: string, text: string, baseIRI: string): Quad[] {
  try {
    return new Parser({ baseIRI, format: 'text/turtle' }).parse(text);
  } catch (cause) {
    const message = messageOf(cause);
    const line = /on line (\d+)/.exec(message)?.[1];
    const where = line === undefined ? file : `${file}:${line}`;
    throw new InputError(`${where}: ${message.replace(/ on line \d+/, '')}`, {
      hint: 'a thesaurus is SKOS in a Turtle file; kb/thesaurus-diabetes.ttl is one',
      cause,
    });
  }
}

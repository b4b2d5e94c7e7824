import type { Quad } from 'n3';
import { InputError } from '../../model/errors.js';
import { PARTS } from '../../judging/parts.js';
import { checkArguments } from '../../support/check-arguments.js';
import type { RdfBatch, RdfFault } from '../../model/rdf-files.js';
import { checkThesaurus, toTopicThesaurus } from './check-thesaurus.js';
import type { PlacedProblem, Thesaurus, ThesaurusFile, TopicThesaurus } from '../../model/thesaurus.js';

/** Labels are read in English, as texts are. */
const LANGUAGE = 'en';

/**
 * Reads and checks a thesaurus in any format of RDF, also packed; see {@link checkThesaurus}. Statements that are no RDF are problems, with
 * their lines, and the rest is read.
 * @throws InputError when the file is missing, or is not RDF
 */
export async function readThesaurusFile(file: string): Promise<ThesaurusFile> {
  checkArguments('readThesaurusFile', { file: [file, 'string'] });
  const faults: PlacedProblem[] = [];
  const quads: Quad[] = [];
  const batches = new Map<string, { readonly quad: Quad; readonly batch: RdfBatch }>();
  for await (const batch of statementsIn(file, (fault) => faults.push(fault)))
    for (const quad of batch.quads) {
      quads.push(quad);
      if (!batches.has(quad.subject.value)) batches.set(quad.subject.value, { quad, batch });
    }
  const { thesaurus, problems } = checkThesaurus(quads, LANGUAGE);
  const placed = problems.map((problem): PlacedProblem => {
    const first = problem.about === undefined ? undefined : batches.get(problem.about);
    return { ...problem, where: first === undefined ? file : `${file}:${first.batch.lineOf(first.quad)}` };
  });
  return { file, thesaurus, problems: [...faults, ...placed] };
}

async function* statementsIn(file: string, onFault: (fault: RdfFault) => void): AsyncGenerator<RdfBatch> {
  try {
    yield* (await PARTS.readRdf())(file, onFault);
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    throw new InputError(`cannot read the thesaurus: ${thrown.message}`, {
      hint: 'a thesaurus is SKOS in an RDF file; kb/thesaurus-diabetes.ttl is one',
      cause: thrown,
    });
  }
}

/**
 * Opens a thesaurus for judging.
 * @throws InputError as {@link readThesaurusFile}, and for any problem
 */
export async function openThesaurus(file: string): Promise<Thesaurus> {
  checkArguments('openThesaurus', { file: [file, 'string'] });
  const { thesaurus, problems } = await readThesaurusFile(file);
  const [first] = problems;
  if (first === undefined) return thesaurus;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  throw new InputError(`${problemText(first)}${more}`, {
    hint: `sfwc thesaurus validate ${file} lists all that is wrong with it`,
  });
}

/** Opens one in the form that classifiers and strategies read. @throws InputError as {@link openThesaurus} */
export async function openTopicThesaurus(file: string): Promise<TopicThesaurus> {
  return toTopicThesaurus(await openThesaurus(file));
}

/** `FILE:LINE: IRI: message`. */
export function problemText({ where, about, message }: PlacedProblem): string {
  return about === undefined ? `${where}: ${message}` : `${where}: <${about}>: ${message}`;
}

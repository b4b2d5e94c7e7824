import { parseRdfFile } from '../../knowledge/formats/rdf-file.js';
import type { Thesaurus, ThesaurusFile, ThesaurusProblem, TopicThesaurus } from '../../model/thesaurus.js';
import { InputError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { checkThesaurus, toTopicThesaurus } from './check-thesaurus.js';

/** Labels are read in English, as texts are. */
const LANGUAGE = 'en';

/**
 * Reads and checks a thesaurus in any format of RDF, also packed; see {@link checkThesaurus}.
 * @throws InputError when the file is missing, or is not RDF, with the line
 */
export async function readThesaurusFile(file: string): Promise<ThesaurusFile> {
  checkArguments('readThesaurusFile', { file: [file, 'string'] });
  try {
    return { file, ...checkThesaurus(await parseRdfFile(file), LANGUAGE) };
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
  throw new InputError(`${problemText(file, first)}${more}`, {
    hint: `sfwc thesaurus validate ${file} lists all that is wrong with it`,
  });
}

/** Opens one in the form that classifiers and strategies read. @throws InputError as {@link openThesaurus} */
export async function openTopicThesaurus(file: string): Promise<TopicThesaurus> {
  return toTopicThesaurus(await openThesaurus(file));
}

/** `FILE: <IRI>: message`. */
export function problemText(file: string, { about, message }: ThesaurusProblem): string {
  return about === undefined ? `${file}: ${message}` : `${file}: <${about}>: ${message}`;
}

import { loadPort } from '../../../judging/plugins/load-port.js';
import { Unreadable } from '../../../language/corpus/draft.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { readBytes, SourceEnds } from '../../../support/files/source-bytes.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import { csvRow } from '../../../support/text/csv-row.js';
import type { NounLink } from './noun-links.js';
import type { Candidate } from './service-answer.js';

/** A noun of which a person has to decide what it means. */
export interface UnsureNoun {
  readonly noun: string;
  /** Passages of the topic's texts with the noun. */
  readonly contexts: readonly string[];
  /** The best first. */
  readonly candidates: readonly Candidate[];
}

const COLUMNS = [
  'noun',
  'contexts',
  'candidate',
  'label',
  'description',
  'types',
  'score',
  'match',
  'service',
  'decision',
] as const;

/** Columns without which a decision cannot be read. */
const REQUIRED = ['noun', 'candidate', 'decision'] as const;

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '1', 'true']);
const NO: ReadonlySet<string> = new Set(['no', 'n', '0', 'false']);
/** Bytes of a row at most. */
const LONGEST_ROW = 1_000_000;

/**
 * Writes what a person has to decide, one row per candidate.
 * @throws UsageError where the file holds decisions already; OutputError
 */
export async function writeReview(
  file: string,
  unsure: readonly UnsureNoun[],
  service: string,
): Promise<void> {
  const rows = unsure.flatMap(({ noun, contexts, candidates }) =>
    candidates.map(({ iri, label, description, types, score, match }) =>
      csvRow([
        noun,
        contexts.join(' | '),
        iri,
        label,
        description,
        types.join(', '),
        score,
        match ? 'yes' : 'no',
        service,
        '',
      ]),
    ),
  );
  await replaceFile(file, csvRow(COLUMNS) + rows.join(''));
}

/** @throws UsageError where a review file holds decisions of people, which a new one would overwrite */
export async function refuseDecided(file: string): Promise<void> {
  if (!(await fileExists(file))) return;
  const isDecided = await readReview(file).then(
    (links) => links.length > 0,
    // Whatever it is, it was not written by this command or somebody has changed it.
    () => true,
  );
  if (isDecided)
    throw new UsageError(`${file} already exists and holds decisions`, {
      hint: `take them with --reviewed ${file}, or write another file with --review FILE`,
    });
}

/**
 * The decisions of a review file: `yes` in the row of the entity that the noun means, `no` in the rows of others; rows without a
 * decision are left out.
 * @throws InputError naming file and line of what is wrong
 */
export async function readReview(file: string): Promise<readonly NounLink[]> {
  const links: NounLink[] = [];
  const accepted = new Map<string, number>();
  for await (const { line, fields } of rowsOf(file)) {
    const link = decisionIn(fields, `${file}:${line}`);
    if (link === undefined) continue;
    const before = link.accepted ? accepted.get(link.noun) : undefined;
    if (before !== undefined)
      throw new InputError(`${file}:${line}: '${link.noun}' has a yes in line ${before} already`, {
        hint: 'say yes to one entity per noun',
      });
    if (link.accepted) accepted.set(link.noun, line);
    links.push(link);
  }
  return links;
}

interface Row {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

async function* rowsOf(file: string): AsyncGenerator<Row> {
  const checkHeader = (columns: readonly string[]): void => {
    const missing = REQUIRED.filter((name) => !columns.includes(name));
    if (missing.length > 0) throw new Unreadable(`no column '${missing.join("', '")}'`);
  };
  const files = await loadPort('recordFiles');
  try {
    for await (const row of files.readRows(readBytes(file), { maximumLineBytes: LONGEST_ROW, checkHeader })) {
      if (!('problem' in row)) yield { line: row.position, fields: row.fields };
      // A review in which everything is decided may have no rows left.
      else if (!row.problem.startsWith('the file has no records'))
        throw new InputError(`${file}:${row.position}: ${row.problem}`);
    }
  } catch (thrown) {
    if (thrown instanceof SourceEnds) throw new InputError(`${file}: ${thrown.message}`, { cause: thrown });
    throw thrown;
  }
}

/** What a row decides; undefined where nothing. @throws InputError */
function decisionIn(fields: Row['fields'], where: string): NounLink | undefined {
  const of = (name: (typeof COLUMNS)[number]): string => unescaped(fields[name] ?? '').trim();
  const decision = of('decision').toLowerCase();
  if (decision === '') return undefined;
  if (!YES.has(decision) && !NO.has(decision))
    throw new InputError(`${where}: the decision '${decision.slice(0, 40)}' is neither yes nor no`, {
      hint: 'leave the cell empty where nothing is decided',
    });
  const [noun, meaning] = [of('noun'), of('candidate')];
  if (noun === '') throw new InputError(`${where}: the noun is missing`);
  if (!isIri(meaning))
    throw new InputError(`${where}: the candidate '${meaning.slice(0, 80)}' is not an IRI`, {
      hint: 'name entities as in http://www.wikidata.org/entity/Q10987',
    });
  const score = Number(of('score').replace(',', '.'));
  return {
    ...{ noun, meaning, label: of('label'), description: of('description'), service: of('service') },
    ...(of('score') === '' || !Number.isFinite(score) ? {} : { score }),
    accepted: YES.has(decision),
    reviewed: true,
  };
}

/** A cell without the apostrophe that kept a spreadsheet from taking it for a formula. */
function unescaped(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

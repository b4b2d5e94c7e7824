/**
 * Subjects of texts against those that people gave them: the topics of Reuters-21578, and Debian's debtags (what `apt-cache dumpavail`
 * prints, where it is there). Precision and recall at five, next to plain matching of labels in the order of their counts. Weights are
 * chosen on one half of the texts and reported on the other.
 *
 *     npm run bench -- subjects [--choose]
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import {
  findSubjects,
  SUBJECT_WEIGHTS,
  type SubjectWeights,
} from '../src/extensions/thesaurus/skos/find-subjects.js';
import { matcherOf } from '../src/extensions/thesaurus/skos/label-matcher.js';
import { sample, seededRandom } from '../src/support/random.js';
import { alignColumns } from '../src/support/text/columns.js';
import { readReuters } from './support/reuters.js';
import { dataFolder } from './support/wikispeedia.js';
import { smallVocabulary, type WrittenConcept } from './support/small-vocabulary.js';

/** A text with the subjects that people gave it, as ids of concepts. */
interface Indexed {
  readonly title: string;
  readonly text: string;
  readonly subjects: ReadonlySet<string>;
}

/** A vocabulary, and texts in two halves. */
interface Task {
  readonly name: string;
  readonly concepts: readonly WrittenConcept[];
  readonly choose: readonly Indexed[];
  readonly report: readonly Indexed[];
}

const MAX = 1500;
const AT = 5;

function reutersTask(): Task {
  const stories = readReuters().map(({ title, text, topics, part }) => ({
    title,
    text,
    part,
    subjects: new Set(topics),
  }));
  const used = (part: string): Indexed[] =>
    sample(
      stories.filter((story) => story.part === part && story.subjects.size > 0),
      MAX,
      seededRandom(1),
    );
  return { name: 'reuters', concepts: reutersConcepts(), choose: used('train'), report: used('test') };
}

/** The topics with their descriptions, from the file that comes with the collection; the names of commodities are their codes. */
function reutersConcepts(): WrittenConcept[] {
  const archive = path.join(dataFolder(), 'reuters21578', 'reuters21578.tar.gz');
  const file = execFileSync('tar', ['xzOf', archive, '--wildcards', '*cat-descriptions_120396.txt'], {
    encoding: 'latin1',
  });
  const [part = ''] = file.slice(file.indexOf('****Subject Codes')).split('________');
  let group = '';
  const concepts: WrittenConcept[] = [];
  for (const line of part.split('\n').map((written) => written.trim())) {
    const [, heading] = /^\*\*([A-Z].*) Codes/.exec(line) ?? [];
    if (heading !== undefined) concepts.push({ id: (group = heading.toUpperCase()), labels: [heading] });
    const [, description = line, code = line] = /^(.*\S)\s*\(([A-Z-]+)\)$/.exec(line) ?? [];
    if (heading !== undefined || !/^[A-Z][A-Z-]+$/.test(code)) continue;
    const name = description === code ? code.toLowerCase().replace(/-/g, ' ') : description;
    const parts = name.split(/\/| and /).map((one) => one.trim());
    concepts.push({
      id: code.toLowerCase(),
      labels: [...new Set([name, ...parts])],
      ...(group === '' ? {} : { broader: group }),
    });
  }
  return concepts;
}

/** Packages with tags; a tag `use::editing` is a concept 'editing' below 'use'. */
function debtagsTask(): Task | undefined {
  let available: string;
  try {
    available = execFileSync('apt-cache', ['dumpavail'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 29,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
  const packages = available.split('\n\n').flatMap((record): Indexed[] => {
    const field = (name: string): string =>
      new RegExp(`^${name}: ((?:.*)(?:\\n .*)*)`, 'm').exec(record)?.[1]?.replace(/\n \.?/g, ' ') ?? '';
    const tags = field('Tag')
      .split(/,\s*/)
      .filter((tag) => SUBJECT_FACETS.some((facet) => tag.startsWith(`${facet}::`)));
    if (tags.length === 0) return [];
    const [title = '', ...rest] = field('Description(?:-en)?').split('  ');
    return [{ title: `${field('Package')} ${title}`, text: rest.join(' '), subjects: new Set(tags) }];
  });
  if (packages.length === 0) return undefined;
  const tags = new Set(packages.flatMap(({ subjects }) => [...subjects]));
  const facets = SUBJECT_FACETS.map((facet): WrittenConcept => ({
    id: facet,
    labels: [facet.replace(/-/g, ' ')],
  }));
  const concepts = [...tags].sort().map((tag): WrittenConcept => {
    const [facet = '', name = ''] = tag.split('::');
    return { id: tag, labels: [name.replace(/[-:]/g, ' ')], broader: facet };
  });
  const mixed = sample(packages, 2 * MAX, seededRandom(1));
  return {
    name: 'debtags',
    concepts: [...facets, ...concepts],
    choose: mixed.slice(0, MAX),
    report: mixed.slice(MAX),
  };
}

/** The facets about what a package is for, not what it is made of. */
const SUBJECT_FACETS = [
  'field',
  'use',
  'works-with',
  'works-with-format',
  'game',
  'sound',
  'web',
  'mail',
  'science',
  'network',
  'protocol',
  'hardware',
  'biology',
  'security',
  'devel',
];

type Rank = (text: Indexed) => readonly string[];

function measure(
  texts: readonly Indexed[],
  rank: Rank,
): { readonly precision: number; readonly recall: number; readonly f1: number } {
  let [precision, recall] = [0, 0];
  for (const text of texts) {
    const found = rank(text).slice(0, AT);
    const right = found.filter((id) => text.subjects.has(id)).length;
    // Of the places that could be filled: most texts have fewer than five subjects.
    precision += found.length === 0 ? 0 : right / found.length;
    recall += right / text.subjects.size;
  }
  [precision, recall] = [precision / texts.length, recall / texts.length];
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

function rankers(task: Task): {
  readonly plain: Rank;
  readonly by: (weights: SubjectWeights, least: number) => Rank;
} {
  const vocabulary = smallVocabulary(task.concepts);
  const matcher = matcherOf(vocabulary, 'en');
  const id = (concept: number): string => vocabulary.concepts[concept]?.iri ?? '';
  return {
    plain: ({ title, text }) => {
      const found = new Map<number, number>();
      for (const { concepts } of [...matcher.find(title), ...matcher.find(text)])
        for (const concept of concepts) found.set(concept, (found.get(concept) ?? 0) + 1);
      return [...found].sort((a, b) => b[1] - a[1]).map(([concept]) => id(concept));
    },
    by: (weights, least) => (text) =>
      findSubjects(text, { vocabulary, matcher, weights })
        .filter(({ weight }) => weight >= least)
        .map(({ concept }) => id(concept)),
  };
}

const GRID: Readonly<Record<keyof SubjectWeights | 'least', readonly number[]>> = {
  title: [0, 0.5, 1, 2],
  early: [0, 0.5, 1, 2],
  support: [0, 0.3, 0.6],
  broader: [0.3, 0.5, 0.7, 1],
  hidden: [0.7],
  least: [0, 0.2, 0.3, 0.4, 0.5],
};

/** One weight after the other, twice. */
function chooseWeights(tasks: readonly Task[]): void {
  const all = tasks.map((task) => ({ task, ...rankers(task) }));
  let best = { ...SUBJECT_WEIGHTS, least: MIN };
  const value = (weights: typeof best): number =>
    all.reduce((sum, { task, by }) => sum + measure(task.choose, by(weights, weights.least)).f1, 0);
  let reached = value(best);
  for (let round = 0; round < 2; round += 1)
    for (const [name, values] of Object.entries(GRID))
      for (const one of values) {
        const tried = { ...best, [name]: one };
        const got = value(tried);
        if (got > reached + 1e-6) [best, reached] = [tried, got];
      }
  process.stdout.write(`${JSON.stringify(best)} mean F1 ${(reached / all.length).toFixed(3)}\n`);
}

const MIN = 0.5;
const tasks = [reutersTask(), debtagsTask()].filter((task) => task !== undefined);
if (process.argv.includes('--choose')) chooseWeights(tasks);
else {
  const rows = [['texts', 'concepts', 'of', 'how', 'P@5', 'R@5']];
  for (const task of tasks) {
    const { plain, by } = rankers(task);
    for (const [how, rank] of [
      ['plain labels', plain],
      ['subjects', by(SUBJECT_WEIGHTS, MIN)],
    ] as const) {
      const { precision, recall } = measure(task.report, rank);
      rows.push([
        task.name,
        String(task.concepts.length),
        String(task.report.length),
        how,
        precision.toFixed(3),
        recall.toFixed(3),
      ]);
    }
  }
  process.stdout.write(alignColumns(rows, ['left', 'right', 'right', 'left']));
}

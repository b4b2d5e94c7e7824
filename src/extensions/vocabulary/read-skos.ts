import type { Quad, Term } from 'n3';
import type { RdfBatch, RdfFault, ReadRdf } from '../../model/rdf-files.js';
import { InputError } from '../../model/errors.js';
import { flatText } from './flat-text.js';
import { packedMap, type PackedMap } from './packed-map.js';
import { SKOS_CASES, SKOS_TYPES, type SkosCase } from './skos-terms.js';
import { withoutCircles } from './without-circles.js';
import { fitsLanguage, type Links, type Scheme, type Vocabulary } from './vocabulary.js';
import { normalForm } from '../../support/text/normal-form.js';

/** How vocabularies are read. */
export interface SkosOptions {
  readonly readRdf: ReadRdf;
  /** BCP 47 primary tag: notes in it are kept. Labels are kept in all languages. */
  readonly language: string;
  readonly onFault: (fault: RdfFault) => void;
  readonly signal?: AbortSignal;
}

const IS_CONCEPT = 1;
const IS_SCHEME = 2;
const IS_COLLECTION = 4;

/**
 * Labels of SKOS-XL are resources. Kept are those of which one half was read: by their name, where they are used, or their text.
 */
interface LabelNodes {
  /** By the name of a label: the place of its first use. */
  readonly used: PackedMap;
  readonly uses: {
    readonly owners: number[];
    readonly kinds: number[];
    /** From 1; 0: none. */ readonly next: number[];
  };
  /** By the name of a label: the place of its text. */
  readonly written: PackedMap;
  readonly texts: string[];
  readonly languages: number[];
}

interface Reading {
  readonly numbers: Map<string, number>;
  readonly iris: string[];
  readonly flags: number[];
  readonly languages: Map<string, number>;
  readonly texts: string[];
  readonly owners: number[];
  readonly tags: number[];
  readonly kinds: number[];
  /** By language and node: the row of the preferred label, from 1. */
  readonly preferred: Map<number, number[]>;
  readonly labelNodes: LabelNodes;
  readonly otherLabels: Map<number, { readonly text: string; readonly language: number }[]>;
  readonly titles: Map<number, string>;
  readonly broader: [number[], number[]];
  readonly related: [number[], number[]];
  readonly inScheme: [number[], number[]];
  readonly matches: Map<number, string[]>;
  readonly notations: Map<number, string[]>;
  readonly notes: Map<number, string[]>;
}

/**
 * Reads a vocabulary in SKOS, also with labels of SKOS-XL, as a stream. What is wrong in it is reported, and the rest is used.
 * @throws InputError for a file that cannot be read to its end, and when there is no concept in any; the signal's reason
 */
export async function readSkos(files: readonly string[], options: SkosOptions): Promise<Vocabulary> {
  const reading = emptyReading();
  for (const file of files)
    for await (const batch of options.readRdf(file, options.onFault, (predicate) =>
      SKOS_CASES.has(predicate),
    )) {
      options.signal?.throwIfAborted();
      const fault = (quad: Quad, message: string): void =>
        options.onFault({ where: `${file}:${batch.lineOf(quad)}`, message });
      takeBatch(reading, batch, options.language, fault);
    }
  const vocabulary = finish(reading, (message) => options.onFault({ where: files.join(', '), message }));
  if (vocabulary.iris.length > 0) return vocabulary;
  throw new InputError(`${files.join(', ')} has no skos:Concept and no skos:prefLabel`, {
    hint: 'give a vocabulary in SKOS; other RDF with labels can be used by --labels',
  });
}

function emptyReading(): Reading {
  return {
    numbers: new Map(),
    iris: [],
    flags: [],
    languages: new Map(),
    texts: [],
    owners: [],
    tags: [],
    kinds: [],
    preferred: new Map(),
    labelNodes: {
      ...{ used: packedMap(), uses: { owners: [], kinds: [], next: [] } },
      ...{ written: packedMap(), texts: [], languages: [] },
    },
    otherLabels: new Map(),
    titles: new Map(),
    broader: [[], []],
    related: [[], []],
    inScheme: [[], []],
    matches: new Map(),
    notations: new Map(),
    notes: new Map(),
  };
}

type OnFault = (quad: Quad, message: string) => void;

function takeBatch(reading: Reading, { quads }: RdfBatch, language: string, fault: OnFault): void {
  for (const quad of quads) {
    const found = SKOS_CASES.get(quad.predicate.value);
    if (found === undefined) continue;
    const { object } = quad;
    if (object.termType === 'Literal') takeLiteral(reading, found, quad, language, fault);
    else takeResource(reading, found, quad, fault);
  }
}

function takeLiteral(reading: Reading, found: SkosCase, quad: Quad, wanted: string, fault: OnFault): void {
  const { object } = quad;
  if (object.termType !== 'Literal') return;
  const text = flatText(normalForm(object.value).replace(/\s+/g, ' ').trim());
  if (text === '') return;
  const tag = object.language.toLowerCase();
  switch (found.of) {
    case 'label': {
      const owner = numberOf(reading, quad.subject);
      if (found.kind === 0) reading.flags[owner] = (reading.flags[owner] ?? 0) | IS_CONCEPT;
      addLabel(reading, { owner, text, language: languageOf(reading, tag), kind: found.kind }, () => {
        fault(
          quad,
          `${quad.subject.value} has two preferred labels${tag === '' ? '' : ` in '${tag}'`}; '${text}' counts as an alternative`,
        );
      });
      return;
    }
    case 'literalForm': {
      takeForm(reading, keyOf(quad.subject), { text, language: languageOf(reading, tag) });
      return;
    }
    case 'otherLabel': {
      const owner = numberOf(reading, quad.subject);
      addTo(reading.otherLabels, owner, { text, language: languageOf(reading, tag) });
      return;
    }
    case 'title':
      reading.titles.set(numberOf(reading, quad.subject), text);
      return;
    case 'notation': {
      addTo(reading.notations, numberOf(reading, quad.subject), text);
      return;
    }
    case 'note':
      if (fitsLanguage(tag, wanted)) addTo(reading.notes, numberOf(reading, quad.subject), text);
      return;
    case 'type':
      return;
    default:
      fault(
        quad,
        `${quad.subject.value}: the text '${text}' stands where a resource belongs (${quad.predicate.value})`,
      );
  }
}

function takeResource(reading: Reading, found: SkosCase, quad: Quad, fault: OnFault): void {
  const { subject, object } = quad;
  switch (found.of) {
    case 'type': {
      takeType(reading, subject, object.value);
      return;
    }
    case 'label':
    case 'notation':
    case 'literalForm': {
      fault(
        quad,
        `${subject.value}: the resource ${object.value} stands where a text belongs (${quad.predicate.value})`,
      );
      return;
    }
    case 'labelNode': {
      takeUse(reading, keyOf(object), { node: numberOf(reading, subject), kind: found.kind });
      return;
    }
    case 'broader': {
      addPair(reading.broader, numberOf(reading, subject), numberOf(reading, object));
      return;
    }
    case 'narrower': {
      addPair(reading.broader, numberOf(reading, object), numberOf(reading, subject));
      return;
    }
    case 'related': {
      addPair(reading.related, numberOf(reading, subject), numberOf(reading, object));
      return;
    }
    case 'scheme': {
      addPair(reading.inScheme, numberOf(reading, subject), schemeNumber(reading, object));
      return;
    }
    case 'topConcept': {
      addPair(reading.inScheme, numberOf(reading, object), schemeNumber(reading, subject));
      return;
    }
    case 'match': {
      addTo(reading.matches, numberOf(reading, subject), flatText(object.value));
      return;
    }
    default:
  }
}

function takeType(reading: Reading, subject: Term, type: string): void {
  const flag =
    type === SKOS_TYPES.concept
      ? IS_CONCEPT
      : type === SKOS_TYPES.scheme
        ? IS_SCHEME
        : SKOS_TYPES.collections.has(type)
          ? IS_COLLECTION
          : 0;
  if (flag === 0) return;
  const node = numberOf(reading, subject);
  reading.flags[node] = (reading.flags[node] ?? 0) | flag;
}

function schemeNumber(reading: Reading, scheme: Term): number {
  const node = numberOf(reading, scheme);
  reading.flags[node] = (reading.flags[node] ?? 0) | IS_SCHEME;
  return node;
}

/** A label node is named once as the label of a concept and once with its text, in whatever order. */
function takeUse(
  reading: Reading,
  node: string,
  use: { readonly node: number; readonly kind: number },
): void {
  reading.flags[use.node] = (reading.flags[use.node] ?? 0) | IS_CONCEPT;
  const { used, uses, written, texts, languages } = reading.labelNodes;
  const known = written.get(node);
  if (known !== undefined) {
    const label = {
      owner: use.node,
      kind: use.kind,
      text: texts[known] ?? '',
      language: languages[known] ?? 0,
    };
    addLabel(reading, label);
    return;
  }
  uses.owners.push(use.node);
  uses.kinds.push(use.kind);
  uses.next.push((used.get(node) ?? -1) + 1);
  used.set(node, uses.owners.length - 1);
}

/** Takes the text of a label. A label that was used is not kept: it hardly ever belongs to two concepts. */
function takeForm(
  reading: Reading,
  node: string,
  literal: { readonly text: string; readonly language: number },
): void {
  const { used, uses, written, texts, languages } = reading.labelNodes;
  const known = used.get(node);
  if (known === undefined) {
    written.set(node, texts.push(literal.text) - 1);
    languages.push(literal.language);
    return;
  }
  for (let use = known; use >= 0; use = (uses.next[use] ?? 0) - 1)
    addLabel(reading, { owner: uses.owners[use] ?? 0, kind: uses.kinds[use] ?? 0, ...literal });
  used.delete(node);
}

interface NewLabel {
  readonly owner: number;
  readonly text: string;
  readonly language: number;
  readonly kind: number;
}

/** Adds a label. A second preferred one in the same language becomes an alternative; the same text again is no label. */
function addLabel(reading: Reading, { owner, text, language, kind }: NewLabel, onSecond?: () => void): void {
  let own = kind;
  if (kind === 0) {
    const rows = reading.preferred.get(language) ?? [];
    reading.preferred.set(language, rows);
    const before = rows[owner];
    if (before !== undefined && before > 0) {
      if (reading.texts[before - 1] === text) return;
      onSecond?.();
      own = 1;
    } else {
      while (rows.length < owner) rows.push(0);
      rows[owner] = reading.texts.length + 1;
    }
  }
  reading.texts.push(text);
  reading.owners.push(owner);
  reading.tags.push(language);
  reading.kinds.push(own);
}

function keyOf(term: Term): string {
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}

function numberOf(reading: Reading, term: Term): number {
  const key = keyOf(term);
  const known = reading.numbers.get(key);
  if (known !== undefined) return known;
  const number = reading.iris.length;
  const flat = flatText(key);
  reading.numbers.set(flat, number);
  reading.iris.push(flat);
  reading.flags.push(0);
  return number;
}

function languageOf({ languages }: Reading, tag: string): number {
  const known = languages.get(tag);
  if (known !== undefined) return known;
  languages.set(flatText(tag), languages.size);
  return languages.size - 1;
}

function addTo<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function addPair([from, to]: [number[], number[]], a: number, b: number): void {
  from.push(a);
  to.push(b);
}

/** Numbers the concepts, which are some of the resources, and gives each its labels. */
function finish(reading: Reading, fault: (message: string) => void): Vocabulary {
  const isConcept = (node: number): boolean => {
    const flags = reading.flags[node] ?? 0;
    return (
      (flags & IS_CONCEPT) !== 0 &&
      (flags & (IS_SCHEME | IS_COLLECTION)) === 0 &&
      !reading.iris[node]?.startsWith('_:')
    );
  };
  const concept = new Int32Array(reading.iris.length).fill(-1);
  const iris: string[] = [];
  reading.iris.forEach((iri, node) => {
    if (!isConcept(node)) return;
    concept[node] = iris.length;
    iris.push(iri);
  });
  // Not needed any more, and one of the largest parts.
  reading.numbers.clear();
  addOtherLabels(reading, isConcept);
  const schemes = schemesOf(reading);
  const of = (node: number): number => concept[node] ?? -1;
  // First, since what was read of them is the largest part, and is not needed any more.
  const labels = labelsOf(reading, of);
  for (const rows of [reading.texts, reading.owners, reading.tags, reading.kinds]) rows.length = 0;
  reading.preferred.clear();
  const broader = withoutCircles(linksOf(iris.length, reading.broader, of, of), iris, fault);
  const related = linksOf(iris.length, both(reading.related), of, of);
  const inSchemes = linksOf(iris.length, reading.inScheme, of, (node) => schemes.numbers.get(node) ?? -1);
  return {
    schemes: schemes.list,
    iris,
    languages: [...reading.languages.keys()],
    labels,
    broader,
    narrower: reversed(broader),
    related,
    inSchemes,
    matches: renumbered(reading.matches, of),
    notations: renumbered(reading.notations, of),
    notes: renumbered(reading.notes, of),
  };
}

/** rdfs:label is the name of a concept that has no label of SKOS. */
function addOtherLabels(reading: Reading, isConcept: (node: number) => boolean): void {
  const labelled = new Set(reading.otherLabels.size === 0 ? [] : reading.owners);
  for (const [owner, labels] of reading.otherLabels)
    if (isConcept(owner) && !labelled.has(owner))
      for (const { text, language } of labels) addLabel(reading, { owner, text, language, kind: 0 });
}

function schemesOf(reading: Reading): {
  readonly list: readonly Scheme[];
  readonly numbers: ReadonlyMap<number, number>;
} {
  const list: Scheme[] = [];
  const numbers = new Map<number, number>();
  reading.flags.forEach((flags, node) => {
    if ((flags & IS_SCHEME) === 0) return;
    numbers.set(node, list.length);
    const rows = [...reading.preferred.values()].map((places) => places[node] ?? 0).filter((row) => row > 0);
    const label = rows.length === 0 ? undefined : reading.texts[Math.min(...rows) - 1];
    const title = label ?? reading.titles.get(node) ?? reading.otherLabels.get(node)?.[0]?.text;
    list.push({ iri: reading.iris[node] ?? '', ...(title === undefined ? {} : { title }) });
  });
  return { list, numbers };
}

/** The labels of concepts, each once: SKOS-XL often says again what SKOS says. */
function labelsOf(
  { texts, owners, tags, kinds }: Reading,
  of: (node: number) => number,
): Vocabulary['labels'] {
  const kept = {
    texts: [] as string[],
    concepts: [] as number[],
    languages: [] as number[],
    kinds: [] as number[],
  };
  for (const rows of rowsByOwner(owners)) {
    const owner = of(owners[rows[0] ?? 0] ?? -1);
    if (owner < 0) continue;
    const seen = new Set<string>();
    for (const row of rows.sort((a, b) => (kinds[a] ?? 0) - (kinds[b] ?? 0) || a - b)) {
      const key = `${tags[row] ?? 0} ${texts[row] ?? ''}`;
      if (seen.has(key)) continue;
      seen.add(key);
      kept.texts.push(texts[row] ?? '');
      kept.concepts.push(owner);
      kept.languages.push(tags[row] ?? 0);
      kept.kinds.push(kinds[row] ?? 0);
    }
  }
  return kept;
}

/** The rows of each owner, by a sort that needs eight bytes per row. */
function* rowsByOwner(owners: readonly number[]): Generator<Int32Array> {
  const last = owners.reduce((most, owner) => Math.max(most, owner), -1);
  const begins = new Int32Array(last + 2);
  for (const owner of owners) begins[owner + 1] = (begins[owner + 1] ?? 0) + 1;
  for (let owner = 0; owner <= last; owner += 1)
    begins[owner + 1] = (begins[owner + 1] ?? 0) + (begins[owner] ?? 0);
  const rows = new Int32Array(owners.length);
  const next = begins.slice();
  owners.forEach((owner, row) => {
    rows[next[owner] ?? 0] = row;
    next[owner] = (next[owner] ?? 0) + 1;
  });
  for (let owner = 0; owner <= last; owner += 1) {
    const own = rows.subarray(begins[owner], begins[owner + 1]);
    if (own.length > 0) yield own;
  }
}

const NONE: readonly number[] = [];

function linksOf(
  count: number,
  [from, to]: readonly [readonly number[], readonly number[]],
  fromOf: (node: number) => number,
  toOf: (node: number) => number,
): Links {
  const lists: (readonly number[])[] = new Array<readonly number[]>(count).fill(NONE);
  from.forEach((node, place) => {
    const [one, other] = [fromOf(node), toOf(to[place] ?? -1)];
    if (one < 0 || other < 0) return;
    const list = lists[one] ?? NONE;
    if (!list.includes(other)) lists[one] = [...list, other];
  });
  return lists;
}

function both([from, to]: readonly [readonly number[], readonly number[]]): readonly [number[], number[]] {
  return [
    [...from, ...to],
    [...to, ...from],
  ];
}

/** The links the other way round. */
export function reversed(links: Links): Links {
  const lists: (number[] | undefined)[] = new Array<number[] | undefined>(links.length);
  links.forEach((list, one) => {
    for (const other of list) (lists[other] ??= []).push(one);
  });
  return Array.from(lists, (list) => list ?? NONE);
}

function renumbered(
  lists: ReadonlyMap<number, string[]>,
  of: (node: number) => number,
): ReadonlyMap<number, readonly string[]> {
  return new Map(
    [...lists].map(([node, list]) => [of(node), list] as const).filter(([number]) => number >= 0),
  );
}

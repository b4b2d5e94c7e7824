import { elementsNamed, xmlTree, type XmlElement } from './xml-tree.js';

/** A word of a corpus that was found valid. */
export interface CheckedWord {
  readonly form: string;
  readonly lemma: string;
  readonly universal: string;
  readonly penn: string;
}

/** A sentence with what its comments say. */
export interface CheckedSentence {
  readonly comments: Readonly<Record<string, string>>;
  readonly words: readonly CheckedWord[];
}

function demand(holds: boolean, rule: string, where: string): asserts holds {
  if (!holds) throw new Error(`not a valid corpus: ${rule}: ${where}`);
}

/** The universal parts of speech (universaldependencies.org/u/pos), written out again to be independent of the code. */
const UNIVERSAL = new Set(
  'ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X'.split(' '),
);

/**
 * Checks CoNLL-U by the rules of universaldependencies.org/format for words without syntax: an empty line after each sentence, ten
 * columns that are not empty, numbers from 1, a tag of the 17, `sent_id` once in the file and without `/`, and `text` that is the
 * words with one blank between them, unless `SpaceAfter=No` says otherwise.
 */
export function checkConllu(text: string): readonly CheckedSentence[] {
  if (text === '') return [];
  demand(text.endsWith('\n\n'), 'an empty line at the end', text.slice(-40));
  demand(!text.includes('\r') && !text.includes('\n\n\n'), 'lines end in one line feed', '');
  const sentences = text.slice(0, -2).split('\n\n').map(checkSentence);
  const ids = sentences.map(({ comments }) => comments['sent_id'] ?? '');
  demand(new Set(ids).size === ids.length, 'a sent_id occurs twice', ids.join(' '));
  const documents = sentences.flatMap(({ comments }) => comments['newdoc id'] ?? []);
  demand(new Set(documents).size === documents.length, 'a document occurs twice', documents.join(' '));
  return sentences;
}

function checkSentence(block: string): CheckedSentence {
  const lines = block.split('\n');
  const first = lines.findIndex((line) => !line.startsWith('#'));
  demand(first >= 0, 'a sentence has words', block);
  const comments = Object.fromEntries(
    lines.slice(0, first).map((line) => {
      const [, name, value] = /^# ([^=]+?) = (.+)$/.exec(line) ?? [];
      demand(name !== undefined && value !== undefined, 'a comment has a name and a value', line);
      return [name, value] as const;
    }),
  );
  demand(/^[^\s/]+$/.test(comments['sent_id'] ?? ''), 'a sentence has an id', block);
  const words = lines.slice(first).map((line, place) => checkWord(line, place + 1));
  const written = words.map(({ form, misc }) => (misc === 'SpaceAfter=No' ? form : `${form} `)).join('');
  demand(
    comments['text'] === written.trimEnd(),
    'text is the words',
    `${comments['text'] ?? ''} | ${written}`,
  );
  return { comments, words };
}

function checkWord(line: string, number: number): CheckedWord & { readonly misc: string } {
  const columns = line.split('\t');
  demand(columns.length === 10, 'ten columns', line);
  demand(
    columns.every((column) => /^\S+$/.test(column)),
    'no column is empty or holds a blank',
    line,
  );
  const [id, form = '', lemma = '', universal = '', penn = '', , head, relation, dependencies, misc = ''] =
    columns;
  demand(id === String(number), `number ${number}`, line);
  demand(UNIVERSAL.has(universal), 'a universal tag', line);
  demand([head, relation, dependencies].join('') === '___', 'no syntax', line);
  demand(misc === '_' || misc === 'SpaceAfter=No', 'what is in the last column', line);
  return { form, lemma, universal, penn, misc };
}

/** What a TEI element may hold, in this order, and which attributes: as far as corpora of sfwc use TEI P5 (tei_all). */
interface TeiRule {
  readonly children: readonly string[];
  readonly attributes?: readonly string[];
  /** Children that have to be there. */
  readonly needs?: readonly string[];
  readonly text?: true;
}

const LINGUISTIC = ['lemma', 'pos', 'msd', 'join'];
const TEI: Readonly<Record<string, TeiRule>> = {
  teiCorpus: { children: ['teiHeader', 'TEI'], attributes: ['xmlns'], needs: ['teiHeader'] },
  TEI: { children: ['teiHeader', 'text'], attributes: ['xml:id', 'xml:lang'], needs: ['teiHeader', 'text'] },
  teiHeader: { children: ['fileDesc', 'encodingDesc', 'profileDesc'], needs: ['fileDesc'] },
  fileDesc: {
    children: ['titleStmt', 'publicationStmt', 'sourceDesc'],
    needs: ['titleStmt', 'publicationStmt', 'sourceDesc'],
  },
  titleStmt: { children: ['title'], needs: ['title'] },
  publicationStmt: { children: ['p', 'distributor', 'availability'] },
  sourceDesc: { children: ['p', 'bibl'] },
  bibl: { children: ['title', 'ptr', 'date'] },
  ptr: { children: [], attributes: ['target'] },
  date: { children: [], attributes: ['type', 'when'], text: true },
  title: { children: [], text: true },
  distributor: { children: [], text: true },
  availability: { children: ['licence'], needs: ['licence'] },
  licence: { children: [], text: true },
  encodingDesc: { children: ['appInfo', 'editorialDecl'] },
  appInfo: { children: ['application'], needs: ['application'] },
  application: { children: ['label'], attributes: ['ident', 'version'], needs: ['label'] },
  label: { children: [], text: true },
  editorialDecl: { children: ['p'], needs: ['p'] },
  profileDesc: { children: ['langUsage'] },
  langUsage: { children: ['language'], needs: ['language'] },
  language: { children: [], attributes: ['ident'], text: true },
  text: { children: ['body'], needs: ['body'] },
  body: { children: ['p'], needs: ['p'] },
  p: { children: ['s'], text: true },
  s: { children: ['w', 'pc'] },
  w: { children: [], attributes: LINGUISTIC, text: true },
  pc: { children: [], attributes: LINGUISTIC, text: true },
};

/**
 * Checks a corpus in TEI P5: well-formed, the elements and attributes that are allowed where they stand, what headers need, ids that
 * occur once. @returns the texts
 */
export function checkTei(document: string): readonly XmlElement[] {
  const root = xmlTree(document);
  demand(root.name === 'teiCorpus', 'a corpus', root.name);
  demand(root.attributes['xmlns'] === 'http://www.tei-c.org/ns/1.0', 'the namespace', '');
  checkTeiElement(root);
  const texts = root.children.filter(({ name }) => name === 'TEI');
  const ids = texts.map(({ attributes }) => attributes['xml:id'] ?? '');
  demand(
    ids.every((id) => /^[A-Za-z_][\w.-]*$/.test(id)),
    'ids are names',
    ids.join(' '),
  );
  demand(new Set(ids).size === ids.length, 'an id occurs twice', ids.join(' '));
  return texts;
}

function checkTeiElement(element: XmlElement): void {
  const { name, attributes, children, text } = element;
  const rule = TEI[name];
  demand(rule !== undefined, 'a known element', name);
  for (const attribute of Object.keys(attributes))
    demand(rule.attributes?.includes(attribute) === true, `an attribute of ${name}`, attribute);
  for (const needed of rule.needs ?? [])
    demand(
      children.some((child) => child.name === needed),
      `${name} needs ${needed}`,
      text.slice(0, 80),
    );
  if (rule.text !== true && children.length === 0) demand(text.trim() === '', `${name} holds no text`, text);
  let place = 0;
  for (const child of children) {
    const next = rule.children.indexOf(child.name);
    // Words and marks alternate; all else has an order.
    demand(next >= 0 && (name === 's' || next >= place), `${child.name} in ${name}`, '');
    place = next;
    checkTeiElement(child);
  }
}

/** The words of a TEI text. */
export function wordsOfTei(text: XmlElement): readonly XmlElement[] {
  return elementsNamed(text, 's').flatMap(({ children }) => children);
}

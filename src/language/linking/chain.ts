import type { AnnotatedText, EntityLink, EntityLinker, LinkedNoun, Noun, Token } from '../../model/noun.js';
import { spanKey, type Span } from '../../support/text/cut-text.js';

/**
 * Combines linkers, the most trusted first; the name is theirs joined by `+`, and links keep the name of their
 * linker.
 *
 * A span linked by an earlier linker is not linked again. A later link that partly overlaps an earlier one is
 * dropped; one nested in a longer earlier link stays only if the text has a noun with its span; one that contains an
 * earlier link stays. So spans of one linker never overlap, spans of different linkers may be nested.
 */
export function chainLinkers(linkers: readonly EntityLinker[]): EntityLinker {
  return {
    name: linkers.map(({ name }) => name).join('+'),
    async link(text, known) {
      let links: readonly EntityLink[] = [];
      for (const linker of linkers) {
        const found = [...(await linker.link(text, known))].sort(bySpan);
        links = links.length === 0 ? found : links.concat(compatible(found, links, text)).sort(bySpan);
      }
      return links;
    },
  };
}

/** The later links that are compatible with the earlier ones; both are sorted by span. */
function compatible(
  later: readonly EntityLink[],
  earlier: readonly EntityLink[],
  text: AnnotatedText,
): EntityLink[] {
  const kept: EntityLink[] = [];
  const nounSpans = new Set<number>();
  for (const noun of text.nouns) nounSpans.add(spanKey(noun));
  const open: EntityLink[] = [];
  let next = 0;
  for (const link of later) {
    for (let other = earlier[next]; other !== undefined && other.begin < link.end; other = earlier[next]) {
      open.push(other);
      next += 1;
    }
    if (goesWithAll(link, open, nounSpans)) kept.push(link);
  }
  return kept;
}

/** True if a link goes together with earlier ones, of which those before it are dropped. */
function goesWithAll(link: Span, open: EntityLink[], nounSpans: ReadonlySet<number>): boolean {
  let left = 0;
  let goes = true;
  for (const other of open) {
    if (other.end <= link.begin) continue;
    open[left++] = other;
    goes &&= goTogether(link, other, nounSpans);
  }
  open.length = left;
  return goes;
}

function goTogether(link: Span, earlier: Span, nounSpans: ReadonlySet<number>): boolean {
  if (link.end <= earlier.begin || earlier.end <= link.begin) return true;
  if (link.begin === earlier.begin && link.end === earlier.end) return false;
  if (link.begin <= earlier.begin && earlier.end <= link.end) return true;
  const nested = earlier.begin <= link.begin && link.end <= earlier.end;
  return nested && nounSpans.has(spanKey(link));
}

/**
 * Puts links on the nouns of a text: a noun gets the IRI of the link with its span; a link without such a noun adds a noun
 * of its tokens, with their lemmas joined by spaces and the tag and class of the last noun in it.
 */
export function applyLinks(text: AnnotatedText, links: readonly EntityLink[]): LinkedNoun[] {
  const bySpanKey = new Map<number, EntityLink>();
  for (const link of links) {
    if (!bySpanKey.has(spanKey(link))) bySpanKey.set(spanKey(link), link);
  }
  const nouns: LinkedNoun[] = [];
  for (const noun of text.nouns) nouns.push(withLink(noun, bySpanKey.get(spanKey(noun))));
  for (const noun of text.nouns) bySpanKey.delete(spanKey(noun));
  if (bySpanKey.size === 0) return nouns;
  const words = new Map<number, Noun>();
  for (const noun of text.nouns) if (noun.kind === 'word') words.set(spanKey(noun), noun);
  return nouns.concat(addedNouns(text, [...bySpanKey.values()], words)).sort(bySpan);
}

function withLink(noun: Noun, link: EntityLink | undefined): LinkedNoun {
  if (link === undefined) return noun;
  const { lemma, surface, kind, tag, entityClass, begin, end } = noun;
  const { iri, linker } = link;
  // Written out: a spread takes several times as long, and a text has thousands of nouns.
  return { lemma, surface, kind, tag, entityClass, begin, end, iri, linker };
}

function addedNouns(
  { text, sentences }: AnnotatedText,
  links: readonly EntityLink[],
  words: ReadonlyMap<number, Noun>,
): LinkedNoun[] {
  const waiting = [...links].sort(bySpan);
  const added: LinkedNoun[] = [];
  let next = 0;
  for (const { end, tokens } of sentences) {
    for (let link = waiting[next]; link !== undefined && link.begin < end; link = waiting[next]) {
      added.push(...nounOf(text, tokens, link, words));
      next += 1;
    }
  }
  return added;
}

/** The noun that a link adds; none when its span is not a run of tokens. */
function nounOf(
  text: string,
  tokens: readonly Token[],
  link: EntityLink,
  words: ReadonlyMap<number, Noun>,
): LinkedNoun[] {
  const run = tokens.filter(({ begin, end }) => begin >= link.begin && end <= link.end);
  if (run[0]?.begin !== link.begin || run.at(-1)?.end !== link.end) return [];
  const head = run.findLast(({ tag }) => tag !== undefined);
  const noun: Noun = {
    lemma: run.map(({ lemma }) => lemma).join(' '),
    surface: text.slice(link.begin, link.end),
    kind: run.length === 1 ? 'word' : 'phrase',
    // Only acronyms that are stop words ('IT', 'WHO') link without a noun, and they are names.
    tag: head?.tag ?? 'NNP',
    entityClass: (head === undefined ? undefined : words.get(spanKey(head)))?.entityClass ?? 'other',
    begin: link.begin,
    end: link.end,
  };
  return [withLink(noun, link)];
}

function bySpan(a: Span, b: Span): number {
  return a.begin - b.begin || a.end - b.end;
}

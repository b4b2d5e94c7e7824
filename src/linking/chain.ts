import type { AnnotatedText, EntityLink, EntityLinker, LinkedNoun, Noun, Token } from '../model/noun.js';
import { spanKey, type Span } from '../support/text/spans.js';

/**
 * Several linkers as one, the most trusted first; its name is theirs joined by `+`, and its links keep the name of
 * the linker that made them.
 *
 * A span linked by an earlier linker is not linked again. A later link that overlaps an earlier one in part is
 * dropped; one nested in a longer earlier link stays only where the text has a noun of that very span; one that
 * contains an earlier link stays. So spans of one linker never overlap, spans of different ones may be nested.
 */
export function chainLinkers(linkers: readonly EntityLinker[]): EntityLinker {
  return {
    name: linkers.map(({ name }) => name).join('+'),
    link: async (text) => {
      const nounSpans = new Set(text.nouns.map(spanKey));
      let links: readonly EntityLink[] = [];
      for (const linker of linkers) {
        const found = [...(await linker.link(text))].sort(bySpan);
        links = [...links, ...compatible(found, links, nounSpans)].sort(bySpan);
      }
      return links;
    },
  };
}

/** Those of the later links that go with the earlier ones; both are ordered by span. */
function compatible(
  later: readonly EntityLink[],
  earlier: readonly EntityLink[],
  nounSpans: ReadonlySet<number>,
): EntityLink[] {
  let next = 0;
  let open: EntityLink[] = [];
  return later.filter((link) => {
    for (let other = earlier[next]; other !== undefined && other.begin < link.end; other = earlier[next]) {
      open.push(other);
      next += 1;
    }
    open = open.filter((other) => other.end > link.begin);
    return open.every((other) => goTogether(link, other, nounSpans));
  });
}

function goTogether(link: Span, earlier: Span, nounSpans: ReadonlySet<number>): boolean {
  if (link.end <= earlier.begin || earlier.end <= link.begin) return true;
  if (link.begin === earlier.begin && link.end === earlier.end) return false;
  if (link.begin <= earlier.begin && earlier.end <= link.end) return true;
  const nested = earlier.begin <= link.begin && link.end <= earlier.end;
  return nested && nounSpans.has(spanKey(link));
}

/**
 * Puts the links on the nouns of a text: a noun gets the IRI of the link with its span; a link that no noun has the
 * span of adds a noun of its tokens, whose lemma is their lemmas joined by blanks and whose tag and class are those of
 * the last noun in it.
 *
 * @param links as a linker gives them for that text; of several with one span the first counts
 * @returns the nouns, with those added, ordered by begin, then by end
 */
export function applyLinks(text: AnnotatedText, links: readonly EntityLink[]): LinkedNoun[] {
  const bySpanKey = new Map<number, EntityLink>();
  for (const link of links) {
    if (!bySpanKey.has(spanKey(link))) bySpanKey.set(spanKey(link), link);
  }
  const nouns = text.nouns.map((noun) => withLink(noun, bySpanKey.get(spanKey(noun))));
  for (const noun of text.nouns) bySpanKey.delete(spanKey(noun));
  const words = new Map(
    text.nouns.filter(({ kind }) => kind === 'word').map((noun) => [spanKey(noun), noun]),
  );
  return [...nouns, ...addedNouns(text, [...bySpanKey.values()], words)].sort(bySpan);
}

function withLink(noun: Noun, link: EntityLink | undefined): LinkedNoun {
  return link === undefined ? noun : { ...noun, iri: link.iri, linker: link.linker };
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

/** The noun that a link adds, or none when its span is no run of tokens. */
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
    // Only an acronym that is also a stop word ('IT', 'WHO') links without a noun in it, and it is a name.
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

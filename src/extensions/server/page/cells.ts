import { h, webLink, type Content } from '../control-room/page/dom-elements.js';
import type { Term } from './answers.js';
import type { IriFacts } from './iri-facts.js';
import { literalText, literalTitle, shortIri } from './term-texts.js';

/** Context of showing cells. */
export interface Showing {
  readonly prefixes: Readonly<Record<string, string>>;
  readonly facts: IriFacts;
  /** The address of the view of a page, where there is a control room. */
  readonly pageAddress: ((iri: string) => string) | undefined;
}

/** A term of an answer: IRIs are links, literals are their values, with their types as tooltips. */
export function termContent(term: Term | undefined, showing: Showing): Content {
  if (term === undefined) return undefined;
  if (term.kind === 'iri') return iriLink(term.value, showing);
  if (term.kind === 'blank') return h('span', { class: 'quiet', title: 'blank node' }, `_:${term.value}`);
  const title = literalTitle(term, showing.prefixes);
  return title === undefined ? literalText(term) : h('span', { title }, literalText(term));
}

/** A link to what is known of an IRI: the view of a page in the control room, or all that the data says. */
function iriLink(iri: string, showing: Showing): Content {
  const fact = showing.facts.get(iri);
  const text = iriText(iri, showing);
  const title = fact?.label === undefined || fact.label === text ? iri : `${fact.label} · ${iri}`;
  return h('a', { href: iriAddress(iri, showing), title }, text);
}

function iriAddress(iri: string, { facts, pageAddress }: Showing): string {
  const isPage = facts.get(iri)?.isPage === true;
  return isPage && pageAddress !== undefined ? pageAddress(iri) : `#describe=${encodeURIComponent(iri)}`;
}

/** Pages by their addresses, all else by its name where it has one. */
function iriText(iri: string, { facts, prefixes }: Showing): string {
  const fact = facts.get(iri);
  return fact?.label === undefined || fact.isPage ? shortIri(iri, prefixes) : fact.label;
}

/** A heading for what is known of an IRI, with a link to it on the Web. */
export function describedHeading(iri: string, showing: Showing): Content {
  return [
    h('h2', { class: 'title' }, showing.facts.get(iri)?.label ?? shortIri(iri, showing.prefixes)),
    h('p', { class: 'quiet' }, webLink(iri)),
  ];
}

import { SaxesParser } from 'saxes';
import { messageOf } from '../../model/errors.js';
import { createEntryReader, type WrittenEntry, type SitemapProblems } from './sitemap-entries.js';

/** Reads a sitemap piece by piece; entries are handed on as soon as they are complete. */
export interface SitemapParser {
  /** @throws Error where reading on is not worthwhile */
  write(text: string): void;
  /** There is no more. @throws Error where it was not a sitemap */
  end(): void;
}

/** Files with more faults are given up: a fault takes a hundred times as long as what is well-formed. */
const MAX_FAULTS = 1000;
/** Attributes of one element; they are all in memory at once. */
const MAX_ATTRIBUTES = 1000;

/**
 * Stands for an `&` that does not begin a reference, while the text is parsed: the parser would take everything up to
 * the next semicolon for the name of an entity. It is a private-use character, which addresses do not have.
 */
const BARE_AMPERSAND = '\uE0FF';
const BARE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
/** What may be the beginning of a reference that the next piece completes. */
const BEGUN_REFERENCE = /&[#\w]{0,9}$/;

/**
 * A parser of sitemaps, indexes of sitemaps, RSS and Atom. What is not well-formed is noted and read past. Text before
 * the XML, such as a warning of the program that made it, is left out.
 */
export function createXmlParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let skippedLines = 0;
  const parser = new SaxesParser({ xmlns: false });
  const line = (): number => parser.line + skippedLines;
  const entries = createEntryReader((entry) => {
    const address = entry.address.replaceAll(BARE_AMPERSAND, '&');
    if (address !== entry.address) problems.add('an "&" is not written as "&amp;"', entry.line, address);
    onEntry({ ...entry, address, title: entry.title?.replaceAll(BARE_AMPERSAND, '&') });
  }, line);
  boundFaults(parser, (fault) => problems.add(`XML that is not well-formed: ${fault}`, line()));
  parser.on('opentag', (tag) => entries.open(tag));
  parser.on('text', (part) => entries.text(part));
  // In CDATA an ampersand is written as it is.
  parser.on('cdata', (part) => entries.text(part.replaceAll(BARE_AMPERSAND, '&')));
  parser.on('closetag', () => entries.close());
  let waiting = '';
  let begun = false;
  return {
    write(piece) {
      let text = waiting + piece;
      if (!begun) {
        const { before, xml } = splitPreamble(text);
        skippedLines = before.split('\n').length - 1;
        if (before.trim() !== '') problems.add('text before the XML', 1, before.trim());
        text = xml;
        begun = true;
      }
      waiting = BEGUN_REFERENCE.exec(text)?.[0] ?? '';
      parser.write(text.slice(0, text.length - waiting.length).replace(BARE, BARE_AMPERSAND));
    },
    end() {
      parser.write(waiting.replace(BARE, BARE_AMPERSAND)).close();
      if (!entries.hasRoot) throw new Error('it is XML without an element');
    },
  };
}

/** @param onFault called with each fault @throws Error in the parser where there are too many faults or attributes */
function boundFaults(parser: SaxesParser, onFault: (fault: string) => void): void {
  let faults = 0;
  parser.on('error', (error) => {
    faults += 1;
    onFault(messageOf(error).replace(/^[\d:]+ |\.$/g, ''));
    if (faults > MAX_FAULTS) throw new Error(`more than ${MAX_FAULTS} faults; the rest was not read`);
  });
  let attributes = 0;
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Error(`an element has more than ${MAX_ATTRIBUTES} attributes`);
  });
}

/** Also brings the DOCTYPE of an HTML page into the form that XML asks for, so that its root element is found. */
function splitPreamble(text: string): { readonly before: string; readonly xml: string } {
  const declaration = text.search(/<\?xml\s/);
  const at = declaration < 0 ? text.indexOf('<') : declaration;
  return { before: text.slice(0, at), xml: text.slice(at).replace(/^<!doctype/i, '<!DOCTYPE') };
}

/**
 * A linker of your own: it links the terms of a glossary, here to Medical Subject Headings (MeSH).
 *
 *     sfwc build texts --topic diabetes --kb kb --plugin ./linker.js --linker mesh,gazetteer,wordnet
 *     sfwc crawl --kb kb --topic diabetes --seeds … --out out --plugin ./linker.js
 *
 * In a program: buildTopic(['texts'], { …, plugin: ['./linker.js'], linker: ['mesh', 'wordnet'] }). Linkers named first win.
 * A topic that was built with this linker needs it again wherever pages are judged, so that pages are linked as the corpus was.
 */
import { definePlugin, type AnnotatedText, type UserLink } from 'sfwc/parts';

const MESH = 'http://id.nlm.nih.gov/mesh/';

/** Terms in lower case and in the singular. */
const GLOSSARY: ReadonlyMap<string, string> = new Map([
  ['diabetes', 'D003920'],
  ['diabetes mellitus', 'D003920'],
  ['insulin', 'D007328'],
  ['blood glucose', 'D001786'],
  ['pancreas', 'D010179'],
]);

/** Number of words of the longest term. */
const LONGEST = Math.max(...[...GLOSSARY.keys()].map((term) => term.split(' ').length));

/** Links the terms of a sentence from left to right, longer ones first, so that no two links overlap. */
function linksOf({ tokens }: AnnotatedText['sentences'][number]): readonly UserLink[] {
  const links: UserLink[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    for (let count = LONGEST; count > 0; count -= 1) {
      const words = tokens.slice(first, first + count);
      const code = GLOSSARY.get(words.map(({ lemma }) => lemma).join(' '));
      const [begin, end] = [words[0]?.begin, words.at(-1)?.end];
      if (code === undefined || begin === undefined || end === undefined) continue;
      links.push({ begin, end, iri: `${MESH}${code}` });
      first += words.length - 1;
      break;
    }
  }
  return links;
}

export default definePlugin({
  linkers: { mesh: { link: ({ sentences }) => sentences.flatMap(linksOf) } },
});

import { packageVersion } from '../../support/package-version.js';
import { escapeXml } from '../../support/text/escapes.js';
import { languageName } from '../../support/text/language-name.js';
import type { CorpusParagraph, CorpusSentence, CorpusText } from './corpus-text.js';

/** What a corpus is, for its header. */
export interface CorpusOrigin {
  readonly title: string;
  /** IRI of the crawl. */
  readonly crawl: string;
}

/** The beginning of a corpus in TEI P5. */
export function teiBegin({ title, crawl }: CorpusOrigin): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">',
    '<teiHeader>',
    '<fileDesc>',
    `<titleStmt><title>${escapeXml(title)}</title></titleStmt>`,
    '<publicationStmt><p>Made from pages of the Web, whose rights stay with their owners.</p></publicationStmt>',
    `<sourceDesc><p>The accepted pages of the crawl ${escapeXml(crawl)}.</p></sourceDesc>`,
    '</fileDesc>',
    '<encodingDesc>',
    `<appInfo><application ident="sfwc" version="${escapeXml(packageVersion())}"><label>sfwc</label></application></appInfo>`,
    '<editorialDecl><p>The main text of each page, without navigation. Sentences, words and tags are found by rules: pos has the universal part of speech, msd the tag of the Penn Treebank.</p></editorialDecl>',
    '</encodingDesc>',
    '</teiHeader>',
    '',
  ].join('\n');
}

/** The end of a corpus. */
export const TEI_END = '</teiCorpus>\n';

/** A page as a text of a corpus in TEI P5. */
export function teiOf({ number, page, title, paragraphs }: CorpusText): string {
  const { url, fetched, language, licences = [] } = page;
  const [name, address] = [escapeXml(title === '' ? url : title), escapeXml(url)];
  const rights = licences.map((licence) => `<licence>${escapeXml(licence)}</licence>`);
  const languages =
    language === undefined
      ? []
      : [
          `<profileDesc><langUsage><language ident="${escapeXml(language)}">${escapeXml(languageName(language))}</language></langUsage></profileDesc>`,
        ];
  return [
    `<TEI xml:id="d${number}"${language === undefined ? '' : ` xml:lang="${escapeXml(language)}"`}>`,
    '<teiHeader>',
    '<fileDesc>',
    `<titleStmt><title>${name}</title></titleStmt>`,
    rights.length === 0
      ? '<publicationStmt><p>Published on the Web.</p></publicationStmt>'
      : `<publicationStmt><distributor>the Web</distributor><availability>${rights.join('')}</availability></publicationStmt>`,
    `<sourceDesc><bibl><title>${name}</title><ptr target="${address}"/><date type="retrieved" when="${fetched}">${fetched.slice(0, 10)}</date></bibl></sourceDesc>`,
    '</fileDesc>',
    ...languages,
    '</teiHeader>',
    '<text><body>',
    // A body needs something in it.
    ...(paragraphs.length === 0 ? ['<p/>'] : paragraphs.map(paragraphText)),
    '</body></text>',
    '</TEI>',
    '',
  ].join('\n');
}

function paragraphText(paragraph: CorpusParagraph): string {
  return `<p>\n${paragraph.map(sentenceText).join('\n')}\n</p>`;
}

function sentenceText(sentence: CorpusSentence): string {
  const words = sentence.map(({ form, lemma, universal, penn, isJoined }) => {
    const name = universal === 'PUNCT' ? 'pc' : 'w';
    const attributes = [
      ...(lemma === undefined || name === 'pc' ? [] : [` lemma="${escapeXml(lemma)}"`]),
      ` pos="${universal}"`,
      ...(penn === undefined ? [] : [` msd="${escapeXml(penn)}"`]),
      ...(isJoined ? [' join="right"'] : []),
    ];
    return `<${name}${attributes.join('')}>${escapeXml(form)}</${name}>`;
  });
  return `<s>${words.join('')}</s>`;
}

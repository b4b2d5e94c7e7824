import { documentFrequencies, type TermCounts } from '../../src/judging/learning/term-counts.js';
import type { Article } from './wikispeedia.js';

/**
 * Topics that nobody prepared, for the labelled pages of the Web: articles of the Wikispeedia collection that are most
 * similar to ten given ones. Titles of these, and the pages about the topic. The pages were labelled by their titles and
 * beginnings, before any classifier had judged them. '?' marks pages on the border, which are not counted.
 */
const TOPICS: Readonly<Record<string, readonly [titles: string, pages: string]>> = {
  medicine: [
    "Alzheimer's disease; Asthma; Cancer; Diabetes mellitus; Lung cancer; Medicine; Tuberculosis; Malaria; Crohn's disease; Prostate cancer",
    '0005 0008? 0010? 0015 0022? 0023? 0048? 0052 0055 0056? 0057? 0061? 0063? 0068 0070? 0073? 0074? 0076? 0091? 0106? 0111? 0119? 0120 0121? 0192? 0216? 0219 0229 0246? 0251 0254 0264 0275 0276 0282 0291 0293 0294? 0296? 0297 0301? 0318 0322 0324? 0329? 0346? 0402 0415? 0417 0474? 0483? 0593 0624 0650 0678 0712? 0664? 0697? 0185? 0289? 0467? 0432? 0475?',
  ],
  sport: [
    'American football; Basketball; Cricket; Football (soccer); Ice hockey; Tennis; Rugby football; Olympic Games; FIFA World Cup; National Hockey League',
    '0048 0077 0094 0143 0186 0188 0197 0205 0214 0240 0250? 0263 0266 0267 0271 0326 0327 0412 0419? 0420 0449? 0468 0474? 0522 0523 0595 0609? 0620 0621 0623? 0627 0655 0161? 0315? 0416? 0684? 0036? 0560? 0074? 0324?',
  ],
  food: [
    'Beer; Bread; Butter; Cheese; Chocolate; Coffee; Food; Meat; Potato; Sugar',
    '0011 0024? 0029 0033 0038 0041 0051 0071 0079 0130 0137? 0147? 0154 0217 0318? 0324? 0388? 0402? 0423? 0487 0497? 0518? 0614? 0673 0674 0706 0605?',
  ],
  economics: [
    'Business; Corporation; Currency; Economics; Investment banking; Market; Money; Stock; World Bank Group; Trade union',
    '0001? 0016? 0017? 0031? 0035? 0062? 0078 0081? 0082? 0084? 0118? 0122 0177? 0182? 0183 0193 0201? 0202? 0208 0209? 0210 0220? 0222 0225 0226 0238 0244? 0260? 0274 0284? 0286? 0290 0292 0299? 0307? 0308 0312? 0325? 0332 0333 0335 0349? 0350 0362? 0380 0382 0386? 0390? 0448 0461? 0467 0478? 0482 0486? 0504? 0506? 0507 0520 0590 0591 0607 0610? 0611 0612? 0613? 0633 0634? 0635? 0646 0647 0660? 0670 0675 0704 0288? 0227? 0229? 0471? 0484? 0490? 0124? 0028? 0707? 0187? 0199?',
  ],
  music: [
    'Jazz; Opera; Music; Guitar; Piano; The Beatles; Hip hop music; Folk music; Alternative rock; Musical instrument',
    '0054 0067? 0083? 0123 0132 0207 0215? 0245 0272 0283 0323 0415? 0424 0446 0454? 0463? 0512? 0531? 0533? 0602? 0631? 0658 0691? 0692? 0701? 0702 0091? 0394? 0510? 0615? 0643? 0638? 0679? 0656? 0521?',
  ],
};

/** Articles per topic; every third of them is its corpus. */
const ARTICLES = 130;

/** A topic of similar articles, with the labels of pages by the names of their files. */
export interface SimilarTopic {
  readonly name: string;
  readonly group: readonly Article[];
  readonly corpus: readonly Article[];
  /** True for pages about the topic, null for those on the border; others are not about it. */
  readonly pages: ReadonlyMap<string, boolean | null>;
}

/** Makes the topics. @param countsOf the words of an article */
export function similarTopics(
  articles: readonly Article[],
  countsOf: (article: Article) => TermCounts,
): SimilarTopic[] {
  const counts = articles.map(countsOf);
  const { byTerm, documents } = documentFrequencies(counts);
  const vectors = counts.map((own) => unitVector(own, byTerm, documents));
  const byTitle = new Map(articles.map(({ title }, place) => [title, place]));
  return Object.entries(TOPICS).map(([name, [titles, pages]]) => {
    const centre = new Map<string, number>();
    for (const title of titles.split('; '))
      for (const [term, value] of vectors[byTitle.get(title) ?? -1] ?? [])
        centre.set(term, (centre.get(term) ?? 0) + value);
    const group = articles
      .map((article, place) => [dot(vectors[place] ?? new Map<string, number>(), centre), article] as const)
      .sort(([a], [b]) => b - a)
      .slice(0, ARTICLES)
      .map(([, article]) => article);
    return { name, group, corpus: group.filter((_, place) => place % 3 === 0), pages: labelsOf(pages) };
  });
}

function unitVector(
  counts: TermCounts,
  frequencies: ReadonlyMap<string, number>,
  documents: number,
): ReadonlyMap<string, number> {
  const weights = [...counts].flatMap(([term, count]) => {
    const texts = frequencies.get(term) ?? 0;
    return texts < 2 ? [] : [[term, (1 + Math.log(count)) * Math.log(documents / texts)] as const];
  });
  const length = Math.sqrt(weights.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return new Map(weights.map(([term, value]) => [term, value / length]));
}

function dot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, value] of a) sum += value * (b.get(term) ?? 0);
  return sum;
}

function labelsOf(pages: string): ReadonlyMap<string, boolean | null> {
  return new Map(
    pages
      .split(' ')
      .map((label) => [`${label.replace('?', '')}.html`, label.endsWith('?') ? null : true] as const),
  );
}

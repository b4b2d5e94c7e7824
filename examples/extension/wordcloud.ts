/**
 * A command of your own: an SVG of the nouns that decided for the accepted pages of a crawl.
 *
 *     sfwc wordcloud out --plugin ./wordcloud.js > cloud.svg
 */
import { command, definePlugin, field, readEvents, z } from 'sfwc/parts';

/** Size of the picture, in pixels. */
const [WIDTH, LINE] = [800, 64];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The nouns of the accepted pages with the sum of their pulls, the strongest first. */
async function strongestNouns(out: string, most: number): Promise<readonly (readonly [string, number])[]> {
  const pulls = new Map<string, number>();
  for await (const { judgement } of readEvents(out))
    if (judgement?.accepted === true)
      for (const { lemma, pull } of judgement.reason.evidence)
        pulls.set(lemma, (pulls.get(lemma) ?? 0) + pull);
  return [...pulls]
    .filter(([, pull]) => pull > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most);
}

/** Words in lines, each as large as its weight. */
function picture(nouns: readonly (readonly [string, number])[]): string {
  const heaviest = nouns[0]?.[1] ?? 1;
  let [x, y] = [10, LINE];
  const words = nouns.map(([lemma, pull]) => {
    const size = 14 + 34 * Math.sqrt(pull / heaviest);
    const width = size * 0.6 * (lemma.length + 1);
    if (x > 10 && x + width > WIDTH) [x, y] = [10, y + LINE];
    const word = `<text x="${x.toFixed(0)}" y="${y}" font-size="${size.toFixed(0)}">${escaped(lemma)}</text>`;
    x += width;
    return word;
  });
  const size = `width="${WIDTH}" height="${y + LINE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="monospace">\n${words.join('\n')}\n</svg>\n`;
}

const wordcloud = command({
  examples: ['sfwc wordcloud out --words 50 > cloud.svg'],
  fields: {
    words: field(z.number().int().min(1).default(80), {
      help: 'maximum number of words',
      placeholder: 'N',
      written: 'number',
    }),
  },
  run: async ({ words }, [out = ''], { data }) => {
    data(picture(await strongestNouns(out, words)));
    return 0;
  },
});

const summary = 'Draw the nouns that decided for the accepted pages of a crawl, as SVG.';
export default definePlugin({ commands: { wordcloud: { summary, args: '<out>', load: () => wordcloud } } });

import { seededRandom, type Random } from '../../src/support/random.js';
import type { SearchedPage } from './search-engines.js';

/** Median words of a page, and how far lengths spread: those of web pages are about log-normal. */
const LENGTH = { median: 450, spread: 0.8, most: 20_000 };
/** Share of words that no other page has: names, numbers, misspelt words. */
const RARE = 0.005;

/**
 * Makes pages of sentences that are drawn from texts, with rare words among them, so that they have the words of real pages in their
 * frequencies, and the vocabulary grows with the collection.
 * @param texts those that sentences are drawn from
 */
export function* makePages(texts: readonly string[], count: number, seed: number): Generator<SearchedPage> {
  const random = seededRandom(seed);
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+/u))
    .filter((one) => one.length > 20 && one.length < 600);
  for (let number = 0; number < count; number += 1) {
    const words = Math.min(LENGTH.most, Math.round(LENGTH.median * Math.exp(LENGTH.spread * normal(random))));
    const paragraphs: string[] = [];
    for (let made = 0; made < words;) {
      const paragraph = Array.from({ length: 4 }, () => withRare(drawn(sentences, random), random)).join(' ');
      made += paragraph.split(' ').length;
      paragraphs.push(paragraph);
    }
    const title = drawn(sentences, random).split(' ').slice(0, 7).join(' ');
    yield {
      url: `http://host${Math.floor(random() ** 2 * 2000)}.example/${number}`,
      title,
      text: paragraphs.join('\n\n'),
    };
  }
}

function drawn(sentences: readonly string[], random: Random): string {
  return sentences[Math.floor(random() * sentences.length)] ?? '';
}

function withRare(sentence: string, random: Random): string {
  return sentence
    .split(' ')
    .map((word) => (random() < RARE ? `${word.slice(0, 3)}${Math.floor(random() * 1e7).toString(36)}` : word))
    .join(' ');
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

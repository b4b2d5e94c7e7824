import type { SharedWordSpace } from '../../src/language/text/word-space-file.js';
import { openGeneralSpace, type GeneralSpace } from '../../src/judging/topic/word-space.js';

const SUBJECTS = [
  'hive queen comb honey worker brood nectar pollen swarm wax drone sting larva frame veil apiary',
  'engine wheel brake clutch piston gear fuel tyre axle valve pump torque road driver lamp garage',
  'time people water world house place name work line part hand point page day year city',
].map((words) => words.split(' '));

/** A space of the words of `smallTrainingSet`, and of one more of each subject: a dimension for each subject, and three more. */
export function smallGeneralSpace(): GeneralSpace {
  const words = SUBJECTS.flat();
  const dimensions = 6;
  const numbers = Float32Array.from(words.flatMap(() => [1 / 127, 2]));
  const vectors = Int8Array.from({ length: words.length * dimensions }, (_, at) => {
    const [word, dimension] = [Math.floor(at / dimensions), at % dimensions];
    const isOwn = SUBJECTS[dimension]?.includes(words[word] ?? '') === true;
    return isOwn ? 100 : ((word * 7 + dimension * 5) % 11) - 5;
  });
  const space = sharedSpace(
    words,
    dimensions,
    Buffer.concat([numbers, vectors].map((one) => Buffer.from(one.buffer))),
  );
  return openGeneralSpace(space, () => smallGerman(words));
}

/** In German, 'imker' lies between 'hive' and 'honey'. */
function smallGerman(words: readonly string[]): SharedWordSpace {
  const near = ['hive', 'honey'].flatMap((word) => [words.indexOf(word), 0, 128]);
  const numbers = Buffer.from(Float32Array.from([0, 2]).buffer);
  return sharedSpace(['imker'], near.length, Buffer.concat([numbers, Buffer.from(near)]));
}

function sharedSpace(words: readonly string[], dimensions: number, content: Buffer): SharedWordSpace {
  const body = Buffer.concat([content, Buffer.from(words.join('\n'))]);
  const memory = new SharedArrayBuffer(body.length);
  new Uint8Array(memory).set(body);
  return { checksum: 'small', words: words.length, dimensions, memory };
}

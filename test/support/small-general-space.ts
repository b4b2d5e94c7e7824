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
  const body = Buffer.concat([
    Buffer.from(numbers.buffer),
    Buffer.from(vectors.buffer),
    Buffer.from(words.join('\n')),
  ]);
  const memory = new SharedArrayBuffer(body.length);
  new Uint8Array(memory).set(body);
  return openGeneralSpace({ checksum: 'small', words: words.length, dimensions, memory });
}

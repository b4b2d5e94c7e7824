import { contentOfDocument } from '../../src/judging/topic/page-content.js';
import { learnWordSpace } from '../../src/extensions/training/learn-word-space.js';
import { openWordSpace, type GeneralSpace } from '../../src/judging/topic/word-space.js';
import { splitWords } from './small-training.js';

const SUBJECTS = [
  'hive queen comb honey worker brood nectar pollen swarm wax drone sting larva frame veil apiary',
  'engine wheel brake clutch piston gear fuel tyre axle valve pump torque road driver lamp garage',
  'time people water world house place name work line part hand point page day year city',
].map((words) => words.split(' '));

/** A space of the words of `smallTrainingSet`, and of one more of each subject. */
export function smallGeneralSpace(): GeneralSpace {
  const texts = SUBJECTS.flatMap((words) =>
    Array.from({ length: 40 }, (_, number) =>
      [0, 1, 3, 4, 7].map((step) => words[(number * 5 + step) % words.length]).join(' '),
    ),
  );
  const nouns = { lemmas: [], mentions: [], linked: [] };
  const contents = texts.map((text) => contentOfDocument({ title: '', text }, nouns, splitWords));
  return { ...openWordSpace(learnWordSpace(contents)), checksum: 'small' };
}

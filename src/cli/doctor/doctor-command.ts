import type { Finding } from './doctor.js';
import { doctorFields } from './doctor-settings.js';
import { styled, type StyledText } from '../colours.js';
import { command } from '../command.js';

export const doctorCommand = command({
  examples: ['sfwc doctor', 'sfwc doctor --network --frontier postgres://db/crawls'],
  fields: doctorFields,
  run: async (settings, _args, io) => {
    const { examine } = await import('./doctor.js');
    const findings = await examine(settings);
    if (settings.json) io.data(`${JSON.stringify(findings)}\n`);
    else io.stdout(findings.map(findingText));
    return findings.some(({ state, needed }) => needed && state !== 'ok') ? 1 : 0;
  },
});

function findingText({ name, state, found, purpose, advice }: Finding): StyledText {
  const text = `${name}: ${found} (${purpose})\n`;
  const more = advice === undefined ? '' : `${' '.repeat(STATE_WIDTH)}${advice}\n`;
  return [styled(STYLES[state], state.padEnd(STATE_WIDTH)), text, more];
}

const STYLES = { ok: 'good', missing: 'doubtful', problem: 'bad' } as const;

/** Columns before what a line is about. */
const STATE_WIDTH = 'problem'.length + 2;

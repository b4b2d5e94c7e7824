/** Makes the reference of commands and variables, in Markdown, out of the settings. */
import { z } from 'zod';

/** A command's page. @param words the words that name it @param listed its entry in the list of commands @param body the rest of it */
export function commandPage(words, listed, body, names) {
  const { optionName } = names;
  const name = `sfwc ${words.join(' ')}`;
  const usage = [name, listed.args, '[options]'].filter((part) => part !== '').join(' ');
  const notes = (body.notes ?? []).map((note) => `## ${plain(note.heading)}\n\n${noteText(note)}`);
  const alternatives = (body.alternatives ?? []).map(
    ({ field, fields }) =>
      `With \`--${optionName(field)}\`, only these options can be given: ` +
      `${Object.keys(fields)
        .filter((other) => !fields[other].meta.noOption)
        .map((other) => `\`--${optionName(other)}\``)
        .join(', ')}.`,
  );
  return [
    `# ${name}`,
    plain(listed.summary),
    block([usage]),
    '## Examples',
    block(body.examples),
    `## Options\n\n| option, variable | default | meaning |\n| --- | --- | --- |\n${Object.entries(
      body.fields,
    )
      .map((entry) => row(entry, names))
      .join('\n')}`,
    ...alternatives,
    ...notes,
  ].join('\n\n');
}

/** A setting of a command. */
function row([field, { schema, meta }], { optionName, environmentName }) {
  const variable = meta.argumentOnly ? '' : `<br>\`${environmentName(field)}\``;
  const value = meta.written === 'switch' ? '' : ` ${meta.placeholder ?? 'VALUE'}`;
  const repeated = meta.written === 'repeatable' ? '…' : '';
  const option = meta.noOption
    ? `--set ${field}=${cell(meta.placeholder ?? 'true')}`
    : `--${optionName(field)}${cell(value)}${repeated}`;
  return `| \`${option}\`${variable} | ${defaultOf(schema)} | ${cell(plain(meta.help))} |`;
}

/** The list of all commands. @param commands words and entry of each */
export function commandIndex(commands) {
  const rows = commands.map(
    ({ words, listed }) =>
      `| [\`sfwc ${words.join(' ')}\`](${words.join('-')}.md) | ${cell(plain(listed.summary))} |`,
  );
  return [
    '# Commands',
    'Made from the settings of this version. `sfwc COMMAND --help-all` prints the same. A flag wins over the environment, the ' +
      'environment over the configuration file, the file over the default. Lists in the environment are separated by blanks or commas.',
    `| command | what it does |\n| --- | --- |\n${rows.join('\n')}`,
  ].join('\n\n');
}

function defaultOf(schema) {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined || data === false || (Array.isArray(data) && data.length === 0)) return '';
  const text = Array.isArray(data) ? data.join(',') : String(data);
  const { minimum, maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const limits = [minimum, maximum].every((limit) => limit !== undefined && Math.abs(limit) < 1e15);
  return `\`${cell(text)}\`${limits ? ` (${minimum} to ${maximum})` : ''}`;
}

/** A paragraph, or a table of names and what they stand for. */
function noteText({ text, summaries }) {
  if (text !== undefined) return plain(text);
  const rows = Object.entries(summaries).map(
    ([name, summary]) => `| \`${cell(name)}\` | ${cell(plain(summary))} |`,
  );
  return `| name | meaning |\n| --- | --- |\n${rows.join('\n')}`;
}

/** Lines of a shell. */
function block(lines) {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

/** Text in which Markdown sees no tags. */
function plain(text) {
  return text.replaceAll('<', '&lt;');
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

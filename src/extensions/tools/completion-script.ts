/** A command or group, as a shell completes it. */
export interface CompletedCommand {
  /** The words that call it, such as `kb info`; empty for sfwc itself. */
  readonly words: string;
  /** The names of the commands below it, or words that its arguments can be. */
  readonly commands: readonly string[];
  readonly options: readonly CompletedOption[];
}

/** An option, as a shell completes it. */
export interface CompletedOption {
  /** With its hyphens. */
  readonly name: string;
  readonly takesValue: boolean;
  /** What its value can be, where that is known; other values are files. */
  readonly values: readonly string[];
}

/** The shells that there are completions for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes commands, options and their values, and file names where these are not known. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  if (shell === 'fish') return fishScript(commands);
  // zsh runs completions that were written for bash.
  const zsh = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';
  return `${shell === 'zsh' ? zsh : ''}${bashScript(commands)}`;
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ words, commands: below, options }) =>
      `    '${words}') next='${[...below, ...options.map(({ name }) => name)].join(' ')}' ;;`,
  );
  const values = commands.flatMap(({ words, options }) =>
    options
      .filter((option) => option.values.length > 0)
      .map((option) => `    '${words} ${option.name}') next='${option.values.join(' ')}' ;;`),
  );
  return `# Completion of sfwc for bash: eval "$(sfwc completion bash)"
_sfwc_next() {
  local next=''
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
  printf '%s' "$next"
}
_sfwc_values() {
  local next=''
  case "$1" in
${values.join('\n')}
    *) return 1 ;;
  esac
  printf '%s' "$next"
}
_sfwc() {
  local called='' word
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    _sfwc_next "\${called:+$called }$word" > /dev/null || break
    called="\${called:+$called }$word"
  done
  COMPREPLY=($(compgen -W "$(_sfwc_values "$called $before" || _sfwc_next "$called")" -- "$current"))
}
complete -o bashdefault -o default -F _sfwc sfwc
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ words, commands: below, options }) => {
    const start = `complete -c sfwc -n "test (_sfwc_called) = '${words}'"`;
    return [
      ...below.map((name) => `${start} -a ${name}`),
      ...options.map(({ name, takesValue, values }) => {
        const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takesValue ? ' -r' : '';
        return `${start} -l ${name.slice(2)}${value}`;
      }),
    ];
  });
  const calls = commands.map(({ words }) => `'${words}'`).join(' ');
  return `# Completion of sfwc for fish: sfwc completion fish | source
function _sfwc_called
  set -l called ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$called $word")
    contains -- $longer ${calls}; or break
    set called $longer
  end
  echo "$called"
end
${lines.join('\n')}
`;
}

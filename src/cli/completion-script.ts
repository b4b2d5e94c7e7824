/** A command or group, as a shell completes it. */
export interface CompletedCommand {
  /** The words that call it, such as `kb info`; empty for sfwc itself. */
  readonly words: string;
  /** The words that may follow: commands and options. */
  readonly next: readonly string[];
}

/** The shells that there are completions for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes commands and options of sfwc, and file names after them. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  if (shell === 'fish') return fishScript(commands);
  // zsh runs completions that were written for bash.
  const zsh = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';
  return `${shell === 'zsh' ? zsh : ''}${bashScript(commands)}`;
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ words, next }) => `    '${words}') next='${next.join(' ')}' ;;`);
  return `# Completion of sfwc for bash: eval "$(sfwc completion bash)"
_sfwc_next() {
  local next=''
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
  printf '%s' "$next"
}
_sfwc() {
  local called='' word
  local current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    _sfwc_next "\${called:+$called }$word" > /dev/null || break
    called="\${called:+$called }$word"
  done
  COMPREPLY=($(compgen -W "$(_sfwc_next "$called")" -- "$current"))
}
complete -o bashdefault -o default -F _sfwc sfwc
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ words, next }) =>
    next.map((word) => {
      const condition = `-n "test (_sfwc_called) = '${words}'"`;
      return word.startsWith('--')
        ? `complete -c sfwc ${condition} -l ${word.slice(2)}`
        : `complete -c sfwc ${condition} -a ${word}`;
    }),
  );
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

import { type Command, InvalidArgumentError } from 'commander';

interface Words {
  readonly path: string;
  readonly words: readonly string[];
}

/** Lists every command path with the words that can follow it. */
function wordsOf(command: Command, path: readonly string[]): Words[] {
  const options = command.options.map(option => option.long ?? option.short ?? '').filter(word => word !== '');
  const names = command.commands.map(child => child.name()).filter(name => name !== 'help');
  const entry = { path: path.join(' '), words: [...names, ...options] };
  return [entry, ...command.commands.flatMap(child => wordsOf(child, [...path, child.name()]))];
}

function bash(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`);
  return `_presage() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _presage presage
`;
}

const zsh = (all: readonly Words[]) => `autoload -Uz bashcompinit && bashcompinit\n${bash(all)}`;

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) => {
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map(word => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    return words
      .filter(word => !word.startsWith('-'))
      .map(word => `complete -c presage -f -n '${condition}' -a ${word}`);
  });
  return `${lines.join('\n')}\n`;
}

const shells: Record<string, (all: readonly Words[]) => string> = { bash, zsh, fish };

function shellOf(text: string): string {
  if (!Object.hasOwn(shells, text)) throw new InvalidArgumentError('It must be bash, zsh or fish.');
  return text;
}

export function addCompletionCommand(program: Command, write: (text: string) => void): void {
  program
    .command('completion')
    .description('print the shell completion script: eval "$(presage completion bash)"')
    .argument('<shell>', 'bash, zsh or fish', shellOf)
    .action((shell: string) => write(shells[shell](wordsOf(program, []))));
}

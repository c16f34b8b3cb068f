/** Known command names, in lower case and without a folder. Any other command may run anything. */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Reserved words of the shell: a command may follow. */
const grammarWords = names(
  '! if then elif else fi while until do done for in case esac select function time coproc { } [[ ]]',
);
export const isGrammar = (word: { readonly raw: string } | undefined): boolean => grammarWords.has(word?.raw ?? '');
export const grammarReason = 'it has more of the shell’s grammar than a list of commands.';

/** All shell builtins except those that leave the shell's state unchanged; a test asks the shells for the list. */
const changers = names(`
  . source eval exec command builtin enable break continue exit return logout suspend shift set unset export readonly
  declare typeset local let alias unalias hash read mapfile readarray getopts trap umask ulimit cd chdir pushd popd dirs
  fg bg disown wait shopt bind complete compgen compopt fc history caller help`);
export const stateless = names('[ : echo false jobs kill printf pwd test times true type');

/** Whether it may change the effect of later commands in the line. */
export const isChanger = (name: string, args: readonly string[]): boolean =>
  changers.has(name) || (name === 'printf' && (args[0]?.startsWith('-') ?? false));

/**
 * Commands that run their arguments, so that a rule that denies a command denies it there too. Arguments of other
 * commands, which may also run them, lead to a question.
 */
const runners = names(`
  sh bash dash ash zsh ksh mksh fish csh tcsh rbash pwsh powershell
  eval exec command builtin trap alias coproc source .
  sudo doas su runuser pkexec env nohup nice ionice chrt taskset timeout time stdbuf setsid setarch xargs parallel watch
  entr at batch chroot unshare nsenter strace ltrace ssh script flock expect unbuffer fakeroot systemd-run find
  busybox toybox osascript wsl setpriv prlimit bwrap firejail proot numactl valgrind perf start-stop-daemon
  dbus-run-session xvfb-run ssh-agent rlwrap tmux screen hyperfine newgrp sg flatpak-spawn
  npx pnpx bunx uvx cross-env cross-env-shell env-cmd dotenv dotenvx concurrently nodemon nix-shell
  caffeinate arch eatmydata faketime torsocks proxychains`);
export const isRunner = (name: string): boolean => runners.has(name);

/** Variables that are known not to make a program run, load or reach anything. */
const harmlessVariables = names(
  'CI DEBUG NODE_ENV FORCE_COLOR NO_COLOR TERM COLUMNS LINES LANG LANGUAGE TZ RUST_BACKTRACE',
);
export const isHarmlessVariable = (name: string): boolean => harmlessVariables.has(name) || /^LC_[A-Z]+$/.test(name);

/** A command name for comparison: the last part of a path, in lower case. */
export const plainName = (word: string): string =>
  word
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|bat|cmd)$/i, '')
    .toLowerCase();

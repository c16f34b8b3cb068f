/** What is known of the names of commands, without their folder and in small letters. What is not here may run anything. */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of the shell's grammar: what follows is a command too. */
const grammarWords = names(
  '! if then elif else fi while until do done for in case esac select function time coproc { } [[ ]]',
);
export const isGrammar = (word: { readonly raw: string } | undefined): boolean => grammarWords.has(word?.raw ?? '');
export const grammarReason = 'it has more of the shell’s grammar than a list of commands.';

/** Every command of the shells themselves but for those that leave the shell as it was; a test asks the shells. */
const changers = names(`
  . source eval exec command builtin enable break continue exit return logout suspend shift set unset export readonly
  declare typeset local let alias unalias hash read mapfile readarray getopts trap umask ulimit cd chdir pushd popd dirs
  fg bg disown wait shopt bind complete compgen compopt fc history caller help`);
export const stateless = names('[ : echo false jobs kill printf pwd test times true type');

/** Whether it may change what the commands after it in its line do. */
export const isChanger = (name: string, args: readonly string[]): boolean =>
  changers.has(name) || (name === 'printf' && (args[0]?.startsWith('-') ?? false));

/**
 * They run what their arguments say, so that a rule which denies a command denies it behind them too. Of others, which
 * may do that as well, it is asked.
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

/** Variables that are known to make a program run, load or reach nothing else. */
const harmlessVariables = names(
  'CI DEBUG NODE_ENV FORCE_COLOR NO_COLOR TERM COLUMNS LINES LANG LANGUAGE TZ RUST_BACKTRACE',
);
export const isHarmlessVariable = (name: string): boolean => harmlessVariables.has(name) || /^LC_[A-Z]+$/.test(name);

/** A name as it is compared: of a path its last part. */
export const plainName = (word: string): string =>
  word
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|bat|cmd)$/i, '')
    .toLowerCase();

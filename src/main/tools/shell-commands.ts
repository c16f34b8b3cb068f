import { isToldToHide } from './hiding-arguments.ts';

/** Commands of which the line does not tell what they run. Names are compared without their folder and in small letters. */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of the shell's grammar: what follows is a command too. */
const grammarWords = names('! if then elif else fi while until do done for in case esac select function time { } [[');
export const isGrammar = (word: { readonly raw: string } | undefined): boolean => grammarWords.has(word?.raw ?? '');
export const grammarReason = 'it has more of the shell’s grammar than a list of commands.';

/** They run what their arguments, their input or a file say, here or in another shell, or as somebody else. */
const runners = names(`
  eval exec source . command builtin trap alias coproc bind complete compgen fc jobs enable
  sudo doas su runuser pkexec env nohup nice ionice chrt taskset timeout time stdbuf setsid setarch xargs parallel watch
  entr at batch crontab chroot unshare nsenter strace ltrace gdb ssh script flock expect unbuffer fakeroot systemd-run
  busybox toybox osascript wsl setpriv prlimit bwrap firejail proot numactl valgrind perf lldb start-stop-daemon
  run-parts dbus-run-session xvfb-run ssh-agent rlwrap tmux screen hyperfine newgrp sg chpst cgexec flatpak-spawn
  npx pnpx bunx uvx cross-env cross-env-shell env-cmd dotenv dotenvx concurrently nodemon nix-shell
  vi vim vimdiff view nvim ex ed emacs emacsclient dc m4 socat fzf
  caffeinate arch xcrun choom winpty catchsegv systemd-inhibit eatmydata faketime linux32 linux64 torsocks proxychains
  proxychains4`);

/** They change what the commands after them are. */
const changers = names(`
  export declare typeset readonly local set unset shopt hash let read mapfile readarray getopts unalias`);

const shells = names('sh bash dash ash zsh ksh mksh fish csh tcsh rbash pwsh powershell');
const interpreters =
  /^(?:node(?:js)?|deno|bun|tsx|python[\d.]*|pypy[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|r|rscript|tclsh|guile)$/;
/** Of an interpreter: the program itself, alone or in a cluster. */
const codeOption = /^-[A-Za-z]*[ceEpr]|^--(?:eval|print|command|code)\b/;
/** What is loaded before the program, or in its place. */
const loadOption =
  /^--(?:require|import|preload|(?:experimental-)?loader|test-reporter|test-global-setup|openssl-config)\b|^-M|^(?:-d)?(?:auto_(?:prepend|append)_file|(?:zend_)?extension)\s*=/;
/** The next word may be its value. */
const mayTakeNext = (option: string): boolean =>
  /^-[A-Za-z]*[WXICdltQ]$/.test(option) || (/^--[\w-]+$/.test(option) && !standsAlone.test(option));
const standsAlone =
  /^--(?:no-[\w-]+|check|version|watch|test|inspect(?:-brk|-wait)?|enable-source-maps|expose-gc|trace-[a-z]+|hot|preserve-symlinks|experimental-(?:strip-types|transform-types|vm-modules|test-coverage))$/;
/** What follows is said to a module, of which a few take a program. */
const moduleOption = /^-[A-Za-z]*m$/;
const runningModule = /^(?:timeit|pdb|code|doctest|trace|cProfile|profile)$/;
const asksOnly = /^(?:-[vV]|--version|--help|-[A-Za-z]*m|--test|--run)$/;

/** Variables that are known to make a program run, load or reach nothing else. */
const harmlessVariables = names(
  'CI DEBUG NODE_ENV FORCE_COLOR NO_COLOR TERM COLUMNS LINES LANG LANGUAGE TZ RUST_BACKTRACE',
);
/** Those that say what is run or loaded, for the shell or for programs that are widely used. */
const dangerousVariable = new RegExp(
  [
    '^(?:IFS|ENV|HOME|SHELL|SHELLOPTS|PS[0-4]|CC|CXX|LD|AR|AS|CPP|PWD|OLDPWD|TMPDIR|EDITOR|VISUAL|BROWSER|PREFIX|DISPLAY|COMSPEC|PATHEXT)$',
    '^(?:LD|DYLD|BASH|GIT|SSH|SUDO|NODE|NPM|YARN|PNPM|BUN|DENO|PYTHON|PIP|UV|PERL|RUBY|GEM|BUNDLE|PHP|LUA|JAVA|JDK|_JAVA|MAVEN|GRADLE)(?:_|$|[A-Z0-9])',
    '^(?:MAKE|CMAKE|RUST|CARGO|GO|DOTNET|CORECLR|ELECTRON|DOCKER|KUBE|XDG|GTK|QT|LESS|MAN|GLIBC|MALLOC|LOCPATH|GCONV)',
    '(?:PATH|PATHS|OPTS|OPTIONS|FLAGS|COMMAND|CMD|WRAPPER|RUNNER|PAGER|EDITOR|SHELL|HOME|PRELOAD|PROXY|ASKPASS|CONFIG|RC|STARTUP|HOOK|PLUGINS?)$',
  ].join('|'),
);

/** Whether no program that is known takes a variable for more than its own look or words. */
export const isHarmlessVariable = (name: string): boolean =>
  harmlessVariables.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name.toUpperCase());

/** Whether giving a variable a value may make another program run than the one that is named. */
export const isDangerousVariable = (name: string): boolean =>
  !isHarmlessVariable(name) && dangerousVariable.test(name.toUpperCase());

/** A name as it is compared: of a path its last part. */
export const plainName = (word: string): string =>
  word
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|bat|cmd)$/i, '')
    .toLowerCase();

/** @returns why it cannot be told what these words run, or null */
export function hiddenCommand(command: string, args: readonly string[]): string | null {
  const name = plainName(command);
  if (grammarWords.has(name)) return grammarReason;
  if (runners.has(name)) return `“${name}” runs what it is given.`;
  if (changers.has(name)) return `“${name}” changes what the commands after it do.`;
  if (name === 'printf' && args.some((one) => one.startsWith('-v'))) return '“printf -v” sets a variable.';
  if (shells.has(name) && !isScript(args[0])) return `“${name}” runs what it is given.`;
  if (interpreters.test(name) && runsGivenCode(args)) return `“${name}” runs a program that it is given.`;
  if (isToldToHide(name, args)) return `“${name}” is told here to run, load or write something else.`;
  return null;
}

const isDevice = (path: string): boolean => /^\/(?:dev|proc)\//.test(path);
const isScript = (operand: string | undefined): boolean =>
  operand !== undefined && !/^[-+]/.test(operand) && !isDevice(operand);

function runsGivenCode(args: readonly string[]): boolean {
  if (args.some((one) => one === '-' || isDevice(one))) return true;
  let end = 0;
  for (; end < args.length; end += 1) {
    const [before = '', one = ''] = [args[end - 1], args[end]];
    if (before === '--' || moduleOption.test(before)) break;
    if (!one.startsWith('-') && !mayTakeNext(before)) break;
  }
  const words = args.slice(0, end);
  if (words.some((one) => codeOption.test(one) || loadOption.test(one))) return true;
  const operand = args[end];
  if (operand === 'eval' || (moduleOption.test(words.at(-1) ?? '') && runningModule.test(operand ?? ''))) return true;
  // It reads the program from its input.
  return operand === undefined && !words.some((one) => asksOnly.test(one));
}

import { sedDoesMore } from './sed-script.ts';

/** Programs that do what their name says, until an argument tells them to run, load or write something else. */

interface Hiding {
  /** Long options, with "--"; also shortened, as most programs take them, and with a value. */
  readonly long?: string;
  /** Letters of short options, alone or among others. */
  readonly short?: string;
  /** The first word that is no option. */
  readonly first?: RegExp;
  /** Any argument. */
  readonly any?: RegExp;
  readonly check?: (args: readonly string[]) => boolean;
}

const packageManager: Hiding = {
  first: /^(?:x|create|expl\w*|edit|set|node)$/,
  any: /^(?:exec?|dlx)$|^--(?:scri|shell|node-o|userc|globalc|viewer|edit|git(?:=|$))/,
  check: ([first = '', ...rest]) => /^(?:c|config|pkg)$/.test(first) && rest.some((one) => /^(?:set|edit)$/.test(one)),
};
const sqlite: Hiding = {
  any: /(?:^|\n)\s*\.[a-z]|\b(?:load_extension|writefile|edit)\s*\(/i,
  // Without a statement it reads its input.
  check: (args) =>
    args.filter((one) => !one.startsWith('-')).length < 2 && !args.some((one) => /^--?version$/.test(one)),
};
const database: Hiding = {
  any: /\\[!cgosw]|\bprogram\b|\binto\s+(?:out|dump)file\b|(?:^|;)\s*system\b/i,
  check: (args) => !args.some((one) => /^-[A-Za-z]*[cefl]|^--(?:command|file|execute|list|version|help)/.test(one)),
};
const awk: Hiding = {
  long: 'load dump-variables pretty-print profile debug',
  // A call, also by a name that is put together; what is printed into a file or a command; what a command says.
  any: /^-[bcCgMnNOPrsSt]*[lodpDW]|\bsystem[\s\\]*\(|@\s*[A-Za-z_]|\bprintf?\b[\s\S]*(?:>|(?<!\|)\|(?!\|))|(?<!\|)\|(?!\|)[\s\S]*\bgetline\b/,
  check: (args) => args.some((one) => /^(?:-f|--file=)?(?:-|\/dev\/.*|\/proc\/.*)$/.test(one)),
};
const make: Hiding = {
  long: 'eval',
  short: 'E',
  any: /^(?:SHELL|\.SHELLFLAGS|(?:GNU)?MAKEFLAGS)\s*[:?+!]*=|\$[({]|^(?:-[A-Za-z]*f|--(?:file|makefile)=)?(?:-|\/dev\/.*)$/,
};
const compiler: Hiding = {
  any: /^-{1,2}(?:wrapper|specs|fplugin|fpass-plugin|ld-path|load|fuse-ld=.*\/)|^-B|^@|^-Wl,.*plugin|^-Xclang$/,
};
const archiver: Hiding = {
  long: 'checkpoint-action to-command use-compress-program info-script new-volume-script rsh-command rmt-command',
  short: 'IF',
  // The first word may be options without their dash.
  check: ([first = '']) => /^[A-Za-z]*[IF][A-Za-z]*$/.test(first),
};

const table: readonly (readonly [programs: string, hiding: Hiding])[] = [
  ['awk gawk mawk nawk original-awk', awk],
  ['sed gsed', { check: sedDoesMore }],
  ['git', { check: gitHides }],
  ['find bfs', { any: /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/ }],
  ['fd fdfind', { long: 'exec exec-batch', short: 'xX' }],
  ['tar gtar bsdtar cpio', archiver],
  ['zip', { long: 'unzip-command', any: /^-[A-Za-z]*TT/ }],
  ['sort gsort', { long: 'output compress-program', short: 'o' }],
  ['split gsplit', { long: 'filter' }],
  ['install ginstall', { long: 'strip-program' }],
  ['diff3 sdiff', { long: 'diff-program' }],
  ['rsync', { long: 'rsh rsync-path', short: 'e' }],
  ['scp sftp', { short: 'SoFD' }],
  ['wget', { long: 'use-askpass execute config', short: 'e' }],
  ['nc ncat netcat', { long: 'exec sh-exec lua-exec', short: 'ec' }],
  ['man', { long: 'pager html', short: 'PH' }],
  ['less more most', { short: 'oOk', any: /^\+/ }],
  ['rg ag ack bat batcat delta', { long: 'pager pre hostname-bin' }],
  ['sqlite3', sqlite],
  ['psql mysql mariadb', database],
  ['make gmake bmake', make],
  ['cmake', { any: /^-E$/ }],
  ['rustc', { any: /linker|codegen-backend|plugin/ }],
  ['cargo', { long: 'config' }],
  ['go', { any: /^--?(?:exec|toolexec|vettool)(?:=|$)/ }],
  ['npm pnpm yarn yarnpkg bun', packageManager],
  ['docker podman nerdctl docker-compose kubectl', { first: /^create$/, any: /^(?:run|exec|debug)$/ }],
  [
    'uv pipx poetry pdm hatch rye conda mamba bundle mise rtx direnv nix asdf rbenv pyenv nvm volta',
    { first: /^(?:x|shell|develop|tool)$/, any: /^(?:run|exec)$/ },
  ],
];
const hidings: ReadonlyMap<string, Hiding> = new Map(
  table.flatMap(([programs, hiding]) => programs.split(' ').map((program) => [program, hiding] as const)),
);
/** Also of a version, or for another machine. */
const compilers = /^(?:[\w.]+-)*(?:cc|gcc|g\+\+|c\+\+|clang|clang\+\+)(?:-[\d.]+)?$/;

/** @param program as `plainName` gives it. @returns whether an argument makes the program run, load or write something else */
export function isToldToHide(program: string, args: readonly string[]): boolean {
  const hiding = hidings.get(program) ?? (compilers.test(program) ? compiler : undefined);
  if (!hiding) return false;
  const { long, short, first, any, check } = hiding;
  return (
    (long !== undefined && hasLong(args, long)) ||
    (short !== undefined && hasShort(args, short)) ||
    (first?.test(args.find((one) => !one.startsWith('-')) ?? '') ?? false) ||
    (any !== undefined && args.some((one) => any.test(one))) ||
    (check?.(args) ?? false)
  );
}

function hasLong(args: readonly string[], options: string): boolean {
  const all = options.split(' ');
  return args.some((one) => {
    const [, name] = /^--([\w-]+)/.exec(one) ?? [];
    return name !== undefined && all.some((option) => option.startsWith(name));
  });
}

const hasShort = (args: readonly string[], letters: string): boolean =>
  args.some((one) => new RegExp(`^-[A-Za-z0-9]*[${letters}]`).test(one));

/** Settings of which the value is a command, or where one is found. */
const gitKey =
  /^(?:(?:alias|include|includeif|filter|pager|credential|diff|merge|mergetool|difftool|gpg|sendemail|remote|url|protocol|sequence|trailer|uploadpack|browser|man)\.|core\.(?:pager|editor|hookspath|sshcommand|fsmonitor|askpass|gitproxy|attributesfile|worktree)|init\.templatedir)/i;

function gitHides(args: readonly string[]): boolean {
  // Before the command an option may have its value in the next word.
  let at = 0;
  while (args[at]?.startsWith('-')) at += /^-C$|^--(?:work-tree|namespace|super-prefix)$/.test(args[at] ?? '') ? 2 : 1;
  const command = args[at] ?? '';
  const rest = args.slice(at + 1);
  if (args.slice(0, at).some((one) => /^-c$|^--(?:exec-path=|config-env|git-dir)/.test(one))) return true;
  if (hasLong(rest, 'output upload-pack receive-pack exec open-files-in-pager extcmd ext-diff')) return true;
  if (rest.some((one) => one.startsWith('ext::'))) return true;
  switch (command) {
    case 'grep':
      return hasShort(rest, 'O');
    case 'rebase':
    case 'difftool':
      return hasShort(rest, 'x');
    case 'archive':
      return hasShort(rest, 'o');
    case 'clone':
    case 'init':
      return hasLong(rest, 'config template') || hasShort(rest, 'cu');
    case 'submodule':
      return rest.includes('foreach');
    case 'bisect':
      return rest.includes('run');
    case 'config':
      return !rest.some((one) => /^(?:-l|--list|--get.*|list|get)$/.test(one)) && rest.some((one) => gitKey.test(one));
    case 'send-email':
    case 'filter-branch':
    case 'instaweb':
    case 'daemon':
      return true;
    default:
      return false;
  }
}

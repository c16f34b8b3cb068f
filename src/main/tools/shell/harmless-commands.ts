/**
 * The commands that a pattern with a star may allow: with these options they only read in the folder, or build and test
 * its content. Any other command is allowed by its exact words only. A row belongs here only if none of its options
 * names a program, a file to write or a file with settings.
 */
interface Harmless {
  /** Option letters, alone or combined; "#" is a number. */
  readonly letters?: string;
  /** Option letters with a value, in the same word or the next. */
  readonly valueLetters?: string;
  /** Long options, never accepted in abbreviated form. */
  readonly options?: string;
  /** Long options with a value, after "=" or in the next word. */
  readonly valueOptions?: string;
  /** Operands. `text`: words. `paths`: files it reads. `packages`: folders that begin with "./". */
  readonly others?: 'text' | 'paths' | 'packages';
  /** Words permitted after "--", besides operands. */
  readonly behind?: string;
  /** The first operand is a search pattern and no path, unless this option gives the pattern. */
  readonly sought?: { readonly letter: string; readonly option: string };
  /** It shows the content of unnamed files, with every option or with some. */
  readonly shows?: 'always' | 'with-patches';
  /** It writes, or runs the folder's content, so no wider pattern is suggested. */
  readonly isDeed?: true;
}

const diff =
  '--stat --shortstat --numstat --summary --name-only --name-status --cached --staged --check --patch --no-patch --color --no-color --word-diff --ignore-all-space --ignore-space-change --minimal --patience --histogram --no-ext-diff --no-textconv --exit-code --quiet --no-renames --merge-base';
const log =
  '--oneline --graph --all --branches --tags --remotes --decorate --no-decorate --merges --no-merges --first-parent --reverse --follow --abbrev-commit --date-order --topo-order';
const logValues = '--format --pretty --date --since --until --after --before --author --committer --grep --max-count';
const cargo = {
  letters: 'vqr',
  valueLetters: 'pjF',
  options:
    '--release --workspace --all --all-targets --all-features --no-default-features --lib --bins --tests --examples --benches --verbose --quiet --locked --offline --frozen --keep-going --no-run --no-fail-fast --doc',
  valueOptions:
    '--package --exclude --features --bin --test --example --bench --jobs --profile --message-format --color',
  isDeed: true,
} as const;

const table: Readonly<Record<string, Harmless>> = {
  ls: {
    letters: 'aAlh1RtrSdFpisGgnocux',
    options: '--all --almost-all --human-readable --recursive --reverse --directory --classify --inode --size --color',
    valueOptions: '--sort --time --format',
    others: 'paths',
  },
  find: {
    options: '-print -print0 -empty -prune -not -and -or -a -o -xdev -mount -readable -writable -executable',
    valueOptions:
      '-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -mtime -mmin -atime -ctime -size -perm -user -group',
    others: 'paths',
  },
  du: { letters: 'shakmc', valueLetters: 'd', options: '--summarize --human-readable --total', others: 'paths' },
  cat: { letters: 'nbsAETv', others: 'paths' },
  head: { letters: 'qv#', valueLetters: 'nc', others: 'paths' },
  tail: { letters: 'qv#', valueLetters: 'nc', others: 'paths' },
  wc: { letters: 'lwcmL', options: '--lines --words --bytes --chars', others: 'paths' },
  nl: { valueLetters: 'b', others: 'paths' },
  grep: {
    letters: 'nivclLwxoqsEFGPHha#',
    valueLetters: 'eABCm',
    options:
      '--ignore-case --line-number --count --invert-match --word-regexp --only-matching --files-with-matches --color',
    valueOptions: '--context --after-context --before-context --max-count --regexp',
    others: 'paths',
    sought: { letter: 'e', option: '--regexp' },
  },
  sort: { letters: 'nrufhVbsdgMc', valueLetters: 'kt', others: 'paths' },
  uniq: { letters: 'cdui' },
  cut: { letters: 's', valueLetters: 'dfcb', others: 'paths' },
  tr: { letters: 'dsc', others: 'text' },
  echo: { letters: 'neE', others: 'text' },
  basename: { others: 'text' },
  dirname: { others: 'text' },
  which: { letters: 'a', others: 'text' },
  pwd: { letters: 'LP' },
  true: {},
  'git status': {
    letters: 'sbz',
    options: '--short --branch --long --show-stash --ignored --no-renames --porcelain --ahead-behind',
    valueOptions: '--untracked-files --porcelain --ignored',
    others: 'paths',
  },
  'git diff': {
    letters: 'wbpz',
    valueLetters: 'U',
    options: diff,
    valueOptions: '--unified --diff-filter',
    others: 'paths',
    shows: 'always',
  },
  'git log': {
    letters: 'wbpz#',
    valueLetters: 'nUSG',
    options: `${diff} ${log}`,
    valueOptions: `${logValues} --unified --diff-filter`,
    others: 'paths',
    shows: 'with-patches',
  },
  'git show': {
    letters: 'wbpsz',
    valueLetters: 'U',
    options: `${diff} ${log}`,
    valueOptions: '--format --pretty --date --unified --diff-filter',
    others: 'paths',
    shows: 'always',
  },
  'git blame': { letters: 'wlsetfn', valueLetters: 'L', options: '--date=short --porcelain', others: 'paths' },
  'git ls-files': {
    letters: 'comdstz',
    options: '--cached --others --modified --deleted --stage --exclude-standard --full-name',
    others: 'paths',
  },
  'git branch': { letters: 'arv', options: '--list --all --remotes --verbose --show-current --no-color' },
  'git tag': { letters: 'l', options: '--list' },
  // Without options, as the addresses shown by `-v` may contain credentials.
  'git remote': {},
  'git describe': { options: '--tags --always --dirty --long --all --abbrev=0', others: 'paths' },
  'git rev-parse': {
    options: '--show-toplevel --abbrev-ref --short --verify --is-inside-work-tree --show-prefix --symbolic-full-name',
    others: 'paths',
  },
  'cargo build': cargo,
  'cargo check': cargo,
  'cargo clippy': cargo,
  'cargo test': {
    ...cargo,
    others: 'text',
    behind: '--nocapture --ignored --include-ignored --exact --list --show-output',
  },
  'go vet': { letters: 'v', others: 'packages', isDeed: true },
  'go test': {
    options: '-v -race -short -cover -failfast -json',
    valueOptions: '-run -skip -count -timeout -bench -benchtime -parallel -shuffle',
    others: 'packages',
    isDeed: true,
  },
};

const has = (list: string | undefined, one: string): boolean => list?.split(' ').includes(one) ?? false;
const rowOf = (words: readonly string[]): { row: Harmless; length: number } | null => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row) return { row, length };
  }
  return null;
};

/** The files that a harmless command reads. */
export interface LookedAt {
  /** Each is judged as a path. */
  readonly paths: readonly string[];
  /** Paths whose whole content is shown, for a folder everything below it: each must be a file. */
  readonly files: readonly string[];
}

/**
 * @param words of one command, as passed to the program
 * @returns null when it is not known to be harmless
 */
export function harmlessLook(words: readonly string[]): LookedAt | null {
  const known = rowOf(words);
  if (!known) return null;
  const { row, length } = known;
  const given = argumentsOf(row, words.slice(length));
  if (!given) return null;
  const { options, values, others, behind } = given;
  const { others: kind, sought } = row;
  if (kind === 'text') {
    const isKnown = (word: string) => !word.startsWith('-') || row.behind === undefined || has(row.behind, word);
    return behind.every(isKnown) ? lookAt([]) : null;
  }
  const all = [...others, ...behind];
  if (kind === 'packages') return all.every((one) => /^\.(?:\/[\w.-]+)*\/?$/.test(one)) ? lookAt(all) : null;
  if (all.includes('-') || values.includes('-')) return null;
  if (kind === undefined) return all.length === 0 ? lookAt([]) : null;
  const saysWhat = ({ letter, option }: NonNullable<Harmless['sought']>) =>
    options.some((one) => (one.startsWith('--') ? one.startsWith(option) : one.includes(letter)));
  const looked = [...values, ...(sought && !saysWhat(sought) ? all.slice(1) : all)];
  if (words[0] !== 'git') return lookAt(looked);
  // Pathspecs and revisions with these characters have a meaning of git's own.
  if (looked.some((one) => /^:|[*?[\]\\]/.test(one))) return null;
  if (showsUnnamed(words[1], row, given)) return null;
  return lookAt(looked.flatMap(pathsIn), row.shows !== undefined && showsPatches(row, options) ? behind : []);
}

const lookAt = (paths: readonly string[], files: readonly string[] = []): LookedAt => ({ paths, files });

interface Arguments {
  readonly options: readonly string[];
  /** Values of options, from the word after each. */
  readonly values: readonly string[];
  readonly others: readonly string[];
  /** The words after "--". */
  readonly behind: readonly string[];
}

/** @returns null when an option is unknown */
function argumentsOf(row: Harmless, words: readonly string[]): Arguments | null {
  const [options, values, others]: [string[], string[], string[]] = [[], [], []];
  let at = 0;
  for (; at < words.length && words[at] !== '--'; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      others.push(word);
      continue;
    }
    const taken = wordsOfOption(row, word);
    if (taken === 0) return null;
    options.push(word);
    if (taken === 1) continue;
    at += 1;
    const value = words[at] ?? '-';
    if (value.startsWith('-') && !/^-\d+[A-Za-z]?$/.test(value)) return null;
    // Some options take a value in the same word only; then the next word is an operand.
    if (row.others === 'paths') values.push(value);
  }
  return { options, values, others, behind: words.slice(at + 1) };
}

/** Options with which git shows less than the files' content. */
const saysLess = /^--(?:stat|shortstat|numstat|summary|name-only|name-status|no-patch|quiet)$|^-s$/;
/** Options with which git shows the content anyway; each of several combined letters may be one. */
const asksForPatches = /^-[A-Za-z0-9]*[pU]|^--(?:patch|unified|word-diff)(?:=|$)/;

const showsPatches = ({ shows }: Harmless, options: readonly string[]): boolean =>
  options.some((one) => asksForPatches.test(one)) || (shows === 'always' && !options.some((one) => saysLess.test(one)));

/** Whether it may show the content of a file that no word names: all files of a revision, or the object of an id. */
function showsUnnamed(command: string | undefined, row: Harmless, { options, others, behind }: Arguments): boolean {
  if (row.shows === undefined) return false;
  const patches = showsPatches(row, options);
  const hasId = others.some((word) => word.split(/\.\.+|[~^@]/).some((part) => /^[0-9a-f]{4,}$/i.test(part)));
  if (hasId && (patches || command === 'show')) return true;
  const areNamed = command === 'show' && others.length > 0 && others.every((word) => word.includes(':'));
  return patches && behind.length === 0 && !areNamed;
}

/** @returns the number of words that an option takes; 0 if it is unknown */
function wordsOfOption({ letters = '', valueLetters = '', options, valueOptions }: Harmless, arg: string): number {
  if (has(options, arg)) return 1;
  if (has(valueOptions, arg)) return 2;
  const [, name] = /^(--?[\w-]+)=/.exec(arg) ?? [];
  if (name !== undefined) return has(valueOptions, name) ? 1 : 0;
  if (/^-\d+$/.test(arg)) return letters.includes('#') ? 1 : 0;
  if (!/^-\w/.test(arg)) return 0;
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg[at] ?? '';
    if (valueLetters.includes(letter)) return at === arg.length - 1 ? 2 : 1;
    if (!/[A-Za-z0-9]/.test(letter) || !letters.includes(letter)) return 0;
  }
  return 1;
}

/** A word may also name a file of a revision, as `a/b` in `HEAD:a/b`. */
const pathsIn = (word: string): string[] => word.split(':').map((_, index, all) => all.slice(index).join(':'));

/** @returns the words before the star of a wider pattern to suggest; null if none is useful */
export function harmlessBeginning(words: readonly string[]): string | null {
  const known = rowOf(words);
  if (!known || known.row.isDeed || words[1]?.startsWith('-') || harmlessLook(words) === null) return null;
  return words.slice(0, known.length).join(' ');
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readRuleFile } from '../../documents/gitignore.ts';
import { leftOutGlobs } from '../../documents/left-out.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import { findRuleFiles, type RuleFilesMemory } from './rule-files.ts';
import { type RipgrepEnd, type RipgrepRun, spawnRipgrep } from './spawn-ripgrep.ts';

export interface RipgrepWithinRules extends Omit<RipgrepRun, 'output'> {
  /**
   * Globs of what is looked at alone. For ripgrep they go before all rules: where a rule takes something back from
   * another, what is found has to be held against the rules by the caller.
   */
  readonly include?: readonly string[];
  /** Much is printed: it goes through a file of so many bytes. Where that cannot take it all, some is missing. */
  readonly maxPrinted?: number | undefined;
  /** Without it each run looks for the files of rules. */
  readonly ruleFiles?: RuleFilesMemory;
}

/**
 * Runs ripgrep over the files that the tree shows, until there is enough: what the .gitignore files below a folder name is
 * left out. They are read here, into one list: ripgrep would open each that it comes by, and wait for ever where one is a
 * pipe, or read for ever where it is a device.
 * @throws {FailureError} `cancelled` when the signal aborts, `invalid-request` with its own words when it refuses
 */
export async function runRipgrep({
  include = [],
  maxPrinted,
  ruleFiles,
  ...run
}: RipgrepWithinRules): Promise<RipgrepEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-search-'));
  let output: OutputFile | undefined;
  try {
    const path = join(folder, 'rules');
    const byRules = [`--ignore-file=${path}`];
    const write = (rules: readonly string[]) => writeFile(path, `${rules.join('\n')}\n`, { mode: 0o600 });
    const ofRoot = await readRules(run.cwd, '.gitignore');
    await write(ofRoot);
    const look = () => findRuleFiles(run, byRules);
    const below = await (ruleFiles ? ruleFiles([run.cwd, ...ofRoot].join('\0'), look) : look());
    const rules = [...ofRoot, ...(await Promise.all(below.map((file) => readRules(run.cwd, file)))).flat()];
    if (below.length > 0) await write(rules);
    const included = include.length === 0 ? [] : [...include, ...leftOut(rules)];
    const args = [...byRules, ...included.map((glob) => `--glob=${glob}`), ...run.args];
    if (maxPrinted !== undefined) output = await createOutputFile(folder, maxPrinted);
    return await spawnRipgrep({ ...run, args, ...(output && { output }) });
  } finally {
    await output?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readRules(root: string, file: string): Promise<string[]> {
  const text = (await readRuleFile(join(root, file))) ?? '';
  return text.split(/\r?\n/).flatMap((line) => anchored(line, dirname(file)));
}

/** A line of a .gitignore as it reads from the root. @param folder that it stands in, relative, "." for the root */
function anchored(line: string, folder: string): string[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  if (folder === '.') return [line];
  const [, not = '', rule = ''] = /^(!?)(.*)$/.exec(line) ?? [];
  const place = `/${folder.replace(/[\\*?[\]{}!# ]/g, '\\$&')}/`;
  // One with a slash in it is meant from there, any other at every depth.
  return [not + place + (/\/./.test(rule) ? rule.replace(/^\//, '') : `**/${rule}`)];
}

/** Rules that no other takes anything back from, as globs. */
function leftOut(rules: readonly string[]): string[] {
  const back = rules.filter((rule) => rule.startsWith('!'));
  const isSure = (rule: string): boolean => {
    const name = rule.replace(/\/+$/, '').split('/').at(-1) ?? '';
    return back.length === 0 || !(/[*?[]/.test(name) || back.some((other) => other.includes(name)));
  };
  const sure = rules.filter((rule) => !rule.startsWith('!') && isSure(rule));
  return [...sure.map((rule) => `!${rule}`), ...leftOutGlobs];
}

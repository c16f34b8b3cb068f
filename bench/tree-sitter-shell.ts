import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isBare, type ShellCommand, type ShellText, type ShellWord } from '../src/main/tools/shell/shell-words.ts';

/** Of web-tree-sitter, which is no dependency of the project. */
interface Node {
  readonly type: string;
  readonly text: string;
  readonly namedChildren: readonly Node[];
  readonly isMissing: boolean;
}

/** Packages as they are compared in decision 21, and where they are kept. */
const packages = ['web-tree-sitter@0.27', 'tree-sitter-bash@0.25'];
const folder = join(import.meta.dirname, '..', '.cache', 'shell-readers');
const modules = join(folder, 'node_modules');
export const treeSitterFiles = [
  join(modules, 'web-tree-sitter', 'web-tree-sitter.js'),
  join(modules, 'web-tree-sitter', 'web-tree-sitter.wasm'),
  join(modules, 'tree-sitter-bash', 'tree-sitter-bash.wasm'),
] as const;

export async function installTreeSitter(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await promisify(execFile)(npm, ['install', '--ignore-scripts', '--no-save', '--prefix', folder, ...packages]);
}

/** @returns what reads a line with the grammar of bash, for the policy that judges what our reader says */
export async function treeSitterReader(): Promise<(line: string) => ShellText> {
  const [code, , grammar] = treeSitterFiles;
  const { Parser, Language } = await import(pathToFileURL(code).href);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (line) => {
    const tree = parser.parse(line);
    try {
      return read(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
}

/** Nodes that hold commands and add nothing to them. */
const containers = new Set(['program', 'list', 'pipeline', 'comment']);
const inWords = new Set(['word', 'number', 'string', 'string_content', 'raw_string', 'concatenation', 'command_name']);
const simpleExpansion = /^\$(?:\w+|[@*#?$!-]|\{\w+\})$/;

function read(root: Node): ShellText {
  const commands: ShellCommand[] = [];
  const warnings: string[] = [];
  const warn = (why: string): void => void warnings.push(why);
  visit(root, false, []);
  return { commands, warnings };

  function visit(node: Node, isPiped: boolean, before: readonly ShellWord[]): void {
    const { type, namedChildren } = node;
    if (type === 'command' || type === 'variable_assignment' || type === 'variable_assignments') {
      const parts = type === 'variable_assignment' ? [node] : namedChildren;
      const words = parts.flatMap((part) => (/redirect/.test(part.type) ? redirection(part) : [wordOf(part)]));
      commands.push({ words: [...before, ...words], isPiped });
    } else if (type === 'negated_command') {
      const negation: ShellWord = { raw: '!', value: '!', bare: '!', isPlain: false };
      for (const child of namedChildren) visit(child, isPiped, [...before, negation]);
    } else if (type === 'redirected_statement') {
      for (const child of namedChildren) {
        if (/redirect/.test(child.type)) redirection(child);
        else visit(child, isPiped, before);
      }
    } else {
      if (!containers.has(type) || node.isMissing) warn(`it has a ${type}.`);
      for (const [at, child] of namedChildren.entries())
        visit(child, type === 'pipeline' ? at > 0 || isPiped : isPiped, before);
    }
  }

  function redirection(node: Node): [] {
    if (/^\d?(?:>&|<&)(?:\d|-)$|^\d?(?:>>?|<)\s*\/dev\/null$/.test(node.text)) return [];
    warn('it has a redirection.');
    for (const child of node.namedChildren) visit(child, false, []);
    return [];
  }

  function wordOf(node: Node): ShellWord {
    const { type, text } = node;
    if (type === 'variable_assignment') {
      const [, name = ''] = /^([^=]*)=/.exec(text) ?? [];
      const given = node.namedChildren.slice(1).map(wordOf);
      const joined = (kind: 'value' | 'bare') => `${name}=${given.map((word) => word[kind]).join('')}`;
      const isPlain = given.every((word) => word.isPlain) && !/[[\]]/.test(name);
      return { raw: text, value: joined('value'), bare: joined('bare'), isPlain, assigns: name };
    }
    if (type === 'raw_string') return same(text, text.slice(1, -1), true);
    if (type === 'word' || type === 'number')
      return same(text, text.replace(/\\([\s\S])/g, '$1'), isPlain(text.replace(/\\[^\n]/g, '')));
    if (type === 'string_content')
      return same(text, text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1'), !text.includes('\\\n'));
    if (type === 'string' || type === 'concatenation' || type === 'command_name') {
      const parts = node.namedChildren.map(wordOf);
      // Text between two parts belongs to the word, such as a blank in quotes.
      const isWhole = parts.reduce((length, { raw }) => length + raw.length, type === 'string' ? 2 : 0) === text.length;
      return {
        raw: text,
        value: parts.map(({ value }) => value).join(''),
        bare: parts.map(({ bare }) => bare).join(''),
        isPlain: isWhole && parts.every((part) => part.isPlain),
      };
    }
    if (!inWords.has(type) && !simpleExpansion.test(text)) {
      warn(`it has a ${type}.`);
      for (const child of node.namedChildren) visit(child, false, []);
    }
    return { raw: text, value: text, bare: '', isPlain: false };
  }
}

const isPlain = (text: string): boolean => text === '' || isBare(text);
const same = (raw: string, value: string, plain: boolean): ShellWord => ({ raw, value, bare: value, isPlain: plain });

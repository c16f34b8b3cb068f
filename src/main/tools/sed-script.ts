/**
 * Reads the scripts that a line gives to `sed`, as far as they only print and change text. All else, as a command that
 * runs one of the shell or writes a file, and what cannot be read for sure, does more.
 */
export const sedDoesMore = (args: readonly string[]): boolean => scriptsOf(args)?.some(doesMore) ?? true;

/** @returns null when it cannot be told which of them are scripts */
function scriptsOf(args: readonly string[]): string[] | null {
  const scripts: string[] = [];
  const operands: string[] = [];
  let hasScript = false;
  let mayHaveEnding = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    const [, long, given] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
    const [, short, attached] = /^-[nErsuzbaH]*(?:([efliI])([\s\S]*))?$/.exec(arg) ?? [];
    if (arg === '-' || !arg.startsWith('-')) operands.push(arg);
    else if (long !== undefined) {
      const option = ['expression', 'file', 'line-length'].find((name) => name.startsWith(long));
      const value = option && given === undefined ? args[++at] : given;
      if (option === 'expression') scripts.push(value ?? '');
      hasScript ||= option === 'expression' || option === 'file';
    } else if (short === 'e' || short === 'f' || short === 'l') {
      const value = attached || (args[++at] ?? '');
      if (short === 'e') scripts.push(value);
      if (short === 'f' && /^-$|^\/(?:dev|proc)\//.test(value)) return null;
      hasScript ||= short !== 'l';
    } else if (short !== undefined) mayHaveEnding ||= attached === '';
    else if (!/^-[nErsuzbaH]+$/.test(arg)) return null;
  }
  if (hasScript) return scripts;
  // For some it is the ending of a copy, which is a word after the option; then the script is the next.
  if (mayHaveEnding && /^[.~A-Za-z]\w*$/.test(operands[0] ?? '')) return null;
  return [operands.find((one) => one !== '') ?? ''];
}

function doesMore(script: string): boolean {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    const sticky = new RegExp(pattern, 'y');
    sticky.lastIndex = at;
    const [taken = null] = sticky.exec(script) ?? [];
    at += taken?.length ?? 0;
    return taken;
  };
  /** To the next one of `end` that has no backslash before it. */
  const takeTo = (end: string): string | null => {
    const begin = at;
    while (at < script.length && script[at] !== end) at += script[at] === '\\' ? 2 : 1;
    if (at >= script.length) return null;
    at += 1;
    return script.slice(begin, at - 1);
  };
  /** Some take a delimiter between brackets for a letter, others for the end. */
  const takeExpression = (end: string): boolean => {
    const bare = takeTo(end)
      ?.replace(/\\[\s\S]/g, '')
      .replace(/\[\^?\]?[^\]]*\]/g, '');
    return bare !== undefined && !bare.includes('[');
  };
  const takeAddress = (): boolean => {
    if (take(/\d+(?:~\d+)?|\$|[+~]\d+/)) return true;
    const begin = take(/\/|\\[^\n\\]/);
    if (begin === null) return true;
    return takeExpression(begin.at(-1) ?? '/') && take(/[IM]*/) !== null;
  };

  for (;;) {
    take(/[\s;{}]+/);
    if (at >= script.length) return false;
    if (!takeAddress() || (take(/\s*,\s*/) && !takeAddress())) return true;
    take(/[\s!]+/);
    const command = script[at] ?? '';
    at += 1;
    if (command === '#') take(/.*/);
    else if (command === 's' || command === 'y') {
      const delimiter = take(/[^\n\\]/);
      if (delimiter === null || !takeExpression(delimiter) || takeTo(delimiter) === null) return true;
      if (command === 's') take(/[gpiImM\d]+/);
      if (!/^[\s;}#]?$/.test(script[at] ?? '')) return true;
    } else if ('aic'.includes(command)) take(/(?:\\[\s\S]|[^\\\n])*/);
    else if ('rR'.includes(command)) take(/.*/);
    else if (':btT'.includes(command)) take(/[ \t]*[^\s;{}]*/);
    else if ('qQlL'.includes(command)) take(/[ \t]*\d*/);
    else if (!'pPdDnNgGhHx=Fz{}'.includes(command)) return true;
  }
}

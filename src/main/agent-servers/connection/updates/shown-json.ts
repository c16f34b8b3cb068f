import { cut, leaveOut } from './fields.ts';

/** Of lists and objects within each other; what is deeper is left out. */
const deepest = 50;

/**
 * A value that came as JSON as text, a field a line. It stops at the limit: writing all of a large or deep value, to cut it
 * then, would hold main up.
 * @param longest characters; "…" is the last of what is cut
 */
export function shownJson(value: unknown, longest: number): string {
  let text = '';
  const isFull = () => text.length > longest;

  function write(one: unknown, depth: number): void {
    if (typeof one === 'string') text += JSON.stringify(one.slice(0, longest - text.length + 1));
    else if (typeof one !== 'object' || one === null) writePlain(one);
    else if (depth === deepest) {
      leaveOut();
      text += '…';
    } else if (Array.isArray(one)) writeAll('[]', one.length, depth, (index) => write(one[index], depth + 1));
    else writeFields(one as Readonly<Record<string, unknown>>, depth);
  }

  function writePlain(one: unknown): void {
    // It had other digits before it was parsed, perhaps, or was no number of JSON's.
    if (typeof one === 'number' && Math.abs(one) > Number.MAX_SAFE_INTEGER) leaveOut();
    text += JSON.stringify(one) ?? 'null';
  }

  function writeFields(fields: Readonly<Record<string, unknown>>, depth: number): void {
    const names = Object.keys(fields);
    writeAll('{}', names.length, depth, (index) => {
      const name = names[index] ?? '';
      write(name, deepest);
      text += ': ';
      write(fields[name], depth + 1);
    });
  }

  function writeAll(brackets: '[]' | '{}', count: number, depth: number, writeOne: (index: number) => void): void {
    text += brackets[0];
    for (let index = 0; index < count && !isFull(); index++) {
      text += `${index > 0 ? ',' : ''}\n${'  '.repeat(depth + 1)}`;
      writeOne(index);
    }
    text += `${count > 0 ? `\n${'  '.repeat(depth)}` : ''}${brackets[1]}`;
  }

  write(value, 0);
  return cut(text, longest);
}

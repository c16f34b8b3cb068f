import { visibleText } from '../../../../shared/visible-text.ts';
import { createArgumentReader } from './streamed-arguments.ts';

/** Characters; arguments further on are not considered. */
const beginning = 2000;
const longest = 200;

/** The first argument that is one short line, which mostly tells what a call is about; "" without any. */
export function argumentHint(input: string): string {
  const fields = createArgumentReader().read(input.slice(0, beginning));
  const short = fields.find(({ isString, text }) => isString && /\S/.test(text) && !/\n/.test(text.trim()));
  return short && short.text.length <= longest ? visibleText(short.text.trim()) : '';
}

import { once } from '../../once.ts';

const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const word = String.raw`-?(?:\\.|[\p{L}_-])(?:\\.|[\p{L}\p{M}\p{N}_-])*`;
const name = String.raw`(?:${quoted}|${word}(?:\s+${word})*)`;
const list = once(() => new RegExp(String.raw`^\s*(?:${name}(?:\s*,\s*${name})*\s*)?$`, 'u'));

/** Whether a text names fonts as CSS does: anything else would be without effect, or end the declaration. */
export const isFontList = (text: string): boolean => list().test(text);

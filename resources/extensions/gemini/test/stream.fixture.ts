import type { ExtensionHttp } from '../../../../src/shared/contract/extension-api/extension-http.ts';
import { answering } from '../../cut-answers.ts';
import { outcome } from '../../extension-harness.ts';
import { readAnswer } from '../answer.js';

const service = {
  base: 'http://127.0.0.1:9/v1beta',
  host: '127.0.0.1:9',
  origin: 'http://127.0.0.1:9',
  isUsual: false,
  key: 'sk-1',
};

export async function* answerBy(http: ExtensionHttp) {
  yield* readAnswer({ ...service, http }, await http.request(`${service.base}/models/m:streamGenerateContent`));
}

export const bytes = (text: string) => new TextEncoder().encode(text);
export const wireOf = (chunks: readonly unknown[], end = '\r\n') =>
  bytes(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}${end}${end}`).join(''));
export const read = (chunks: readonly unknown[] | string, type?: string) =>
  outcome(answerBy(answering(typeof chunks === 'string' ? bytes(chunks) : wireOf(chunks), [], type)));

export const chunk = (parts: object[], more: object = {}, usageMetadata: object = { promptTokenCount: 9 }) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata,
});
export const end = (finishReason = 'STOP', usage: object = { promptTokenCount: 9, candidatesTokenCount: 4 }) =>
  chunk([{ text: '' }], { finishReason }, usage);
export const call = (more: object = {}, part: object = {}) => ({ functionCall: { name: 'find', ...more }, ...part });

/** What the service sends: thoughts, text in several scripts, a signed call and an unsigned one at once, usage. */
export const everything = [
  chunk([{ text: 'So — ', thought: true }]),
  chunk([{ text: 'Größe, 𝄞 ' }, { text: '大小' }]),
  chunk([call({ id: 'a', args: { q: 'é' } }, { thoughtSignature: 'c2ln' }), call({ id: 'b' })]),
  chunk(
    [{ text: '', thoughtSignature: 'bGFzdA' }],
    { finishReason: 'STOP' },
    {
      promptTokenCount: 20,
      cachedContentTokenCount: 16,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 7,
      totalTokenCount: 32,
    },
  ),
];

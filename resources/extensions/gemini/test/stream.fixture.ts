import { readers, readWhole } from '../../cut-answers.ts';

export const wireOf = (chunks: readonly unknown[], end = '\r\n') =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}${end}${end}`).join('');
export const read = (chunks: readonly unknown[] | string, type?: string) =>
  readWhole(readers.gemini, typeof chunks === 'string' ? chunks : wireOf(chunks), type);

export const chunk = (parts: object[], more: object = {}, usageMetadata: object = { promptTokenCount: 9 }) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata,
});
export const end = (finishReason = 'STOP', usage: object = { promptTokenCount: 9, candidatesTokenCount: 4 }) =>
  chunk([{ text: '' }], { finishReason }, usage);
export const call = (more: object = {}, part: object = {}) => ({ functionCall: { name: 'find', ...more }, ...part });

/** A full stream of the service: thoughts, text in several scripts, a signed and an unsigned call at once, usage. */
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

import { type Answer, pieces, usageOf, type WireFormat } from './provider-server.ts';

/** The Gemini API, streamed with `alt=sse`. */
export const geminiContent: WireFormat = {
  basePath: '/v1beta',
  contentType: 'text/event-stream',
  isCompletion: (method, path) => method === 'POST' && /^\/v1beta\/models\/[^/]+:streamGenerateContent$/.test(path),
  listing(method, path, models) {
    if (method !== 'GET' || path !== '/v1beta/models') return null;
    return {
      models: models.map((id) => ({
        name: `models/${id}`,
        version: '001',
        displayName: id,
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
        thinking: true,
      })),
    };
  },
  other(method, path, body) {
    if (method !== 'POST' || !/^\/v1beta\/models\/[^/]+:countTokens$/.test(path)) return null;
    return { totalTokens: Math.ceil(JSON.stringify(body).length / 4) };
  },
  keyOf: (headers, url) => headers['x-goog-api-key']?.toString() ?? url.searchParams.get('key') ?? undefined,
  error(status, message, code) {
    // This service reports an unknown key as an invalid argument, whatever the status.
    const details =
      status === 401 ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }] : [];
    return { error: { code: status, message, status: code ?? statuses[status] ?? 'UNKNOWN', details } };
  },
  frames(answer) {
    const payloads = answer.payloads ?? chunksOf(answer).map((chunk) => JSON.stringify(chunk));
    return payloads.map((payload) => `data: ${payload}\r\n\r\n`);
  },
  promptOf: (body) =>
    (contentsOf(body).findLast(({ role }) => role === 'user')?.parts ?? []).map(({ text }) => text ?? '').join(''),
  imagesOf: (body) =>
    partsOf(body).filter(
      (part) => part.inlineData || part.functionResponse?.parts?.some(({ inlineData }) => inlineData),
    ).length,
  toolResultsOf: (body) =>
    partsOf(body).flatMap(({ functionResponse: result }) => {
      if (!result) return [];
      const { output, error } = result.response;
      return [String(output ?? error)];
    }),
};

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

interface Part {
  text?: string;
  inlineData?: unknown;
  functionResponse?: { response: { output?: unknown; error?: unknown }; parts?: { inlineData?: unknown }[] };
}

const contentsOf = (body: Record<string, unknown>): { role: string; parts: Part[] }[] =>
  Array.isArray(body.contents) ? body.contents : [];

const partsOf = (body: Record<string, unknown>): Part[] => contentsOf(body).flatMap(({ parts }) => parts);

function chunksOf(answer: Answer): unknown[] {
  const { input, output, cacheRead } = usageOf(answer);
  const usageMetadata = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    ...(cacheRead === undefined ? {} : { cachedContentTokenCount: cacheRead }),
  };
  const chunk = (parts: object[], more: object = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, ...more, index: 0 }],
    usageMetadata,
    modelVersion: 'gemini-test',
    responseId: 'test',
  });
  const { error } = answer;
  if (error) {
    const refused = geminiContent.error(Number(error.code) || 500, error.message, words(error.code));
    return [...spoken(answer).map((part) => chunk([part])), refused];
  }
  const calls = callsOf(answer);
  return [
    ...spoken(answer).map((part) => chunk([part])),
    ...(calls.length > 0 ? [chunk(calls)] : []),
    // Without a call the signature comes with an empty text at the end.
    chunk([{ text: '', ...(calls.length > 0 ? {} : signatureOf(answer)) }], {
      finishReason: answer.finishReason ?? 'STOP',
    }),
  ];
}

const words = (code: string | number | undefined): string | undefined => (typeof code === 'string' ? code : undefined);

const spoken = (answer: Answer): object[] => [
  ...pieces(answer.thinking).map((text) => ({ text, thought: true })),
  ...pieces(answer.text).map((text) => ({ text })),
];

const signatureOf = ({ thinking }: Answer): object => (thinking === undefined ? {} : { thoughtSignature: 'c2lnbmVk' });

/** All calls come at once and complete; only the first is signed, and a call without arguments has none. */
const callsOf = (answer: Answer): object[] =>
  (answer.toolCalls ?? []).map(({ id, name, input }, index) => ({
    functionCall: { id, name, ...(input === '{}' ? {} : { args: JSON.parse(input) }) },
    ...(index === 0 ? signatureOf(answer) : {}),
  }));

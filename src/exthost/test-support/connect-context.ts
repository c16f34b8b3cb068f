import type { DocumentEvent } from '../../shared/contract/documents/document-events.ts';
import { nothingDeclared } from '../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionMethods, ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import { mainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../../shared/contract/extensions/main-streams.ts';
import type { Registering } from '../../shared/contract/extensions/manifest.ts';
import type { CallHandler, StreamHandler } from '../../shared/rpc/handlers.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import { createMemoryPorts } from '../../shared/rpc/ports/memory-port.ts';
import { createContext } from '../api/create-context.ts';

/** Main's answers to an extension's calls; null by default. */
export type MainAnswers = {
  [M in keyof MainMethods]?: (
    params: MainMethods[M]['params'],
    call: { signal: AbortSignal },
  ) => MainMethods[M]['result'] | Promise<MainMethods[M]['result']>;
};

/** Of what an extension asks for while it is activated. */
const usualAnswers: Readonly<Record<string, CallHandler>> = { 'endpoint.list': () => [] };

/**
 * The API of an extension in a host, connected to a fake main that validates the arguments.
 * @param declares null: any id may be registered, as by a script
 */
export function connectContext(
  answers: MainAnswers = {},
  declares: Partial<ExtensionOpen['declares']> | null = {},
  streams: Readonly<Record<string, StreamHandler>> = {},
) {
  const [near, far] = createMemoryPorts();
  const asked: [method: string, params: unknown][] = [];
  const methods = Object.entries(mainMethods).map(([name, { params: schema }]): [string, CallHandler] => [
    name,
    (params, call) => {
      const checked = schema.parse(params);
      asked.push([name, checked]);
      const answer = (answers[name as keyof MainMethods] ?? usualAnswers[name]) as CallHandler | undefined;
      return answer?.(checked, call) ?? null;
    },
  ]);
  const main = new Peer<ExtensionMethods>(far, { methods: Object.fromEntries(methods), streams });
  const all = declares && { ...nothingDeclared, ...declares };
  const own = new Peer<MainMethods, MainStreams>(near, {
    methods: { 'document.events': (params) => api.documents.events(params as { events: DocumentEvent[] }) },
  });
  const api = createContext({ extensionId: 'sample', declares: all }, own);
  /** Lines of the extension's log, which arrive asynchronously. */
  const logged = () =>
    asked.filter(([name]) => name === 'log.write').map(([, params]) => (params as { text: string }).text);
  const tell = (registered: Registering) => own.call('contributions.register', { registered });
  return { api, context: api.context, main, asked, logged, tell };
}

import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import { looksPrivate } from '../../../network/private-address.ts';
import { askerOf } from '../asker.ts';
import type { QuestionBoard } from '../question-board.ts';
import { type Asking, createStandingAnswers } from './standing-answers.ts';

export interface HostGateDeps extends Pick<QuestionBoard, 'ask'> {
  /** Identifies the copy of an extension that runs: another one of the same id inherits nothing. */
  originOf(extensionId: string): string;
  /** Whether a person lets it in every run of the app; see `hostOf`. */
  isAllowed(extensionId: string, host: string, isPrivate: boolean): boolean;
  keep(extensionId: string, host: string): Promise<void>;
  /** The extension waits for a person. @returns ends that */
  asking(extensionId: string): () => void;
}

/** Characters of a name (RFC 1035). */
const longestHost = 253;

/** Asks about each host that an extension with the network pattern `ask` wants to reach. */
export function createHostGate({ ask, originOf, isAllowed, keep, asking }: HostGateDeps) {
  const answers = createStandingAnswers();
  return {
    /**
     * Asks the person, unless it is answered.
     * @throws {HostDenied} when they do not let it
     */
    async permit(caller: Manifest, url: URL, signal: AbortSignal): Promise<void> {
      const host = hostOf(url);
      // A longer one exists nowhere, and its end would not be seen.
      if (url.hostname.length > longestHost) throw new HostDenied(caller.name, `${host.slice(0, longestHost)}…`);
      const isPrivate = looksPrivate(url);
      const question: Asking = {
        key: JSON.stringify([originOf(caller.id), caller.id, host]),
        isKept: () => isAllowed(caller.id, host, isPrivate),
        async ask() {
          const ended = asking(caller.id);
          try {
            const reads = caller.capabilities?.workspace !== undefined;
            return await ask(askerOf(caller), { type: 'host', host, isPrivate, reads }, signal);
          } finally {
            ended();
          }
        },
        keep: () => keep(caller.id, host),
      };
      if (!(await answers.permits(question, signal))) throw new HostDenied(caller.name, host);
    },
  };
}

/** What is asked about: `api.example.com` for https at its usual port, all of `http://localhost:8080` otherwise. */
const hostOf = ({ protocol, host, origin }: URL): string => (protocol === 'https:' ? host : origin);

/** For the author of the extension and the person. */
class HostDenied extends TypeError {
  readonly code = 'network-refused';
  constructor(extensionName: string, host: string) {
    super(`You have not let ${extensionName} talk to ${host}.`);
  }
}

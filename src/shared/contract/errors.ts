import { inSettings } from './settings/page-titles.ts';

/**
 * Expected failures are values (`Result`), never exceptions. Everything else throws.
 * The three layers of an extension failure stay apart: the host is gone (`host-*`), the extension's code
 * failed (`extension-failed`), or the extension answered no (`provider-*` and its kin).
 */

/** The next step that each failure suggests; the panel and the notices show this sentence after the message. */
export const nextSteps = {
  'host-crashed': 'Retry starts the extension again.',
  'host-unresponsive': 'Restart the extension, or wait for it.',
  'host-start-failed': 'Retry, or read the extension’s log.',
  'extension-failed': 'Try again, or read the extension’s log.',
  'extension-reloaded': 'Retry uses the new version.',
  'extension-off': 'Retry starts the extension again. Its log has details.',
  'extension-disabled': 'Enable the extension and retry.',
  'install-failed': 'Fix the cause, then try again.',
  'protocol-fault': 'Retry. If it happens again, report it to the extension’s author.',
  cancelled: 'Try again when you are ready.',
  timeout: 'Retry, or check that the service answers.',
  'provider-auth': 'Check the key, then retry.',
  'provider-credit': 'Check the account’s credit with the service.',
  'provider-rate-limited': 'Wait a moment, then retry.',
  'provider-overloaded': 'The service is busy. Retry in a moment.',
  'provider-refused': 'Change the request and send it again.',
  'provider-off': 'Switch it on again in Settings, or choose another model.',
  'provider-error': 'Retry, or check the service’s status.',
  'context-too-large': 'Start a new thread, or send less.',
  'invalid-request': 'Check the model and the endpoint’s settings.',
  'invalid-response': 'Check that the base URL points to a compatible service.',
  network: 'Check the connection and the base URL, then retry.',
  'credential-missing': 'Choose the model again and enter the key.',
  'credential-store': 'The key is kept for this run only.',
  'credential-remove': 'Try again, or remove it in the system’s own keychain program.',
  'model-missing': 'Choose a model, then send again.',
  'answer-running': 'Stop the answer, or wait for it.',
  'answer-too-long': `Press Continue for more. ${inSettings('agent')} sets how long answers may be.`,
  'thread-full': `Start a new thread. ${inSettings('agent')} sets how large threads may be.`,
  'agent-missing': `Install it or set it up in ${inSettings('agents')}, or choose another one.`,
  'agent-not-started': 'Look how it is set up in Settings, or retry.',
  'node-missing': `Get one for the app in ${inSettings('agents')}, or install Node.js yourself.`,
  'agent-signed-out': 'Sign in, then retry.',
  'agent-gone': 'Retry starts the agent again.',
  'agent-session-gone': 'Retry, or begin a new session of the agent, which is given what was said.',
  'agent-unable': 'Another agent may be able to.',
  'agent-failed': 'Retry, or read the agent’s log.',
  'file-not-found': 'Check the path. The file may have been moved or deleted.',
  'file-denied': 'Check the permissions of the file.',
  'file-binary': 'Open it with another program.',
  'file-too-large': 'Open it with another program.',
  'file-changed': 'Compare, then keep your version or take the one on disk.',
  'file-replaced': 'Save it as another file, or load the one that it leads to.',
  'file-outside-project': 'Confirm to open it.',
  'file-encoding': 'Save it with UTF-8, or change these characters.',
  'file-lossy': 'Reopen it with another encoding, or save it as another file.',
  'file-failed': 'Your text is still in the editor. Fix the cause, then try again.',
  'setting-refused': 'Correct it, then try again.',
  'settings-unreadable': 'Open it as JSON and mend it first, then try again.',
  'command-refused': 'What you typed is kept.',
  'held-back': 'Leave it at that, or go on anyway.',
  'access-denied': 'Allow it when asked.',
  'tool-denied': 'Change the rule in Settings, or allow it when asked.',
  'address-refused': 'Only http, https and mailto addresses can be opened.',
  internal: 'Restart the app. If it happens again, report it.',
} as const;

export type FailureCode = keyof typeof nextSteps;

/** An expected failure; it crosses process borders as plain data. */
export interface Failure {
  readonly code: FailureCode;
  /** One sentence for the person: the cause, and what was kept. */
  readonly message: string;
  /** Details, such as a stack or the body of a response. Never a secret. */
  readonly detail?: string | undefined;
  /** Seconds, from the service's own `retry-after`. */
  readonly retryAfterSeconds?: number | undefined;
  /** The extension concerned, as main knows it (never as a message claims). */
  readonly extensionId?: string | undefined;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** @throws {FailureError} */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
}

export const fail = (
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Result<never> => ({
  ok: false,
  failure: { code, message, ...more },
});

/** The failure codes that extensions may return; any other code from an extension becomes `extension-failed`. */
export const extensionFailureCodes = [
  'cancelled',
  'timeout',
  'provider-auth',
  'provider-credit',
  'provider-rate-limited',
  'provider-overloaded',
  'provider-refused',
  'provider-error',
  'context-too-large',
  'invalid-request',
  'invalid-response',
  'network',
  'credential-missing',
] as const satisfies readonly FailureCode[];
export type ExtensionFailureCode = (typeof extensionFailureCodes)[number];

const neverRetried: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'provider-refused',
  'provider-credit',
  'context-too-large',
  'invalid-request',
  'setting-refused',
  'answer-too-long',
  'thread-full',
  'file-binary',
  'file-too-large',
  'file-encoding',
  'file-lossy',
  'address-refused',
]);

/** Whether the same request can succeed when it is repeated unchanged. */
export const isRetryable = (failure: Failure): boolean => !neverRetried.has(failure.code);

const mendedAmongAgents: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'agent-missing',
  'agent-not-started',
  'node-missing',
]);

/** Whether a person mends it on the page of agents in Settings. */
export const isMendedAmongAgents = (failure: Failure): boolean => mendedAmongAgents.has(failure.code);

/** A failure as an exception, for code that throws; `toFailure` turns it back into a value. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }

  /** In the form in which RPC carries error codes. */
  get code(): FailureCode {
    return this.failure.code;
  }
}

/** @returns the thrown failure, or `internal` for any other error */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { code: 'internal', message: error.message, detail: error.stack };
}

/** Runs work that may throw, and returns a `Result`. */
export async function resultOf<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) };
  }
}

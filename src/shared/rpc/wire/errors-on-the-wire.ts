/**
 * Errors as plain data. Structured clone drops `code`, `data` and subclass names, so an error travels as a record and
 * is rebuilt on the other side with name, message, stack, code, data and chain of causes.
 */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly data?: unknown;
  readonly cause?: WireError;
  readonly errors?: readonly WireError[];
}

/** Rejection of a failed call whose handler threw on the other side. */
export class RemoteError extends Error {
  readonly code: string | undefined;
  readonly data: unknown;
  readonly errors: readonly RemoteError[] | undefined;

  constructor(wire: WireError) {
    super(wire.message, wire.cause ? { cause: new RemoteError(wire.cause) } : undefined);
    this.name = wire.name;
    this.code = wire.code;
    this.data = wire.data;
    this.errors = wire.errors?.map((inner) => new RemoteError(inner));
    if (wire.stack !== undefined) this.stack = wire.stack;
  }
}

/** Limit for causes and inner errors of one error, since a record may contain itself. */
const maxInnerErrors = 64;
/** Limits in characters, so that errors can be shown and logged as they are. */
const longest = { message: 4_000, stack: 16_000, word: 200 } as const;

interface Budget {
  left: number;
}

/** @returns a record that can be cloned, whatever was thrown */
export const encodeError = (thrown: unknown): WireError => encode(thrown, { left: maxInnerErrors });

/** @returns an error for any value, even a malformed record */
export const decodeError = (value: unknown): RemoteError =>
  new RemoteError(toWireError(value, { left: maxInnerErrors }));

function encode(thrown: unknown, budget: Budget): WireError {
  try {
    if (!(thrown instanceof Error)) return { name: 'Error', message: formatThrown(thrown), data: cloneable(thrown) };
    const { name, message, stack, cause } = thrown;
    const { code, data, errors } = thrown as { code?: unknown; data?: unknown; errors?: unknown };
    return {
      name: String(name),
      message: String(message),
      ...(typeof stack === 'string' && { stack }),
      ...(code !== undefined && { code: String(code) }),
      ...(data !== undefined && { data: cloneable(data) }),
      ...inner(cause, errors, budget, encode),
    };
  } catch {
    // Getters and proxies of the thrown value may throw too.
    return { name: 'Error', message: 'An error was thrown that cannot be read' };
  }
}

function toWireError(value: unknown, budget: Budget): WireError {
  const record: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const { name, message, stack, code, data, cause, errors } = record;
  return {
    name: typeof name === 'string' ? cut(name, longest.word) : 'Error',
    message:
      typeof message === 'string'
        ? cutAtWord(message, longest.message)
        : 'The other side sent an error without a message',
    ...(typeof stack === 'string' && { stack: cutAtWord(stack, longest.stack) }),
    ...(typeof code === 'string' && { code: cut(code, longest.word) }),
    ...(data !== undefined && { data }),
    ...inner(cause, errors, budget, toWireError),
  };
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)} …`);

/** Cuts before the word that does not fit: secrets are removed later, and half of one would not be recognised. */
function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && /[\w.~+/=%-]/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}…`;
}

function inner(
  cause: unknown,
  errors: unknown,
  budget: Budget,
  convert: (value: unknown, budget: Budget) => WireError,
): Pick<WireError, 'cause' | 'errors'> {
  const take = (value: unknown) => {
    budget.left -= 1;
    return convert(value, budget);
  };
  const converted: { cause?: WireError; errors?: WireError[] } = {};
  if (cause !== undefined && budget.left > 0) converted.cause = take(cause);
  if (Array.isArray(errors)) {
    converted.errors = [];
    for (const error of errors) {
      if (budget.left <= 0) break;
      converted.errors.push(take(error));
    }
  }
  return converted;
}

function formatThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

function cloneable(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return formatThrown(value);
  }
}

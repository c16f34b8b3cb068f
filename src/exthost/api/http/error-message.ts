/** Limit for quotes of a service's message, in characters. */
const longestQuote = 300;

/**
 * The message in the body of an error response: `{ error: { message } }`, `{ error: "…" }`, `{ message }`, `{ detail
 * }`, the `title` and `detail` of RFC 9457, or a list of these. '' if there is none to quote.
 */
export function errorMessageIn(body: unknown, depth = 0): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || depth > 4) return '';
  if (Array.isArray(body)) return errorMessageIn(body[0], depth + 1);
  const {
    error,
    errors,
    message,
    msg,
    detail,
    title,
    error_description: description,
  } = body as Record<string, unknown>;
  if (isText(title) && isText(detail)) return `${title}: ${detail}`;
  for (const inner of [description, message, msg, detail, error, errors]) {
    const text = errorMessageIn(inner, depth + 1);
    if (text.trim()) return text;
  }
  return isText(title) ? title : '';
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** One short line in which `[key]` replaces secrets. */
export function withoutSecrets(errorMessage: string, secrets: readonly string[]): string {
  const safe = hideSecrets(errorMessage, secrets).replaceAll(/\s+/g, ' ').trim();
  return safe.length > longestQuote ? `${safe.slice(0, longestQuote)}…` : safe;
}

/** The text with `[key]` in place of secrets, in all forms in which services echo them. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) =>
    secret.trim() === ''
      ? []
      : [secret, secret.trim(), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
  );
  // Longest first: one form may be the beginning of another.
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}

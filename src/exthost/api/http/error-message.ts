/** Characters of a service's words that a person is shown. */
const longestQuote = 300;

/**
 * What a service said, out of the body of a refusal: `{ error: { message } }`, `{ error: "…" }`, `{ message }`,
 * `{ detail }`, the `title` and `detail` of RFC 9457, or a list of these. '' when it said nothing that can be quoted.
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

/** One short line, with `[key]` where a secret was, in whichever form services echo it. */
export function withoutSecrets(errorMessage: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) =>
    secret.trim() === ''
      ? []
      : [secret, secret.trim(), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
  );
  // The longest first: one secret may begin as another does.
  forms.sort((a, b) => b.length - a.length);
  const safe = forms
    .reduce((text, form) => text.replaceAll(form, '[key]'), errorMessage)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return safe.length > longestQuote ? `${safe.slice(0, longestQuote)}…` : safe;
}

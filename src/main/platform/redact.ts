const removed = '[removed]';

// Unanchored repetitions are bounded, so that no text makes the search quadratic: it blocks main.
const rules: readonly [RegExp, string][] = [
  // Headers and query parameters, with any value.
  [/\b(bearer|basic|token)(\s+)[\w.~+/=-]{8,}/gi, `$1$2${removed}`],
  [
    /((?:api[-_]?key|apikey|x-[\w-]{0,40}key|authorization|secret|password|passwd|access[-_]?token|refresh[-_]?token)["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b|token\b)[^\s"'&,;}]{4,}/gi,
    `$1${removed}`,
  ],
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]*:[^\s/@]+@/gi, `$1${removed}@`],
  // Prefixes of the keys of well-known services.
  [/\b(?:sk|pk|rk|key|ghp|gho|ghs|github_pat|glpat|xox[abps]|hf|gsk|AIza)[-_]?[\w-]{16,}/g, removed],
  // JSON web tokens.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, removed],
];

/** Removes what looks like a key. A second line of defence: secrets must not be passed to a log at all. */
export const redact = (text: string): string =>
  rules.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);

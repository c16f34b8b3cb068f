import { z } from 'zod/mini';
import en from 'zod/v4/locales/en.js';

// Without a locale the message of every issue is "Invalid input".
z.config(en());

/** @returns the field and its problem, as in `"severity": Invalid option: …`; never a value that was sent */
export function formatIssue({ issues: [issue] }: z.core.$ZodError, whole = 'the argument'): string {
  const path = issue?.path.join('.');
  return `${path ? `"${path}"` : whole}: ${issue?.message ?? 'Invalid input'}`.slice(0, 300);
}

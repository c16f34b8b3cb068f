/** Formats JSON with one property a line; other text, or incomplete JSON, is kept as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.trim();
  }
}

/** Marks that turn the order of letters round, and line separators: a text stands beside the app's own words. */
const hidden = /[\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const controls = /\p{Cc}+/gu;
const controlsInText = /[^\P{Cc}\n\t]+/gu;

/** What an extension says, as one line that says what it looks like. */
export const singleLine = (text: string): string => text.replace(hidden, '').replace(controls, ' ').trim();

/** The same for a text that may have several lines. */
export const harmlessText = (text: string): string => text.replace(hidden, '').replace(controlsInText, ' ').trim();

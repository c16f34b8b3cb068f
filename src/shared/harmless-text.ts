/** Bidi controls and line separators: the text stands next to the app's own, which they could reorder. */
const hidden = /[\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const controls = /\p{Cc}+/gu;
const controlsInText = /[^\P{Cc}\n\t]+/gu;

/** Text of an extension as one line, without characters that falsify its look. */
export const singleLine = (text: string): string => text.replace(hidden, '').replace(controls, ' ').trim();

/** The same for a text that may have several lines. */
export const harmlessText = (text: string): string => text.replace(hidden, '').replace(controlsInText, ' ').trim();

/** Controls, marks that reverse the text direction, invisible characters, and unassigned code points. */
const unseen = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
const anyUnseen = new RegExp(`[${unseen}]`, 'u');
const gap = new RegExp(`[\\s${unseen}]+`, 'gu');

/** A foreign text as one line with no hidden characters, since it is shown beside the app's own words. */
export const plainLine = (text: string): string => text.replace(gap, ' ').trim();

/** Whether a text that must not be changed has no hidden characters. */
export const isPlainLine = (text: string): boolean => !anyUnseen.test(text);

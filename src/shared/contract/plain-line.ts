/** Controls, marks that turn the order of letters round, what takes no place on the screen, and letters of no script. */
const unseen = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
const anyUnseen = new RegExp(`[${unseen}]`, 'u');
const gap = new RegExp(`[\\s${unseen}]+`, 'gu');

/** A text of somebody else as one line that shows all there is to it, since it stands beside the app's own words. */
export const plainLine = (text: string): string => text.replace(gap, ' ').trim();

/** Whether all of a text that must stay as it is can be seen. */
export const isPlainLine = (text: string): boolean => !anyUnseen.test(text);

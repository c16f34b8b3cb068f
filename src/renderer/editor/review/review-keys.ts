/** As CodeMirror names keys. They work in a text with changes to review. */
export const reviewKeys = {
  next: 'F7',
  previous: 'Shift-F7',
  accept: 'Mod-F7',
  reject: 'Mod-Shift-F7',
} as const;

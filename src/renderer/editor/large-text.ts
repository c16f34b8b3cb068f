import type { Text } from '@codemirror/state';

/** A longer text, in characters or lines, is edited without what reads all of it; these are the limits of VS Code. */
const maxLength = 20 * 1024 * 1024;
const maxLines = 300_000;

export const isLarge = ({ length, lines }: Text): boolean => length > maxLength || lines > maxLines;

export const whatIsOff =
  'Files of more than 20 MB or 300,000 lines are shown without colours, folding, guides and word suggestions. Extensions do not see them, and models read none of more than 20 MB.';

export const whyNoColours = 'Texts of more than 2 MB are shown without the colours of languages that extensions add.';

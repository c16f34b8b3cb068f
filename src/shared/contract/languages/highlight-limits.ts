/** Characters; a longer text is not coloured by grammars of extensions. */
export const maxHighlightedLength = 2 * 1024 * 1024;

/** With more changes the text is sent whole: each costs a look through the text. */
export const mostChangesAtOnce = 100;

/** Spans of one answer; what would follow stays plain. */
export const mostSpans = 50_000;

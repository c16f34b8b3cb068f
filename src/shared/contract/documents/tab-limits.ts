/** Files that have been in front, of which a folder keeps the last ones. */
export const maxRecentFiles = 100;
/** Panes that the editor area is divided into at most. */
export const maxPanes = 12;

/** The id of the element with what a pane shows. */
export const bodyId = (pane: number): string => `editor-body-${pane}`;

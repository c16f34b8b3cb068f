/** What a notice about extensions offers: the view that has the rest. */
export const showExtensions = { id: 'show-extensions', label: 'Show extensions' } as const;

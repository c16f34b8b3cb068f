import type { WindowPart } from '../../../shared/contract/app-commands.ts';

/** Where each part of the window is in the page. */
export const partSelectors: Readonly<Record<WindowPart, string>> = {
  // Without the fields of the search above it.
  text: '[data-part="editor"] .cm-content',
  editor: '[data-part="editor"]',
  // And not the field in which one of its rows is named.
  tree: '#file-tree [role="tree"]:not(#search-results):not(:has(input:focus))',
  panel: '#agent-panel',
  'thread-header': '#agent-panel header',
};

import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import type { FileRules } from '../../../shared/contract/documents/file-rules.ts';
import { baseName } from '../../base/paths.ts';
import { api } from '../../bridge.ts';
import { useEditorFacts } from '../facts-store.ts';
import { applyOptions, followSessions, sessionPaths } from '../sessions.ts';
import { useDocuments } from './documents-store.ts';

/** The rules of `.editorconfig` files for a file, read now and applied to its open document. */
export async function rulesOf(path: string): Promise<FileRules> {
  const known = useEditorFacts.getState().rules[path] ?? {};
  if (isUntitled(path)) return known;
  const rules = await api.documents.rules(path).catch(() => known);
  if (JSON.stringify(rules) !== JSON.stringify(known)) {
    useEditorFacts.setState((facts) => ({ rules: { ...facts.rules, [path]: rules } }));
    applyOptions(path);
  }
  return rules;
}

/** Applies `.editorconfig` rules to documents: on opening, when a rules file is saved, and when the window regains focus. */
export function followRules(): void {
  const seen = new Set<string>();
  const lookAgain = () => {
    for (const path of sessionPaths()) void rulesOf(path);
  };
  useDocuments.subscribe(({ tabs }) => {
    for (const { kind, path } of tabs) {
      if (kind !== 'document' || seen.has(path)) continue;
      seen.add(path);
      void rulesOf(path);
    }
  });
  followSessions({
    saved: (path) => baseName(path) === '.editorconfig' && lookAgain(),
    closed: (path) => seen.delete(path),
  });
  window.addEventListener('focus', lookAgain);
}

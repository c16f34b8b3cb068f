import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { documentKey } from '../editor-setup.ts';
import { useEditorFacts } from '../facts-store.ts';
import { settingLanguages } from '../languages/setting-languages.ts';
import { choiceAt, completeChoices, snippetChoices } from './choices.ts';
import { matchSnippets, type PlaceIn } from './match-snippets.ts';

const placeIn: PlaceIn = (state) => ({
  state,
  key: state.facet(documentKey),
  root: useWorkspace.getState().workspace?.path,
  now: new Date(),
});

async function completeSnippets(context: CompletionContext): Promise<CompletionResult | null> {
  if (choiceAt(context.state)) return null;
  if (!context.explicit && !context.matchBefore(/\S$/)) return null;
  const name = useEditorFacts.getState().languages[context.state.facet(documentKey)];
  const languages = name === undefined ? [] : [name, ...settingLanguages(name)];
  const snippets = await api.extensions.snippets(languages).catch(() => []);
  return matchSnippets(context, snippets, placeIn);
}

/** Offers the snippets for the language of the document. @param open opens the list of completions */
export const snippets = (open: Command): Extension => [
  EditorState.languageData.of(() => [{ autocomplete: completeSnippets }, { autocomplete: completeChoices }]),
  snippetChoices(open),
];

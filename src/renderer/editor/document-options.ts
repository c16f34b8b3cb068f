import type { Extension, Text } from '@codemirror/state';
import { type EditorSettings, editorKeys } from '../../shared/contract/settings/setting-table.ts';
import { resolveEditorSettings } from '../../shared/settings/resolve-settings.ts';
import { useSettings } from '../base/settings-store.ts';
import { editorOptions } from './editor-options.ts';
import { useEditorFacts } from './facts-store.ts';
import { detectIndentation, type Indentation, indentationOf } from './indentation.ts';
import { defaultsOf } from './languages/languages-store.ts';
import { settingLanguages } from './languages/setting-languages.ts';
import { isLarge } from './large-text.ts';

/** What is looked at in a text when it is opened, and counts besides the settings. */
export interface OptionFacts {
  readonly detected: ReturnType<typeof detectIndentation>;
  readonly hasGuides: boolean;
  readonly isLarge: boolean;
}

/** As the setting of the guides says. */
const maxGuidedLines = 50_000;

export const factsOf = (text: Text): OptionFacts => ({
  detected: detectIndentation(text),
  hasGuides: text.lines <= maxGuidedLines,
  isLarge: isLarge(text),
});

/** The settings that the editor's extras obey, as an extension. */
export type ExtraOptions = (settings: EditorSettings, facts: OptionFacts) => Extension;

let extraOptions: ExtraOptions = () => [];
const made = new Map<string, Extension>();

/** Call when the extras are loaded, and apply the options of each document anew. */
export function setExtraOptions(options: ExtraOptions): void {
  extraOptions = options;
  made.clear();
}

/** The settings for a document, as an extension. */
export function optionsFor(
  path: string,
  facts: OptionFacts,
): { readonly options: Extension; readonly indentation: Indentation } {
  const { settings, levels } = useSettings.getState();
  const language = useEditorFacts.getState().languages[path];
  const values = resolveEditorSettings(settings, levels, settingLanguages(language), defaultsOf(language));
  const indentation = indentationOf(values, facts.detected, useEditorFacts.getState().rules[path]);
  return { options: madeOptions(values, indentation, facts), indentation };
}

/** Equal settings give the identical extension, so that nothing is redrawn without need. */
function madeOptions(values: EditorSettings, indentation: Indentation, facts: OptionFacts): Extension {
  const key = JSON.stringify([editorKeys.map((name) => values[name]), indentation, facts.hasGuides, facts.isLarge]);
  const options = made.get(key) ?? [editorOptions(values, indentation), extraOptions(values, facts)];
  made.delete(key);
  if (made.size > 20) made.clear();
  made.set(key, options);
  return options;
}

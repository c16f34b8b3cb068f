import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { getLocation } from 'jsonc-parser';
import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import {
  formatTakes,
  isSettingKey,
  type SettingKey,
  settingKeys,
  settingRow,
} from '../../../shared/contract/settings/setting-table.ts';
import type { SettingLevel } from '../../../shared/contract/settings/settings.ts';
import { languagesOf, placeFault, readSettings } from '../../../shared/settings/read-settings.ts';
import { enterTakes, tooltipLook } from '../../editor/display/completion-list.ts';

/** Completes and checks the text of a settings file by the table of settings. */
export const settingsJson = (level: SettingLevel): Extension => [
  linter(({ state }) => diagnose(state.doc.toString(), level), { delay: 150 }),
  lintGutter(),
  autocompletion({ override: [(context) => complete(context, level)], icons: false }),
  enterTakes.of(true),
  tooltipLook,
];

/** Faults in the text of a settings file, with their places. */
export function diagnose(text: string, level: SettingLevel): Diagnostic[] {
  const read = readSettings(text, level);
  if (!read.isReadable) {
    return read.faults.map(({ from, to, message }) => ({
      from: Math.min(from, text.length),
      to: Math.min(to, text.length),
      severity: 'error',
      message: `This is not valid JSON: ${message}. The previous settings stay in effect.`,
    }));
  }
  return read.reading.faults.map(({ from, to, message, severity }) => ({
    from,
    to,
    message,
    severity: severity === 'error' ? 'error' : 'info',
  }));
}

function complete(context: CompletionContext, level: SettingLevel): CompletionResult | null {
  const text = context.state.doc.toString();
  const found = completionsAt(text, context.pos, level);
  if (!found || found.options.length === 0) return null;
  const { from, to } = found;
  const isTyped = from < context.pos;
  if (!context.explicit && !isTyped) return null;
  return {
    from,
    options: found.options.map((option) => ({
      ...option,
      apply(view: EditorView, { label }: Completion) {
        // A closing quote or bracket that was typed automatically is behind the cursor, and is replaced too.
        const end = Math.max(view.state.selection.main.head, to - context.pos + view.state.selection.main.head);
        const rest = option.detailAfter ?? '';
        const insert = `${label}${rest}`;
        view.dispatch({
          changes: { from, to: end, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
        });
      },
    })),
    validFor: /^["\w.[\]-]*$/,
  };
}

interface SettingCompletion extends Completion {
  readonly detailAfter?: string;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly SettingCompletion[];
}

/** Completions at an offset of the text. Labels are JSON. */
export function completionsAt(text: string, at: number, level: SettingLevel): Completions | null {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  const isWithin = previousNode && previousNode.offset <= at && at <= previousNode.offset + previousNode.length;
  const range = isWithin
    ? { from: previousNode.offset, to: previousNode.offset + previousNode.length }
    : wordAt(text, at);
  const [first, second] = path.map(String);
  if (first === 'keybindings' && path.length === 3 && level === 'user')
    return { ...range, options: keybindingOptions(path, isAtPropertyKey) };
  const inLanguage = path.length === 2 && first !== undefined && languagesOf(first) !== null;
  if (path.length !== 1 && !inLanguage) return null;
  if (!isAtPropertyKey) {
    const key = inLanguage ? second : first;
    return key !== undefined && isSettingKey(key) ? { ...range, options: valuesOf(key) } : null;
  }
  const hasValue = /^\s*:/.test(text.slice(range.to));
  const keys = settingKeys.filter((key) => placeFault(key, level, inLanguage) === null);
  const options = keys.map((key): SettingCompletion => {
    const { title, description, takes } = settingRow(key);
    return {
      label: JSON.stringify(key),
      displayLabel: key,
      detail: title,
      info: `${description} It ${formatTakes(takes)}.`,
      ...(!hasValue && { detailAfter: `: ${JSON.stringify(settingRow(key).default)}` }),
    };
  });
  return { ...range, options };
}

/** Completions within a row of `keybindings`. */
function keybindingOptions([, , name]: readonly (string | number)[], isAtPropertyKey: boolean): SettingCompletion[] {
  if (isAtPropertyKey) return ['key', 'command'].map((each) => ({ label: JSON.stringify(each), detailAfter: ': ""' }));
  if (name !== 'command') return [];
  const titleOf = (command: AppCommand) => commandTable[command].title;
  return appCommands.map((command) => ({ label: JSON.stringify(command), detail: titleOf(command) }));
}

function valuesOf(key: SettingKey): SettingCompletion[] {
  const { takes, default: usual } = settingRow(key);
  const literal = (value: unknown, detail = ''): SettingCompletion => ({
    label: JSON.stringify(value),
    detail: value === usual && detail === '' ? 'default' : detail,
  });
  switch (takes.kind) {
    case 'switch':
    case 'features':
      return [literal(true), literal(false)];
    case 'choice':
    case 'theme':
      return takes.choices.map(({ value, label }) => literal(value, value === usual ? `${label} (default)` : label));
    default:
      return [literal(usual, 'default')];
  }
}

function wordAt(text: string, at: number): { from: number; to: number } {
  const before = /["\w.[\]-]*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  return { from: at - before, to: at };
}

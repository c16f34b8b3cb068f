import type { Keybinding } from '../../keys/keybinding.ts';
import type { AgentServersSetting } from '../agent-servers/agent-server-setting.ts';
import type { SetSizeLimits } from '../size-limits.ts';
import type { ThemeSetting } from '../themes/theme.ts';
import type { ThreadLimit } from '../thread.ts';
import type { ToolRule } from '../tool.ts';
import { type FixedPage, pageTitles } from './page-titles.ts';
import type { SettingValue } from './setting-value.ts';

/**
 * All settings of the app, one per row: source of defaults, types, validation, the page, the completion of the JSON
 * view and the table of docs/settings.md. Without schemas, since the first paint does not load their library.
 */

/** The page with a setting's control. */
export type SettingPage = Exclude<FixedPage, 'keys'>;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Type of a setting's value, which determines its validation and its control. */
export type SettingTakes =
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly isWhole: boolean }
  /** A value of CSS `font-family`; empty: none. */
  | { readonly kind: 'fonts' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** One of the app's themes, or the absolute path of a theme file. */
  | { readonly kind: 'theme'; readonly choices: readonly Choice[] }
  /** On, off, or a value of CSS `font-feature-settings`. */
  | { readonly kind: 'features' }
  /** Columns of the text for rulers. */
  | { readonly kind: 'columns' }
  /** Has its own control, and its schema in `settings.ts`. */
  | { readonly kind: 'form' };

export interface SettingDefinition<T = unknown> {
  readonly title: string;
  /** Effect of the setting, in a sentence. */
  readonly description: string;
  readonly page: SettingPage;
  /** Heading on its page. */
  readonly group: string;
  readonly takes: SettingTakes;
  readonly default: T;
  /** Whether a trusted folder can override it. */
  readonly isOfFolders: boolean;
  /** Whether it can be set by language. */
  readonly isOfLanguages: boolean;
}

/** A ruler: a column, or one with a colour of its own. */
export type Ruler = number | { readonly column: number; readonly color?: string | null | undefined };

type Words = Pick<SettingDefinition, 'title' | 'description' | 'page' | 'group'>;
const onlyOwn = { isOfFolders: false, isOfLanguages: false } as const;
const everywhere = { isOfFolders: true, isOfLanguages: true } as const;

const form = <T>(value: T, words: Words): SettingDefinition<T> => ({
  ...words,
  ...onlyOwn,
  takes: { kind: 'form' },
  default: value,
});

/** Builds rows for the text editor, which can be set by folder and by language. */
const editor = (group: string) => {
  const row = <T>(value: T, takes: SettingTakes, title: string, description: string): SettingDefinition<T> => ({
    page: 'editor',
    group,
    title,
    description,
    takes,
    default: value,
    ...everywhere,
  });
  return {
    flag: (value: boolean, title: string, description: string) =>
      row<boolean>(value, { kind: 'switch' }, title, description),
    number: (value: number, [least, most]: readonly [number, number], title: string, description: string) =>
      row<number>(value, { kind: 'number', least, most, isWhole: false }, title, description),
    whole: (value: number, [least, most]: readonly [number, number], title: string, description: string) =>
      row<number>(value, { kind: 'number', least, most, isWhole: true }, title, description),
    choice: <const V extends string>(
      value: NoInfer<V>,
      choices: Readonly<Record<V, string>>,
      title: string,
      description: string,
    ) => row<V>(value, { kind: 'choice', choices: choicesOf(choices) }, title, description),
    of: row,
  };
};

const choicesOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

const font = editor('Font');
const indentation = editor('Indentation');
const wrapping = editor('Line wrapping');
const display = editor('What is shown');
const typing = editor('Typing');
const saving = editor('Saving');

const settingTable = {
  theme: {
    page: 'appearance',
    group: 'Theme',
    title: 'Theme',
    description:
      'The colours of the app, or those of a theme file of VS Code or Zed. System follows the settings of this computer.',
    takes: {
      kind: 'theme',
      choices: choicesOf({
        system: 'System',
        light: 'Light',
        dark: 'Dark',
        highContrastLight: 'High contrast light',
        highContrastDark: 'High contrast dark',
      }),
    },
    default: 'system',
    ...onlyOwn,
  } as SettingDefinition<ThemeSetting>,

  'editor.fontFamily': font.of<string>(
    '',
    { kind: 'fonts' },
    'Font family',
    'Font names as in CSS, preferred first. Leave empty for this system’s usual code font.',
  ),
  'editor.fontSize': font.number(13, [6, 100], 'Font size', 'In pixels.'),
  'editor.fontWeight': font.choice(
    'normal',
    {
      normal: 'Normal',
      bold: 'Bold',
      100: '100',
      200: '200',
      300: '300',
      400: '400',
      500: '500',
      600: '600',
      700: '700',
      800: '800',
      900: '900',
    },
    'Font weight',
    'How bold the letters are.',
  ),
  'editor.fontLigatures': font.of<boolean | string>(
    false,
    { kind: 'features' },
    'Ligatures',
    'Draws signs such as => as one, if the font can. In JSON, also a value of CSS font-feature-settings.',
  ),
  'editor.lineHeight': font.number(
    0,
    [0, 150],
    'Line height',
    '0 follows the font size. Below 8 it is a multiple of that size; from 8 on it is in pixels.',
  ),
  'editor.letterSpacing': font.number(0, [-5, 20], 'Letter spacing', 'Pixels between letters.'),

  'editor.tabSize': indentation.whole(
    4,
    [1, 100],
    'Tab size',
    'Columns of a tab and of an indentation step, unless the file’s own lines show it.',
  ),
  'editor.insertSpaces': indentation.flag(
    true,
    'Insert spaces',
    'The Tab key inserts spaces, unless the file’s own lines show otherwise.',
  ),
  'editor.detectIndentation': indentation.flag(
    true,
    'Detect indentation',
    'Takes tab size and spaces from the file’s own lines where they show it.',
  ),

  'editor.wordWrap': wrapping.choice(
    'off',
    {
      off: 'Off',
      on: 'At the edge of the window',
      wordWrapColumn: 'At the wrap column',
      bounded: 'At whichever comes first',
    },
    'Word wrap',
    'Where long lines wrap.',
  ),
  'editor.wordWrapColumn': wrapping.whole(80, [1, 10_000], 'Wrap column', 'Used when wrapping at a column.'),
  'editor.wrappingIndent': wrapping.choice(
    'same',
    { none: 'None', same: 'Same as the line', indent: 'One step more', deepIndent: 'Two steps more' },
    'Indentation of wrapped lines',
    'Where the following rows of a wrapped line start.',
  ),

  'editor.lineNumbers': display.choice(
    'on',
    { off: 'Off', on: 'On', relative: 'Distance from the cursor', interval: 'Every tenth' },
    'Line numbers',
    'The numbers left of the lines.',
  ),
  'editor.rulers': display.of<readonly Ruler[]>(
    [],
    { kind: 'columns' },
    'Rulers',
    'Columns with a vertical line, such as 80, 120.',
  ),
  'editor.renderWhitespace': display.choice(
    'none',
    {
      none: 'Never',
      boundary: 'All but single spaces between words',
      selection: 'In what is selected',
      trailing: 'At the ends of lines',
      all: 'Always',
    },
    'Marks of spaces and tabs',
    'Where spaces and tabs are drawn as dots and arrows.',
  ),
  'editor.renderControlCharacters': display.flag(
    true,
    'Marks of control characters',
    'Draws invisible characters as signs.',
  ),
  'editor.renderLineHighlight': display.choice(
    'all',
    { none: 'Nothing', gutter: 'Line number', line: 'Line', all: 'Both' },
    'Highlight of the current line',
    'Which part has a background.',
  ),
  'editor.scrollBeyondLastLine': display.flag(
    false,
    'Scroll beyond the last line',
    'Scrolls until the last line is at the top.',
  ),

  'editor.guides.indentation': display.flag(
    true,
    'Indentation guides',
    'Draws a line at each step of indentation, in files of up to 50,000 lines.',
  ),

  'editor.wordBasedSuggestions': typing.choice(
    'matchingDocuments',
    {
      off: 'None',
      currentDocument: 'Of this file',
      matchingDocuments: 'Of open files of this language',
      allDocuments: 'Of all open files',
    },
    'Suggested words',
    'Words offered as you type code; Tab takes one. Elsewhere they come with Complete Word.',
  ),
  'editor.autoClosingBrackets': typing.choice(
    'languageDefined',
    {
      always: 'Always',
      languageDefined: 'As the language defines it',
      beforeWhitespace: 'Before white space',
      never: 'Never',
    },
    'Closing brackets',
    'Adds the closing bracket or quote to an opening one.',
  ),

  'explorer.autoReveal': {
    page: 'editor',
    group: 'Files',
    title: 'Show the open file in the tree',
    description: 'The file tree follows the active file.',
    takes: { kind: 'switch' },
    default: true,
    isOfFolders: true,
    isOfLanguages: false,
  } as SettingDefinition<boolean>,

  'workbench.editor.enablePreview': {
    page: 'editor',
    group: 'Files',
    title: 'Preview tabs',
    description:
      'A click in the tree or on a found line opens a tab in italics that the next one replaces, unless you edit it.',
    takes: { kind: 'switch' },
    default: true,
    isOfFolders: true,
    isOfLanguages: false,
  } as SettingDefinition<boolean>,

  'files.autoSave': saving.choice(
    'off',
    {
      off: 'Never',
      afterDelay: 'After a pause',
      onFocusChange: 'When you leave the editor',
      onWindowChange: 'When another window is used',
    },
    'Save automatically',
    'Files changed by another program, and files without a name, are left to you.',
  ),
  'files.autoSaveDelay': saving.whole(1000, [100, 600_000], 'Pause before it saves', 'In milliseconds.'),
  'files.trimTrailingWhitespace': saving.flag(
    false,
    'Trim trailing spaces',
    'When a file is saved. Auto save leaves the line you are in.',
  ),
  'files.insertFinalNewline': saving.flag(
    false,
    'Final newline',
    'Adds a newline at the end of a file when it is saved.',
  ),
  'files.trimFinalNewlines': saving.flag(
    false,
    'Remove empty lines at the end',
    'Removes extra newlines at the end of a file when it is saved.',
  ),

  asksBeforeQuit: {
    page: 'editor',
    group: 'Unsaved files',
    title: 'Ask when the window closes',
    description: 'Unsaved text is backed up every second and restored when the app starts, with its undo history.',
    takes: { kind: 'switch' },
    default: false,
    ...onlyOwn,
  } as SettingDefinition<boolean>,

  keybindings: form<readonly Keybinding[]>([], {
    page: 'keyboard',
    group: 'Keyboard',
    title: 'Keyboard shortcuts',
    description: 'Keys of commands, as rows with a key and a command. “-” before a command takes its key away.',
  }),

  autoTitles: {
    page: 'agent',
    group: 'Titles',
    title: 'Name new threads automatically',
    description: 'Asks the provider’s small model once for each new thread.',
    takes: { kind: 'switch' },
    default: true,
    ...onlyOwn,
  } as SettingDefinition<boolean>,
  threadLimit: form<ThreadLimit>(
    {},
    {
      page: 'agent',
      group: 'Budget for new threads',
      title: 'Budget for new threads',
      description: 'The tokens or cost at which a thread pauses and asks you.',
    },
  ),
  sizeLimits: form<SetSizeLimits>(
    {},
    {
      page: 'agent',
      group: 'Size limits',
      title: 'Size limits',
      description: 'The largest answer, thinking, tool output and thread file, in bytes.',
    },
  ),
  agent_servers: form<AgentServersSetting>(
    {},
    {
      page: 'agents',
      group: pageTitles.agents,
      title: pageTitles.agents,
      description: 'Agents that are started by a command, by name, and variables for those that are installed.',
    },
  ),
  toolRules: form<readonly ToolRule[]>([], {
    page: 'approvals',
    group: pageTitles.approvals,
    title: pageTitles.approvals,
    description: 'What models are allowed to do without asking, and what never.',
  }),
  extensions: form<Readonly<Record<string, Readonly<Record<string, SettingValue>>>>>(
    {},
    {
      page: 'extensions',
      group: pageTitles.extensions,
      title: 'Settings of extensions',
      description: 'Values of the settings that extensions declare, by extension and key.',
    },
  ),
} satisfies Readonly<Record<string, SettingDefinition>>;

type Table = typeof settingTable;
export type SettingKey = keyof Table;

/** Effective settings by key. */
export type Settings = { readonly [K in SettingKey]: Table[K]['default'] };

/** The settings for the text of a file, which can be set by language. */
export type EditorKey = Extract<SettingKey, `editor.${string}`>;
type SavingKey = Extract<SettingKey, `files.${string}`>;
export type EditorSettings = Pick<Settings, EditorKey | SavingKey>;

export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];

export const editorKeys = settingKeys.filter((key): key is EditorKey => key.startsWith('editor.'));

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key);

export const settingRow = (key: SettingKey): SettingDefinition => settingTable[key];

export const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, settingTable[key].default]),
) as unknown as Settings;

const listed = (choices: readonly Choice[]): string => choices.map(({ value }) => `"${value}"`).join(', ');

/** Describes the accepted values, as the end of a sentence that begins with the key. */
export function formatTakes(takes: SettingTakes): string {
  switch (takes.kind) {
    case 'switch':
      return 'takes true or false';
    case 'number':
      return `takes a ${takes.isWhole ? 'whole ' : ''}number from ${takes.least} to ${takes.most}`;
    case 'fonts':
      return 'takes font names as in CSS, separated by commas, such as "\'3270 Nerd Font\', monospace": quotes are closed, and a word outside them begins with a letter';
    case 'choice':
      return `takes one of ${listed(takes.choices)}`;
    case 'theme':
      return `takes one of ${listed(takes.choices)}, or the absolute path of a theme file of VS Code or Zed (.json)`;
    case 'features':
      return "takes true, false, or a text such as \"'ss01', 'calt'\"";
    case 'columns':
      return 'takes a list of columns such as [80, 120]';
    case 'form':
      return 'has another form';
  }
}

import { z } from 'zod/mini';
import { singleLine } from '../../shared/harmless-text.ts';
import { type Colour, faded, over } from './colour.ts';
import type { ScopeLook } from './scope-rules.ts';
import { colourSchema, line, orNone } from './theme-values.ts';

/** One of the themes in a file of Zed. */
export interface FamilyTheme {
  readonly name: string;
  readonly type: 'light' | 'dark';
  /** By key of VS Code, such as `editor.background`. */
  readonly colours: ReadonlyMap<string, Colour>;
  /** By name of a capture of syntax, such as `string.escape`. */
  readonly captures: ReadonlyMap<string, ScopeLook>;
  /** How many colours and styles are in a form that is not taken. */
  readonly skipped: number;
}

export interface ThemeFamily {
  readonly themes: readonly FamilyTheme[];
  /** How many themes are in a form that is not taken. */
  readonly skipped: number;
}

/** Themes of one file. */
const mostThemes = 200;
/** Styles of syntax in one theme. Those of Zed have about fifty. */
const mostCaptures = 1000;

const familySchema = z.object({ themes: z.array(z.unknown()) });
const themeSchema = z.object({
  // It stands in the app's own list.
  name: line.check(
    z.maxLength(200),
    z.refine((name) => singleLine(name) === name.trim() && name.trim() !== ''),
  ),
  appearance: z.enum(['light', 'dark']),
  style: z.record(z.string(), z.unknown()),
});
const playersSchema = z.array(
  z.object({ cursor: orNone(colourSchema), background: orNone(colourSchema), selection: orNone(colourSchema) }),
);
const captureSchema = z.object({
  color: z.nullish(colourSchema),
  font_style: z.nullish(z.enum(['normal', 'italic', 'oblique'])),
  font_weight: z.nullish(z.number()),
});

/** Keys of a style that are not colours. */
const noColours: ReadonlySet<string> = new Set(['players', 'syntax', 'accents', 'background.appearance']);

/** Surfaces that lie on the window itself. */
const surfaces = ['editor.background', 'sideBar.background'];

/** Where Zed has the colour of a key of VS Code, the likeliest first. Keys without a row have no use here. */
const sources: Readonly<Record<string, readonly string[]>> = {
  'editor.background': ['editor.background', 'background'],
  'editor.foreground': ['editor.foreground', 'text'],
  foreground: ['text'],
  descriptionForeground: ['text.muted'],
  'sideBar.background': ['panel.background', 'surface.background', 'background'],
  'list.hoverBackground': ['ghost_element.hover', 'element.hover', 'elevated_surface.background'],
  'list.activeSelectionBackground': ['ghost_element.selected', 'element.selected'],
  'panel.border': ['border.variant', 'border'],
  'input.border': ['border'],
  'textLink.foreground': ['text.accent', 'link_text.hover', 'icon.accent'],
  focusBorder: ['border.focused'],
  'editor.lineHighlightBackground': ['editor.active_line.background'],
  'editorLineNumber.foreground': ['editor.line_number'],
  'editor.findMatchHighlightBackground': ['search.match_background'],
  errorForeground: ['error'],
  'editorWarning.foreground': ['warning'],
  'gitDecoration.addedResourceForeground': ['version_control.added', 'created', 'success'],
  'diffEditor.insertedLineBackground': ['created.background'],
  'diffEditor.removedLineBackground': ['deleted.background'],
  'diffEditor.insertedTextBackground': ['version_control.word_added'],
  'diffEditor.removedTextBackground': ['version_control.word_deleted'],
  'terminal.ansiRed': ['terminal.ansi.red'],
  'terminal.ansiGreen': ['terminal.ansi.green'],
  'terminal.ansiYellow': ['terminal.ansi.yellow'],
  'terminal.ansiBlue': ['terminal.ansi.blue'],
  'terminal.ansiMagenta': ['terminal.ansi.magenta'],
  'terminal.ansiCyan': ['terminal.ansi.cyan'],
  'terminal.ansiBrightMagenta': ['terminal.ansi.bright_magenta'],
};

/** What Zed colours by a key of the style where a theme has no capture for it. */
const captureSources = { 'diff.plus': 'created', 'diff.minus': 'deleted', 'diff.delta': 'modified', invalid: 'error' };

/**
 * @param root the value of a theme file's JSON
 * @returns null: it is not a file of Zed's form, which has a list of `themes`
 */
export function readFamily(root: unknown): ThemeFamily | null {
  const family = themesIn(root);
  return family && { themes: family.themes.map(themeOf), skipped: family.skipped };
}

/** The names of the themes in it, as `readFamily` has them, without reading their colours. */
export const namesOfFamily = (root: unknown): readonly string[] => themesIn(root)?.themes.map(({ name }) => name) ?? [];

function themesIn(root: unknown) {
  const family = familySchema.safeParse(root);
  if (!family.success) return null;
  const themes = family.data.themes.slice(0, mostThemes).flatMap((value) => {
    const theme = themeSchema.safeParse(value);
    return theme.success ? [theme.data] : [];
  });
  return { themes, skipped: family.data.themes.length - themes.length };
}

function themeOf({ name, appearance: type, style }: z.output<typeof themeSchema>): FamilyTheme {
  const own = coloursIn(style);
  const [player] = orNone(playersSchema).parse(style.players) ?? [];
  const colours = new Map<string, Colour>();
  const set = (key: string, colour: Colour | undefined) => colour && colours.set(key, colour);
  for (const [key, keys] of Object.entries(sources)) {
    set(key, own.read.get(keys.find((one) => own.read.has(one)) ?? ''));
  }
  // A theme that lets the desktop shine through has clear surfaces on a window that is nearly opaque.
  const ground = own.read.get('background');
  for (const key of surfaces) {
    const surface = colours.get(key);
    if (surface && ground) colours.set(key, over(surface, faded(ground, 1)));
  }
  set('editor.selectionBackground', player?.selection);
  set('editorCursor.foreground', player?.cursor);
  set('badge.background', player?.background);

  const syntax = capturesIn(orNone(z.record(z.string(), z.unknown())).parse(style.syntax) ?? {});
  for (const [capture, key] of Object.entries(captureSources)) {
    const foreground = own.read.get(key);
    if (foreground && !syntax.read.has(capture)) syntax.read.set(capture, { foreground });
  }
  return { name, type, colours, captures: syntax.read, skipped: own.skipped + syntax.skipped };
}

function coloursIn(style: Readonly<Record<string, unknown>>) {
  const read = new Map<string, Colour>();
  let skipped = 0;
  for (const [key, value] of Object.entries(style)) {
    if (value === null || noColours.has(key)) continue;
    const colour = colourSchema.safeParse(value);
    if (colour.success) read.set(key, colour.data);
    else skipped++;
  }
  return { read, skipped };
}

function capturesIn(syntax: Readonly<Record<string, unknown>>) {
  const read = new Map<string, ScopeLook>();
  let skipped = 0;
  for (const [name, value] of Object.entries(syntax).slice(0, mostCaptures)) {
    const capture = captureSchema.safeParse(value);
    if (!capture.success) {
      skipped++;
      continue;
    }
    const { color, font_style: style, font_weight: weight } = capture.data;
    const words = [style && style !== 'normal' && 'italic', typeof weight === 'number' && weight >= 600 && 'bold'];
    const isStyled = typeof style === 'string' || typeof weight === 'number';
    read.set(name, {
      foreground: color ?? undefined,
      fontStyle: isStyled ? words.filter(Boolean).join(' ') : undefined,
    });
  }
  return { read, skipped };
}

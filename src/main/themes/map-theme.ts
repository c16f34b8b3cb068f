import { type CodeTag, codeTags, tagVariables } from '../../shared/contract/themes/code-tags.ts';
import type { ThemeKind } from '../../shared/contract/themes/theme.ts';
import { type Colour, contrast, faded, formatColour, mix, over, parseColour, veil, vividness } from './colour.ts';
import { calm, faint, farthestFrom, legible } from './legible.ts';
import type { ThemeSource } from './load-theme.ts';
import { createScopeLookup, type ScopeLook } from './scope-rules.ts';
import { lookOfCaptures } from './tag-captures.ts';
import { scopesOf } from './tag-scopes.ts';
import { isDarkSurface, type Surfaces, surfacesOf } from './theme-surfaces.ts';

export interface MappedTheme {
  readonly kind: ThemeKind;
  /** Values of CSS by custom property. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * The colours of a theme as our tokens. What it does not say is made of what it says, and texts that would not be
 * legible are moved until they are.
 */
export function mapTheme(source: ThemeSource): MappedTheme {
  const surfaces = surfacesOf(source);
  const lines = linesOf(surfaces);
  const looks = looksOf(source, surfaces, lines);
  return {
    kind: surfaces.kind,
    variables: {
      ...tokensOf(surfaces, lines, looks),
      ...codeTokensOf(surfaces, lines, looks),
      ...tagsOf(surfaces, looks),
    },
  };
}

const colour = (hex: string): Colour => parseColour(hex) as Colour;

/** Hues with a meaning, for themes that have none; they are moved until they are legible. */
const hues = {
  accent: colour('#3b82d6'),
  danger: colour('#d9534a'),
  warning: colour('#c08a1e'),
  success: colour('#3f9b5c'),
  orange: colour('#cf7436'),
  pink: colour('#cf5a9c'),
  cyan: colour('#2c98a5'),
  violet: colour('#9a63cf'),
};

function tokensOf(surfaces: Surfaces, lines: Lines, looks: Looks): Record<string, string> {
  const { kind, least, text0, around, raised, text, code, pick } = surfaces;
  const end = farthestFrom(text0);
  const isHigh = kind.startsWith('highContrast');
  const chosen = (keys: readonly string[], usual: Colour): Colour => pick(keys, text0) ?? usual;
  const background = (wanted: Colour): Colour => calm(wanted, text0, [text, code, end], least);
  /** What marks code for a moment is to be seen first of all; of code, comments are the palest. */
  const marking = (wanted: Colour): Colour =>
    calm(calm(wanted, text0, [text, code], isHigh ? 4.5 : 3.5), text0, [looks.comment.foreground ?? code], 3);

  const seed = accentOf(surfaces, looks);
  const selected = pick(['list.activeSelectionBackground', 'list.inactiveSelectionBackground'], around);
  const soft = background(faint(selected ?? mix(around, seed, 0.22), around, mostOfRow));
  const all = [text0, around, raised, soft] as const;
  const readable = (wanted: Colour): Colour => legible(wanted, all, least);
  const marked = (wanted: Colour): Colour => legible(wanted, all, 3);
  const accent = readable(seed);
  const danger = readable(chosen(dangerKeys, hues.danger));
  const warning = chosen(['editorWarning.foreground', 'list.warningForeground', 'terminal.ansiYellow'], hues.warning);
  const success = chosen(successKeys, hues.success);
  const strong = marked(pick(['contrastBorder', 'input.border', 'dropdown.border'], text0) ?? mix(text0, end, 0.45));
  const border = pick(['contrastBorder', 'panel.border', 'sideBar.border', 'editorGroup.border'], around);
  const hasBorder = border !== undefined && contrast(border, around) >= 1.08;
  const shadow = isDarkSurface(surfaces) ? '0 8px 28px rgb(0 0 0 / 45%)' : '0 6px 24px rgb(16 24 32 / 18%)';
  const part = (keys: readonly string[], hue: Colour, below: Colour): Colour =>
    isHigh ? legible(hue, [text0, below], 3) : background(pick(keys, below) ?? mix(below, hue, 0.2));

  const tokens: Readonly<Record<string, Colour>> = {
    'surface-0': text0,
    'surface-1': around,
    'surface-2': raised,
    text,
    'text-quiet': readable(quietOf(surfaces)),
    'text-faint': legible(chosen(['editorLineNumber.foreground'], mix(text0, text, 0.5)), [text0], least),
    border: isHigh ? strong : hasBorder ? border : mix(around, end, 0.14),
    'border-strong': strong,
    button: faded(end, 0.08),
    'button-hover': faded(end, 0.15),
    'button-border': isHigh ? strong : faded(end, 0),
    accent,
    'accent-text': legible(chosen(['button.foreground'], text0), [accent], least),
    'accent-soft': soft,
    danger,
    warning: readable(warning),
    success: readable(success),
    'success-mark': marked(success),
    'warning-mark': marked(warning),
    scrim: faded(colour('#000000'), isDarkSurface(surfaces) ? 0.5 : 0.36),
    selection: seen(marking(chosen(['editor.selectionBackground'], mix(text0, accent, 0.3))), text0, () =>
      marking(mix(text0, accent, 0.3)),
    ),
    'selection-border': isHigh ? strong : faded(end, 0),
    // The selection lies below it.
    'line-active': veil(lines.active, text0),
    match: seen(
      marking(chosen(['editor.findMatchHighlightBackground', 'editor.findMatchBackground'], mix(text0, warning, 0.4))),
      text0,
      () => marking(mix(text0, warning, 0.4)),
    ),
    'match-border': isHigh ? strong : (pick(['editor.findMatchHighlightBorder'], text0) ?? faded(end, 0)),
    added: lines.added,
    'added-strong': part(['diffEditor.insertedTextBackground'], success, lines.added),
    removed: lines.removed,
    'removed-strong': part(['diffEditor.removedTextBackground'], danger, lines.removed),
    scrollbar: faded(end, 0.2),
    caret: legible(chosen(['editorCursor.foreground'], accent), [text0], 3),
    'code-text': code,
    'file-script': marked(chosen(['terminal.ansiBlue'], hues.accent)),
    'file-dynamic': marked(chosen(['terminal.ansiYellow'], hues.warning)),
    'file-compiled': marked(hues.orange),
    'file-style': marked(chosen(['terminal.ansiMagenta'], hues.pink)),
    'file-data': marked(chosen(['terminal.ansiCyan'], hues.cyan)),
    'file-prose': marked(mix(text, hues.accent, 0.3)),
    'file-image': marked(chosen(['terminal.ansiBrightMagenta'], hues.violet)),
    'file-shell': marked(chosen(['terminal.ansiGreen'], hues.success)),
  };
  const values = Object.entries(tokens).map(([name, value]) => [`--${name}`, formatColour(value)]);
  return { ...Object.fromEntries(values), '--shadow': shadow };
}

/** Contrast of a chosen row with the others. */
const mostOfRow = 1.4;

/** Where themes have the one hue that stands for them, the likeliest first. */
const accentKeys = [
  'button.background',
  'focusBorder',
  'textLink.foreground',
  'activityBarBadge.background',
  'badge.background',
  'progressBar.background',
];

/** A vivid colour that needs little to be legible; where the workbench of a theme has none, its code has. */
function accentOf({ text0, pick }: Surfaces, looks: Looks): Colour {
  const found = accentKeys.map((key) => pick([key], text0)).filter((one) => one !== undefined);
  const ofCode = [looks.function.foreground, looks.keyword.foreground].filter((one) => one !== undefined);
  const isFit = (least: number) => (one: Colour) => vividness(one) > 0.2 && contrast(one, text0) >= least;
  return found.find(isFit(4)) ?? found.find(isFit(3)) ?? ofCode.find(isFit(3)) ?? found[0] ?? hues.accent;
}

/** Quieter than the text, also in themes that have one text for all. */
function quietOf({ text0, text, pick }: Surfaces): Colour {
  const found = pick(['descriptionForeground'], text0);
  return found && contrast(found, text0) < 0.8 * contrast(text, text0) ? found : mix(text0, text, 0.68);
}

/** A background that can be told from the surface, or else another one. */
const seen = (wanted: Colour, surface: Colour, otherwise: () => Colour): Colour =>
  contrast(wanted, surface) >= 1.12 ? wanted : otherwise();

const dangerKeys = ['errorForeground', 'editorError.foreground', 'terminal.ansiRed'];
const successKeys = ['gitDecoration.addedResourceForeground', 'terminal.ansiGreen'];

/** Colours below whole lines of code. */
interface Lines {
  readonly active: Colour;
  readonly added: Colour;
  readonly removed: Colour;
}

/** So faint that the colours of code need no more than a little more contrast on it. */
const mostOfLine = 1.14;

function linesOf({ text0, text, code, least, pick }: Surfaces): Lines {
  const end = farthestFrom(text0);
  const line = (keys: readonly string[], usual: Colour): Colour =>
    calm(faint(pick(keys, text0) ?? usual, text0, mostOfLine), text0, [text, code, end], least);
  const tinted = (keys: readonly string[], hue: Colour): Colour => mix(text0, pick(keys, text0) ?? hue, 0.14);
  return {
    active: line(['editor.lineHighlightBackground'], mix(text0, end, 0.05)),
    added: line(['diffEditor.insertedLineBackground'], tinted(successKeys, hues.success)),
    removed: line(['diffEditor.removedLineBackground'], tinted(dangerKeys, hues.danger)),
  };
}

type Looks = Readonly<Record<CodeTag, ScopeLook>>;

function looksOf(
  { rules, captures }: ThemeSource,
  { text0, least }: Surfaces,
  { active, added, removed }: Lines,
): Looks {
  const lookup = createScopeLookup(rules);
  const lookOf = (tag: CodeTag) => (captures ? lookOfCaptures(tag, captures) : lookup.find(scopesOf(tag)));
  const looks = codeTags.map((tag): [CodeTag, ScopeLook] => {
    const { foreground, fontStyle } = lookOf(tag);
    return [
      tag,
      { fontStyle, foreground: foreground && legible(over(foreground, text0), [text0, active, added, removed], least) },
    ];
  });
  return Object.fromEntries(looks) as Looks;
}

/** The few colours of code in answers and in changes, which lies on more than one surface. */
function codeTokensOf(
  { code, text0, around, raised, least }: Surfaces,
  { added, removed }: Lines,
  looks: Looks,
): Record<string, string> {
  const tags = {
    keyword: 'keyword',
    string: 'string',
    number: 'number',
    comment: 'comment',
    function: 'function',
    type: 'type',
  } as const satisfies Record<string, CodeTag>;
  return Object.fromEntries(
    Object.entries(tags).map(([token, tag]) => [
      `--code-${token}`,
      formatColour(legible(looks[tag].foreground ?? code, [text0, around, raised, added, removed], least)),
    ]),
  );
}

/** What takes its colour from around it where a theme says nothing of it. */
const seeThrough: ReadonlySet<CodeTag> = new Set(['emphasis', 'strong', 'strikethrough', 'content', 'list']);

function tagsOf({ code }: Surfaces, looks: Looks): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const tag of codeTags) {
    const { foreground, fontStyle } = looks[tag];
    const names = tagVariables(tag);
    if (foreground || !seeThrough.has(tag)) variables[names.color] = formatColour(foreground ?? code);
    if (fontStyle === undefined) continue;
    const words = fontStyle.toLowerCase().split(/\s+/);
    variables[names.style] = words.includes('italic') ? 'italic' : 'normal';
    variables[names.weight] = words.includes('bold') ? 'bold' : 'normal';
    const lines = [words.includes('underline') && 'underline', words.includes('strikethrough') && 'line-through'];
    variables[names.line] = lines.filter(Boolean).join(' ') || 'none';
  }
  return variables;
}

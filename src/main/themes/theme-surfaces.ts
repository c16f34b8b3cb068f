import { isDarkKind, type ThemeKind } from '../../shared/contract/themes/theme.ts';
import { type Colour, contrast, luminance, mix, over, parseColour } from './colour.ts';
import { calm, faint, farthestFrom, legible } from './legible.ts';
import type { ThemeSource } from './load-theme.ts';

/** What everything else of a theme stands on. All opaque; `text` stands out on each surface. */
export interface Surfaces {
  readonly kind: ThemeKind;
  /** Contrast that texts have at least. */
  readonly least: number;
  /** As `--surface-0` to `--surface-2` in tokens.css. */
  readonly text0: Colour;
  readonly around: Colour;
  readonly raised: Colour;
  /** The text of the window. */
  readonly text: Colour;
  /** The text of code, on `text0`. */
  readonly code: Colour;
  /** The first of these colours of the theme that it has, as it is seen on a surface. */
  pick(keys: readonly string[], on: Colour): Colour | undefined;
}

const colour = (hex: string): Colour => parseColour(hex) as Colour;

/** Where a theme has no background for text. */
const usual: Readonly<Record<ThemeKind, Colour>> = {
  light: colour('#ffffff'),
  dark: colour('#1e1e1e'),
  highContrastLight: colour('#ffffff'),
  highContrastDark: colour('#000000'),
};

/** Contrasts of neighbouring surfaces: nearer ones look like one, farther ones leave texts no room. */
const leastStep = 1.04;
const mostStep = 1.35;
/** A surface that is farther from the text's is one of another kind. */
const mostBeside = 2.5;

export function surfacesOf({ colours, rules, type }: ThemeSource): Surfaces {
  const whole = rules.findLast(
    ({ scopes, foreground, background }) => scopes.length === 0 && (foreground || background),
  );
  const background = colours.get('editor.background') ?? whole?.background;
  const kind = kindOf(type, background);
  const least = kind.startsWith('highContrast') ? 7 : 4.5;
  const text0 = background ? over(background, usual[kind]) : usual[kind];
  const end = farthestFrom(text0);

  function pick(keys: readonly string[], on: Colour): Colour | undefined {
    for (const key of keys) {
      const found = colours.get(key);
      if (found && found.alpha > 0) return over(found, on);
    }
    return undefined;
  }
  /** A surface on which texts that stand out on `text0` do so too. */
  const surface = (keys: readonly string[], on: Colour, share: number): Colour => {
    const found = pick(keys, on);
    const step = found ? contrast(found, on) : 1;
    // A bar that is dark beside a light text cannot be had: both have one colour of text.
    const isTaken = found && step <= mostBeside && (on === text0 || step >= leastStep);
    return calm(isTaken ? faint(found, on, mostStep) : mix(on, end, share), text0, [end], least);
  };
  const around = surface(['sideBar.background', 'panel.background', 'editorGroupHeader.tabsBackground'], text0, 0.035);
  const raised = surface(['list.hoverBackground', 'toolbar.hoverBackground', 'editorWidget.background'], around, 0.06);
  const foreground = pick(['editor.foreground'], text0) ?? (whole?.foreground && over(whole.foreground, text0));
  const ofWindow = pick(['foreground'], text0);
  // Some themes have a pale text around a strong one; here long answers are read in it.
  const isPale = ofWindow && foreground && contrast(ofWindow, text0) < 0.6 * contrast(foreground, text0);
  const windowText =
    (isPale ? foreground : (ofWindow ?? foreground)) ?? pick(['sideBar.foreground'], text0) ?? mix(text0, end, 0.85);
  return {
    kind,
    least,
    text0,
    around,
    raised,
    text: legible(windowText, [text0, around, raised], least),
    code: legible(foreground ?? windowText, [text0], least),
    pick,
  };
}

/** What a theme says of itself, unless its background is the opposite; high contrast is only what says so. */
function kindOf(type: string | null, background: Colour | undefined): ThemeKind {
  const said = type?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  const saidDark = !/light/.test(said);
  const isDark = background ? luminance(over(background, usual[saidDark ? 'dark' : 'light'])) < 0.18 : saidDark;
  const isHighContrast = /^(?:hc|highcontrast)/.test(said);
  if (isHighContrast) return isDark ? 'highContrastDark' : 'highContrastLight';
  return isDark ? 'dark' : 'light';
}

export const isDarkSurface = ({ kind }: Surfaces): boolean => isDarkKind(kind);

import { create } from 'zustand';
import { isDarkKind, type ThemeKind, type ThemeState } from '../../shared/contract/themes/theme.ts';

/** The look that main has told last. */
export const useTheme = create<ThemeState>(() => ({
  base: 'system',
  file: null,
  problem: null,
  fileToMend: null,
  remarks: [],
}));

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const wishesForContrast = [matchMedia('(prefers-contrast: more)'), matchMedia('(forced-colors: active)')];

/** The app's own light and dark have high contrast where the system wishes for it; a theme file is as it is. */
function kindOf({ base, file }: ThemeState): ThemeKind {
  if (file) return file.kind;
  const kind = base === 'system' ? (prefersDark.matches ? 'dark' : 'light') : base;
  if (wishesForContrast.every(({ matches }) => !matches)) return kind;
  return isDarkKind(kind) ? 'highContrastDark' : 'highContrastLight';
}

let applied: Readonly<Record<string, string>> = {};

function apply(state: ThemeState): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = kindOf(state);
  const wanted = state.file?.variables ?? {};
  for (const name of Object.keys(applied)) if (!Object.hasOwn(wanted, name)) style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted)) if (applied[name] !== value) style.setProperty(name, value);
  applied = wanted;
}

/** Shows the look of the start, and from then on what main tells and what the system wishes for. */
export function followTheme(atStart: ThemeState): void {
  useTheme.subscribe(apply);
  useTheme.setState(atStart);
  for (const wish of [prefersDark, ...wishesForContrast]) {
    wish.addEventListener('change', () => apply(useTheme.getState()));
  }
}

/** A colour of sRGB: channels are whole numbers from 0 to 255, alpha is from 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** @returns null for all that is not `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`: nothing else comes near CSS */
export function parseColour(text: string): Colour | null {
  if (!/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return null;
  const digits = text.slice(1);
  const full = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
}

const pair = (channel: number): string => channel.toString(16).padStart(2, '0');

export function formatColour({ red, green, blue, alpha }: Colour): string {
  return `#${[red, green, blue].map(pair).join('')}${alpha === 1 ? '' : pair(Math.round(alpha * 255))}`;
}

/** @returns the opaque colour that is seen when one lies over an opaque one */
export const over = (top: Colour, below: Colour): Colour => mix(below, top, top.alpha);

/** @param share of the second colour, from 0 to 1; alphas do not count, the result is opaque */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return {
    red: between(one.red, other.red),
    green: between(one.green, other.green),
    blue: between(one.blue, other.blue),
    alpha: 1,
  };
}

/** @returns the most transparent colour that is seen as the first one where it lies over an opaque one */
export function veil(seen: Colour, below: Colour): Colour {
  const channels = ['red', 'green', 'blue'] as const;
  const shares = channels.map((channel) => {
    const change = seen[channel] - below[channel];
    return change > 0 ? change / (255 - below[channel]) : change < 0 ? -change / below[channel] : 0;
  });
  // As far as alphas are told apart when they are written.
  const alpha = Math.ceil(Math.max(...shares) * 255) / 255;
  const of = (channel: (typeof channels)[number]): number =>
    alpha === 0 ? 0 : Math.min(255, Math.max(0, Math.round(below[channel] + (seen[channel] - below[channel]) / alpha)));
  return { red: of('red'), green: of('green'), blue: of('blue'), alpha };
}

export const faded = (colour: Colour, alpha: number): Colour => ({ ...colour, alpha });

/** From 0, black, to 1, white, as WCAG 2 defines it. */
export function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number): number => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast of WCAG 2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** How far a colour is from grey, from 0 to 1. */
export const vividness = ({ red, green, blue }: Colour): number =>
  (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;

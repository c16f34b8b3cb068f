import { type Colour, contrast, mix } from './colour.ts';

const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
const steps = 64;

/** Black or white, whichever stands out more: on any surface by 4.58 or more. */
export const farthestFrom = (surface: Colour): Colour =>
  contrast(white, surface) >= contrast(black, surface) ? white : black;

/**
 * Moves a colour as little as needed towards black or white, until it stands out on all surfaces.
 * @param surfaces the first one decides between black and white
 * @param least contrast; the result has it wherever black or white has
 */
export function legible(colour: Colour, surfaces: readonly [Colour, ...Colour[]], least: number): Colour {
  const end = farthestFrom(surfaces[0]);
  return nearest(colour, end, (tried) => surfaces.every((surface) => contrast(tried, surface) >= least));
}

/**
 * Moves a background as little as needed towards a surface, until texts stand out on it.
 * @param least contrast; the result has it if the texts have it on the surface
 */
export const calm = (background: Colour, surface: Colour, texts: readonly Colour[], least: number): Colour =>
  nearest(background, surface, (tried) => texts.every((text) => contrast(text, tried) >= least));

/** Moves a background as little as needed towards a surface, until it stands out from it by no more than this. */
export const faint = (background: Colour, surface: Colour, most: number): Colour =>
  nearest(background, surface, (tried) => contrast(tried, surface) <= most);

function nearest(from: Colour, to: Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let step = 0; step < steps; step++) {
    const tried = mix(from, to, step / steps);
    if (isGood(tried)) return tried;
  }
  return to;
}

import { z } from 'zod/mini';
import { type Colour, parseColour } from './colour.ts';

/** Values in theme files of every kind. */

/** An invalid value counts as absent. */
export const orNone = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);
export const line = z.string().check(z.minLength(1), z.maxLength(1000));

export const colourSchema = z.pipe(
  z.string().check(z.regex(/^#[\da-f]{3,8}$/i)),
  z.transform((text: string, { issues }) => {
    const colour = parseColour(text);
    if (!colour) issues.push({ code: 'custom', message: 'not a colour', input: text });
    return colour as Colour;
  }),
);

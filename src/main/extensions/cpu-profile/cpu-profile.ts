import { z } from 'zod/mini';

/** The engine's CPU profile, of which DevTools and editors read more than we do: what else it holds is kept. */
export const cpuProfileSchema = z.looseObject({
  nodes: z.array(
    z.looseObject({
      id: z.number(),
      callFrame: z.looseObject({
        functionName: z.string(),
        url: z.string(),
        /** From 0; -1 for what has no source. */
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.optional(z.array(z.number())),
    }),
  ),
  /** Microseconds. */
  startTime: z.number(),
  endTime: z.number(),
  /** The node that ran, sample by sample. */
  samples: z.array(z.number()),
  /** Microseconds from the sample before, or from the start. */
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.output<typeof cpuProfileSchema>;
export type CpuProfileNode = CpuProfile['nodes'][number];

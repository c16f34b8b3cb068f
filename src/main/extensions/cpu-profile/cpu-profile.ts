import { z } from 'zod/mini';

/** The engine's CPU profile. DevTools and editors read more of it than this app, so unknown fields are kept. */
export const cpuProfileSchema = z.looseObject({
  nodes: z.array(
    z.looseObject({
      id: z.number(),
      callFrame: z.looseObject({
        functionName: z.string(),
        url: z.string(),
        /** From 0; -1 without a source. */
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.optional(z.array(z.number())),
    }),
  ),
  /** Microseconds. */
  startTime: z.number(),
  endTime: z.number(),
  /** Ids of the nodes that ran, by sample. */
  samples: z.array(z.number()),
  /** Microseconds since the sample before, or since the start. */
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.output<typeof cpuProfileSchema>;
export type CpuProfileNode = CpuProfile['nodes'][number];

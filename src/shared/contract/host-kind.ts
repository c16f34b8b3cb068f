/** The kinds of extension host. */
export const hostKinds = ['worker', 'process'] as const;
export type HostKind = (typeof hostKinds)[number];

interface ContributionKindRow {
  /** The manifest's table that declares the kind, with a key for each id. */
  readonly table: string;
  /** Word for one contribution: "slash command". */
  readonly noun: string;
  /** Prefix of main's calls that use the kind. */
  readonly calls: `${string}.`;
  /** Prefix of the activation event of its use, followed by the id. */
  readonly event: `on${string}`;
}

/**
 * Kinds of contributions, which extensions register by ids that their manifest declares; one row per kind. Permission
 * to register, activation events and listing all derive from this table.
 */
export const contributionKinds = {
  providers: { table: 'language_model_providers', noun: 'provider', calls: 'provider.', event: 'onProvider' },
  commands: { table: 'commands', noun: 'command', calls: 'command.', event: 'onCommand' },
  slashCommands: { table: 'slash_commands', noun: 'slash command', calls: 'slashCommand.', event: 'onSlashCommand' },
  events: { table: 'events', noun: 'event', calls: 'event.', event: 'onEvent' },
  tools: { table: 'tools', noun: 'tool', calls: 'tool.', event: 'onTool' },
} as const satisfies Record<string, ContributionKindRow>;

export type ContributionKind = keyof typeof contributionKinds;
type Table = (typeof contributionKinds)[ContributionKind]['table'];

/** Ids of each kind that a manifest declares; an extension cannot register others. */
export type Declared = Readonly<Record<ContributionKind, readonly string[]>>;

export const contributionKindNames = Object.keys(contributionKinds) as ContributionKind[];

const eachKind = <T>(of: (kind: ContributionKind) => T): Record<ContributionKind, T> =>
  Object.fromEntries(contributionKindNames.map((kind) => [kind, of(kind)])) as Record<ContributionKind, T>;

/** Does not compile if the manifest has no table for a kind. */
export const declaredBy = (manifest: { readonly [T in Table]: object }): Declared =>
  eachKind((kind) => Object.keys(manifest[contributionKinds[kind].table]));

export const nothingDeclared: Declared = eachKind(() => []);

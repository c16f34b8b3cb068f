interface ContributionKindRow {
  /** The table of the manifest that declares it, a key for each id. */
  readonly table: string;
  /** Names one of it: "slash command". */
  readonly noun: string;
  /** How main's calls begin that use it. */
  readonly calls: `${string}.`;
  /** What its use activates the extension for, with its id. */
  readonly event: `on${string}`;
}

/**
 * What an extension registers by ids that its manifest declares, a row a kind: what it may register, what it is loaded
 * for and how it is listed are read from here.
 */
export const contributionKinds = {
  providers: { table: 'language_model_providers', noun: 'provider', calls: 'provider.', event: 'onProvider' },
  commands: { table: 'commands', noun: 'command', calls: 'command.', event: 'onCommand' },
  slashCommands: { table: 'slash_commands', noun: 'slash command', calls: 'slashCommand.', event: 'onSlashCommand' },
  tools: { table: 'tools', noun: 'tool', calls: 'tool.', event: 'onTool' },
} as const satisfies Record<string, ContributionKindRow>;

export type ContributionKind = keyof typeof contributionKinds;
type Table = (typeof contributionKinds)[ContributionKind]['table'];

/** The ids of each kind that a manifest declares; an extension can register nothing else. */
export type Declared = Readonly<Record<ContributionKind, readonly string[]>>;

export const contributionKindNames = Object.keys(contributionKinds) as ContributionKind[];

const eachKind = <T>(of: (kind: ContributionKind) => T): Record<ContributionKind, T> =>
  Object.fromEntries(contributionKindNames.map((kind) => [kind, of(kind)])) as Record<ContributionKind, T>;

/** A manifest without a table of a kind does not compile. */
export const declaredBy = (manifest: { readonly [T in Table]: object }): Declared =>
  eachKind((kind) => Object.keys(manifest[contributionKinds[kind].table]));

export const nothingDeclared: Declared = eachKind(() => []);

import type { z } from 'zod/mini';
import { isTargetPlatform, type manifestSchema } from '../../../../shared/contract/extensions/manifest.ts';
import { componentFile, crateFile } from './zed-form.ts';
import type { ZedManifest } from './zed-schema.ts';

type Written = z.input<typeof manifestSchema>;

/** A fault that Zed's schema does not tell: of what lies beside the manifest. */
export interface MissingCode {
  /** The key that asks for it. */
  readonly path: readonly string[];
  readonly reason: string;
}

const noComponent = `there is no ${componentFile} beside it, which its code is built to. Build it (cargo build --release --target wasm32-wasip2) and copy the .wasm that comes of it there by this name, or install the published archive`;

/** @returns why the extension cannot be used, as its code is not there; null if it can */
export function missingCode(zed: ZedManifest, beside: ReadonlySet<string>): MissingCode | null {
  if (beside.has(componentFile)) return null;
  const table = (['slash_commands', 'language_model_providers', 'indexed_docs_providers'] as const).find(
    (key) => Object.keys(zed[key]).length > 0,
  );
  if (zed.lib.kind !== undefined) return { path: ['lib', 'kind'], reason: noComponent };
  if (table) return { path: [table], reason: noComponent };
  return beside.has(crateFile) ? { path: [], reason: noComponent } : null;
}

/**
 * The manifest of an extension of Zed as one of our own, still to be checked by our schema.
 * @param beside names of what lies in its folder
 */
export function fromZed(zed: ZedManifest, beside: ReadonlySet<string>): Written {
  const { name, description, authors, repository, snippets, capabilities } = zed;
  const hasCode = beside.has(componentFile);
  const hasLanguages =
    Object.keys(zed.grammars).length + zed.languages.length > 0 || beside.has('grammars') || beside.has('languages');
  return {
    id: idOf(zed),
    name,
    version: versionOf(zed),
    schema_version: 1,
    ...(description !== undefined && { description }),
    ...(repository !== undefined && { repository }),
    authors,
    ...(hasCode && { runtime: { kind: 'wasm', main: componentFile } }),
    ...(!hasCode && hasLanguages && { runtime: { kind: 'wasm' } }),
    slash_commands: slashCommandsOf(zed),
    agent_servers: agentServersOf(zed),
    // Its schema is ours to check, as its keys are.
    language_model_providers: zed.language_model_providers as Written['language_model_providers'],
    snippets: snippets ?? (beside.has(usualSnippets) ? [usualSnippets] : []),
    ...(hasCode && {
      capabilities: {
        workspace: 'read',
        network: ['ask'],
        ...(capabilities.some(({ kind }) => kind === 'process:exec') && { exec: true }),
      },
    }),
  };
}

/** Its own, and one for each index of documentation, which Zed had behind one command of its own. */
function slashCommandsOf(zed: ZedManifest): NonNullable<Written['slash_commands']> {
  const own = Object.entries(zed.slash_commands).map(([id, { description, requires_argument: isNeeded }]) => {
    return [id, { description, argument: isNeeded ? '<argument>' : '' }] as const;
  });
  const all = new Map<string, NonNullable<Written['slash_commands']>[string]>(own);
  for (const provider of Object.keys(zed.indexed_docs_providers)) {
    const id = `docs-${provider.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`.slice(0, 60);
    let free = id;
    for (let count = 2; all.has(free); count += 1) free = `${id}-${count}`.slice(-63);
    const description = `Gives documentation of a package, from ${provider}`.slice(0, 200);
    all.set(free, { description, argument: '<package> [entry]', docs_provider: provider });
  }
  return Object.fromEntries(all);
}

/** Those with an archive for any system that we know; others are told by `unservedOf`. */
function agentServersOf({ agent_servers: rows }: ZedManifest): NonNullable<Written['agent_servers']> {
  const served = Object.entries(rows).flatMap(([id, { name, icon, env, targets }]) => {
    const known = Object.entries(targets).filter(([platform]) => isTargetPlatform(platform));
    if (known.length === 0) return [];
    const row = { name: name ?? id, ...(icon !== undefined && { icon }), env, targets: Object.fromEntries(known) };
    return [
      [
        id
          .toLowerCase()
          .replaceAll(/[^a-z0-9_-]/g, '-')
          .slice(0, 63),
        row,
      ] as const,
    ];
  });
  return Object.fromEntries(served);
}

/** Where Zed looks for snippets when the manifest names none. */
const usualSnippets = 'snippets.json';

/** Some published ids have capitals or dots, which folders and addresses of ours do not. */
const idOf = ({ id }: ZedManifest): string => id.toLowerCase().replaceAll('.', '-');

/** Zed takes any text: those that lack a number or have a build are made versions of three. */
function versionOf({ version }: ZedManifest): string {
  const [, major, minor = '.0', patch = '.0', rest = ''] =
    /^v?(\d+)(\.\d+)?(\.\d+)?(-[0-9A-Za-z.-]+)?(?:\+.*)?$/.exec(version) ?? [];
  return major === undefined ? version : `${major}${minor}${patch}${rest}`;
}

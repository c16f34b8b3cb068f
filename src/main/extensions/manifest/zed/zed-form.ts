import { manifestSchema } from '../../../../shared/contract/extensions/manifest.ts';
import { zedKeys } from './zed-schema.ts';

/** Files beside the manifest that tell Zed's form. */
export const componentFile = 'extension.wasm';
export const crateFile = 'Cargo.toml';
/** Zed finds what is in it without a word in the manifest. */
export const iconThemesFolder = 'icon_themes';
const filesOfZedAlone = [componentFile, crateFile, 'grammars', 'languages', iconThemesFolder];

const keysOfZedAlone = zedKeys.filter((key) => !Object.hasOwn(manifestSchema.shape, key));

/**
 * Whether a manifest is in Zed's form: it has no `[runtime]`, and something that ours never has.
 * @param value the parsed file
 * @param beside names of what lies in its folder
 */
export function isZedManifest(value: unknown, beside: ReadonlySet<string>): boolean {
  if (!isTable(value) || Object.hasOwn(value, 'runtime')) return false;
  const { schema_version: version, capabilities, slash_commands: commands, agent_servers: agents } = value;
  return (
    version === 0 ||
    Array.isArray(capabilities) ||
    (isTable(commands) && Object.values(commands).some((row) => isTable(row) && 'requires_argument' in row)) ||
    (isTable(agents) && Object.values(agents).some(isAgentOfZed)) ||
    keysOfZedAlone.some((key) => Object.hasOwn(value, key)) ||
    filesOfZedAlone.some((name) => beside.has(name))
  );
}

/** Both forms have targets; what has nothing of ours alone means the same in both, and Zed's lets more through. */
const isAgentOfZed = (row: unknown): boolean =>
  isTable(row) && 'targets' in row && !['description', 'keys', 'args'].some((key) => key in row);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { ApiVersion, CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { isBefore } from '../../../shared/extensions/api-version.ts';
import { unservedImports } from '../../../shared/extensions/component-imports.ts';
import { listedNames } from './listed-names.ts';

/** The versions of Zed's interface whose imports and exports the app knows. Those before had another form. */
const oldest: ApiVersion = [0, 0, 6];
const latest: ApiVersion = [0, 8, 0];

/** @returns why components of a version cannot be run; null if they can */
export const whyTooOld = (version: ApiVersion): string | null =>
  isBefore(version, oldest)
    ? `it was built for version ${version.join('.')} of Zed’s interface, and this app has it from ${oldest.join('.')}. Take a later version of the extension`
    : null;

/** What of a component does not work, as the app lacks it: phrases as those of `Unserved`. */
export function gapsOf({ imports, apiVersion }: CompiledComponent): string[] {
  const unserved = unservedImports(imports);
  const isLater = apiVersion && isBefore(latest, apiVersion);
  return [
    ...(unserved.length > 0 ? [`calls of ${listedNames(unserved)}`] : []),
    ...(isLater
      ? [`what is newer than version ${latest.join('.')} of Zed’s interface (it has ${apiVersion.join('.')})`]
      : []),
  ];
}

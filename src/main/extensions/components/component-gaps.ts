import type { ApiVersion, CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { isBefore } from '../../../shared/extensions/api-version.ts';
import { unservedImports } from '../../../shared/extensions/component-imports.ts';
import { listedNames } from './listed-names.ts';

/** The last version of Zed's interface whose imports and exports the app knows. */
const latest: ApiVersion = [0, 8, 0];

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

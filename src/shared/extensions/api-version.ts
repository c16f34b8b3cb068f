import type { ApiVersion } from '../contract/extensions/compiled-component.ts';

/** Whether a version of Zed's interface came before another. */
export function isBefore(one: ApiVersion, other: ApiVersion): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}

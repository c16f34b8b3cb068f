import { isComponent, mainPathOf, stampOf } from '../catalog/component-stamps.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ComponentCompiler } from './component-compiler.ts';
import { gapsOf } from './component-gaps.ts';

export interface KnownGapsDeps {
  readonly known: ComponentCompiler['known'];
  /** Something was found by a look. */
  onFound(): void;
}

/**
 * What of components does not work here, as soon as they have been compiled. It is looked up while they are listed, and not at the
 * start of the app: it takes reading all of them.
 */
export function createKnownGaps({ known, onFound }: KnownGapsDeps) {
  const found = new Map<string, { readonly of: string; readonly gaps: readonly string[] }>();

  async function lookAt(extension: DiscoveredExtension, status: string): Promise<boolean> {
    if (!isComponent(extension)) return false;
    const path = mainPathOf(extension);
    // What was not compiled yet may be after it has become active.
    const of = `${await stampOf(extension)} ${status}`;
    const before = found.get(path);
    if (before?.of === of) return false;
    found.set(path, { of, gaps: before?.gaps ?? [] });
    const compilation = await known(path).catch(() => null);
    const gaps = compilation ? gapsOf(compilation.component) : [];
    found.set(path, { of, gaps });
    return JSON.stringify(gaps) !== JSON.stringify(before?.gaps ?? []);
  }

  return {
    /** The extension with what is known of its component. */
    withGaps<T extends DiscoveredExtension>(extension: T): T {
      const gaps = isComponent(extension) ? found.get(mainPathOf(extension))?.gaps : undefined;
      if (!gaps?.length) return extension;
      const { waits = [], absent = [] } = extension.unserved ?? {};
      return { ...extension, unserved: { waits, absent: [...absent, ...gaps] } };
    },
    /** @param statusOf what may have changed since the last look */
    async look(extensions: readonly DiscoveredExtension[], statusOf: (id: string) => string): Promise<void> {
      const looks = extensions.map((one) => lookAt(one, statusOf(one.manifest.id)));
      if ((await Promise.all(looks)).includes(true)) onFound();
    },
  };
}

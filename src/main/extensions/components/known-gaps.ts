import { isDeepStrictEqual } from 'node:util';
import { isComponent, mainPathOf, stampOf } from '../catalog/component-stamps.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ComponentCompiler } from './component-compiler.ts';
import { gapsOf } from './component-gaps.ts';

export interface KnownGapsDeps {
  readonly known: ComponentCompiler['known'];
  /** Something was found by a look. */
  onFound(): void;
}

/** Of the component at a path. */
interface Look {
  readonly stamp: string;
  readonly status: string;
  /** It is known what was made of it. */
  readonly isCompiled: boolean;
  readonly gaps: readonly string[];
}

/**
 * What of components does not work here, as soon as they have been compiled. It is looked up while they are listed, and not at the
 * start of the app: it takes reading all of them.
 */
export function createKnownGaps({ known, onFound }: KnownGapsDeps) {
  const found = new Map<string, Look>();

  async function lookAt(extension: DiscoveredExtension, status: string): Promise<boolean> {
    if (!isComponent(extension)) return false;
    const path = mainPathOf(extension);
    const stamp = await stampOf(extension);
    const before = found.get(path);
    // What was not compiled yet may be after it has become active.
    if (before?.stamp === stamp && (before.isCompiled || before.status === status)) return false;
    found.set(path, { stamp, status, isCompiled: false, gaps: before?.gaps ?? [] });
    const compilation = await known(path).catch(() => null);
    const gaps = compilation ? gapsOf(compilation.component) : [];
    found.set(path, { stamp, status, isCompiled: compilation !== null, gaps });
    return !isDeepStrictEqual(gaps, before?.gaps ?? []);
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

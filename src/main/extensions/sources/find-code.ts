import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import { leadsOut } from '../../documents/project-border.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ComponentCompiler } from '../components/component-compiler.ts';
import { ComponentFault } from '../components/component-fault.ts';
import { readGrammars } from '../languages/read-grammars.ts';
import { hashOf, readSources } from './read-sources.ts';

/** The code of an extension, as its host gets it. */
export interface Code {
  /** Handed over with `activate`; nothing for a module, which the host loads by itself. */
  readonly given: Pick<ExtensionMethods['activate']['params'], 'sources' | 'component' | 'grammars'>;
  /** Of the sources of a script: how they are known again. */
  readonly hash?: string;
  /** Of a component: the module that instantiates it, which the host loads. */
  readonly glue?: string;
}

/**
 * Finds the code of an extension; a component is compiled if need be.
 * @param signal aborts when it is no longer wanted
 * @throws {FailureError} when a file is missing or cannot be used: a host could only report that loading failed
 */
export type FindCode = (extension: DiscoveredExtension, signal: AbortSignal) => Promise<Code>;

export const createFindCode =
  ({ compile }: ComponentCompiler): FindCode =>
  async ({ manifest, rootPath, script }, signal) => {
    const { id, name } = manifest;
    const failed = (message: string) => new FailureError({ code: 'extension-failed', message, extensionId: id });
    if (script) {
      try {
        const sources = await readSources(script.place);
        return { given: { sources }, hash: hashOf(sources) };
      } catch (error) {
        throw failed(`The script cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
    const isComponent = codeFormOf(manifest) === 'components';
    const grammars = isComponent ? await readGrammars(rootPath) : undefined;
    const main = manifest.runtime?.main;
    // Grammars alone.
    if (main === undefined) return { given: { grammars } };
    const path = join(rootPath, main);
    const stats = await stat(path).catch((error: NodeJS.ErrnoException) => error);
    // Other problems of the file are reported by the host.
    const isThere = 'isFile' in stats ? stats.isFile() : stats.code !== 'ENOENT' && stats.code !== 'ENOTDIR';
    if (!isThere) throw failed(`There is no "${main}" in the extension’s folder: check "main" under [runtime].`);
    if (!isComponent) return { given: {} };
    if (await leadsOut(rootPath, path)) {
      throw failed(`“${main}” is a link that leads out of the extension’s folder.`);
    }
    try {
      const { component, glue } = await compile(path, { extensionId: id, extensionName: name }, signal);
      return { given: { component, grammars }, glue };
    } catch (error) {
      if (error instanceof ComponentFault) throw failed(`“${main}” cannot be compiled: ${error.message}.`);
      if (error instanceof FailureError || signal.aborted) throw error;
      throw failed(`“${main}” cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };

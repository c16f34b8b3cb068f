import { join } from 'node:path';
import { type Files, temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { createRootFiles } from './root-files.ts';

/** Roots of every kind in a folder of their own, with files by their paths in it. */
export async function rootsWorld(files: Files = {}) {
  const folder = await temporaryFolder(files);
  const at = (...names: string[]) => join(folder, ...names);
  const trust = { isTrusted: true };
  const told = { problems: [] as string[], remarks: [] as string[], changes: 0 };
  const rootFiles = createRootFiles({
    userData: at('user'),
    home: at('home'),
    explicitRoots: [at('named'), at('other')],
    trustedFolder: () => (trust.isTrusted ? at('project') : null),
    isTrusted: async (asked) => asked === at('project') && trust.isTrusted,
    extensions: () => [{ manifest: { id: 'tools', snippets: ['code/tsx.json'] }, rootPath: at('tools') }],
    onProblems: (sentences) => told.problems.push(...sentences.map((one) => one.replaceAll(`${folder}/`, ''))),
    onRemark: (sentence) => told.remarks.push(sentence.replaceAll(`${folder}/`, '')),
    tell: () => told.changes++,
  });
  return {
    ...{ at, trust, told, rootFiles },
    put: (path: string, text: string) => void writeFiles(folder, { [path]: text }),
    skills: () => rootFiles.skills(at('project')),
    /** What the menu offers by now. */
    async offered() {
      await rootFiles.refresh();
      return rootFiles.list();
    },
  };
}

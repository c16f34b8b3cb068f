import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import type { Diagnostic, SkillText } from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { SearchQuery, SearchResult } from '../../shared/contract/extension-api/extension-workspace.ts';
import type { ToolRule } from '../../shared/contract/tool.ts';
import type { ChangeService } from '../changes/change-service.ts';
import { readFrontMatter } from '../context/roots/front-matter.ts';
import type { Skill } from '../context/roots/skills.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import { isInside } from '../documents/project-border.ts';
import { isSensitivePath } from '../documents/sensitive-paths.ts';
import { type DirectoryEntry, entriesOf } from '../extensions/api/workspace/disk-access.ts';
import { findFiles } from '../extensions/api/workspace/workspace-find.ts';
import { searchFiles } from '../extensions/api/workspace/workspace-search.ts';
import type { CallRun } from './call-run.ts';
import { type Folder, folderAt, type PathPlace, placeOf, shownPath } from './place-of-path.ts';
import { judge, lookingAt, reading } from './rules/judge.ts';
import { patternsOfPlace } from './rules/suggested-patterns.ts';
import { refuseMoved } from './touched-places.ts';

export interface ReadEffectsDeps {
  rules(): readonly ToolRule[];
  readonly changes: Pick<ChangeService, 'readText'>;
  diagnostics(path: string | null, signal: AbortSignal): Promise<readonly Diagnostic[]>;
  /** Those of a folder: `RootFiles.skills`. */
  skills(folder: string | null): Promise<readonly Skill[]>;
}

/** Bytes. */
const longestSkillFile = 200_000;

/** The reads of a call. Files that must not be read are omitted from listings and searches. */
export function createReadEffects({ rules, changes, diagnostics, skills }: ReadEffectsDeps) {
  /** @returns the place, if it may be read */
  async function permitted(
    run: CallRun,
    path: string,
    signal: AbortSignal,
  ): Promise<{ folder: Folder; place: PathPlace }> {
    const folder = await folderAt(run.at.root);
    const place = await placeOf(folder, path, 'content');
    await run.permit({ type: 'read', path: place.shown }, [reading(place)], patternsOfPlace(place), signal);
    await refuseMoved([place], 'content');
    return { folder, place };
  }

  /**
   * A filter for files that the call did not name individually.
   * @param what their names or their content; for content a person may have to be asked
   */
  async function filter(run: CallRun, what: 'names' | 'texts'): Promise<(place: PathPlace) => boolean> {
    const where = await run.where();
    const present = rules().filter(
      ({ effect, decision }) => effect === 'read' && (decision === 'deny' || what === 'texts'),
    );
    return (place) => {
      const subject = reading(place);
      const its = what === 'names' ? { ...subject, isUsual: true } : subject;
      return judge([its], present, where, () => false).type === 'allow';
    };
  }

  const itsFolder = async ({ at }: CallRun): Promise<{ realRoot: string; placeIn: (path: string) => PathPlace }> => {
    const folder = await folderAt(at.root);
    const { realRoot } = folder;
    if (folder.root === null || realRoot === null) {
      throw new FailureError({ code: 'file-not-found', message: 'No folder is open. Open one, then try again.' });
    }
    return { realRoot, placeIn: (path) => placeBelow(folder, join(realRoot, path)) };
  };

  return {
    async readText(run: CallRun, path: string, signal: AbortSignal): Promise<string> {
      const { place } = await permitted(run, path, signal);
      const text = await changes.readText(place.real);
      if (text !== null) return text;
      throw new FailureError({ code: 'file-not-found', message: `${quote(place.shown)} does not exist.` });
    },
    async list(run: CallRun, path: string, signal: AbortSignal): Promise<DirectoryEntry[]> {
      const { folder, place } = await permitted(run, path === '' ? '.' : path, signal);
      const isReachable = async (name: string) =>
        (await placeOf(folder, join(place.real, name), 'content').catch(() => null))?.isInside ?? false;
      try {
        const isShown = await filter(run, 'names');
        const entries = await entriesOf(place.real, isReachable);
        return entries.filter(({ name }) => isShown(placeBelow(folder, join(place.real, name))));
      } catch (error) {
        const failed = fileFailure(error, place.shown, 'listed');
        throw failed.ok ? error : new FailureError(failed.failure);
      }
    },
    async find(run: CallRun, glob: string, limit: number, signal: AbortSignal): Promise<string[]> {
      const { realRoot, placeIn } = await itsFolder(run);
      const isShown = await filter(run, 'names');
      const { paths } = await findFiles(realRoot, glob, limit, signal, (path) => isShown(placeIn(path)));
      return paths;
    },
    async search(run: CallRun, query: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
      const { realRoot, placeIn } = await itsFolder(run);
      const isShown = await filter(run, 'texts');
      const known = new Map<string, boolean>();
      const isKnown = (path: string): boolean => {
        const shown = known.get(path) ?? isShown(placeIn(path));
        known.set(path, shown);
        return shown;
      };
      return searchFiles(realRoot, query, signal, isKnown);
    },
    async readSkill(run: CallRun, name: string, file: string | undefined, signal: AbortSignal): Promise<SkillText> {
      const all = await skills(run.at.root);
      const skill = all.find((one) => one.name === name);
      if (!skill) {
        const names = all.map((one) => one.name).join(', ');
        const message = `There is no skill ${quote(name)}. ${names === '' ? 'There are none.' : `There are: ${names}.`}`;
        throw new FailureError({ code: 'file-not-found', message });
      }
      const folder = await folderAt(run.at.root);
      const place = await placeOf(folder, file === undefined ? skill.file : resolve(skill.folder, file), 'content');
      if (!isInside(skill.folder, place.real)) {
        const message = `${quote(file ?? skill.file)} is not in the folder of the skill. Name a file below it, such as "references/api.md".`;
        throw new FailureError({ code: 'file-outside-project', message });
      }
      const isUsual = !isSensitivePath(shownPath(skill.folder, place.real));
      const subject = { ...lookingAt(place), isUsual };
      await run.permit({ type: 'read', path: place.shown }, [subject], patternsOfPlace(place), signal);
      await refuseMoved([place], 'content');
      const text = await changes.readText(place.real);
      if (text === null) throw missing(place);
      if (Buffer.byteLength(text) > longestSkillFile) {
        const message = `${quote(place.shown)} has more than 200 kB. Read it in parts with another tool.`;
        throw new FailureError({ code: 'file-too-large', message });
      }
      const body = file === undefined ? readFrontMatter(text).body : text;
      return { folder: shownPath(folder.realRoot, skill.folder), text: body };
    },
    async diagnostics(run: CallRun, path: string | undefined, signal: AbortSignal): Promise<Diagnostic[]> {
      const { folder, place } =
        path === undefined ? { folder: await folderAt(run.at.root), place: null } : await permitted(run, path, signal);
      if (place) await stat(place.real).catch(() => Promise.reject(missing(place)));
      const isShown = await filter(run, 'texts');
      const told: Diagnostic[] = [];
      for (const one of await diagnostics(place?.real ?? null, signal)) {
        const its = await placeOf(folder, one.path, 'content').catch(() => null);
        if (its && (place || (its.isInside && isShown(its)))) told.push({ ...one, path: its.shown });
      }
      return told;
    },
  };
}

const missing = ({ shown }: PathPlace): FailureError =>
  new FailureError({ code: 'file-not-found', message: `${quote(shown)} does not exist.` });

/** The place of a path that is known to contain no link. @param real absolute */
function placeBelow(folder: Folder, real: string): PathPlace {
  const shown = shownPath(folder.realRoot, real);
  return { real, named: real, shown, shownName: shown, isInside: true };
}

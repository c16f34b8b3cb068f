import { type Failure, ok, type Result } from '../../../shared/contract/errors.ts';
import type { InstallQuestion } from '../../../shared/contract/extensions/extension-state.ts';
import { hostKindOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';
import type { ExtensionDecisions } from '../catalog/extension-decisions.ts';
import type { InstalledExtension, Installer, PreparedInstall } from './installer.ts';

export interface InstallQuestionsDeps {
  readonly installer: Installer;
  readonly decisions: Pick<ExtensionDecisions, 'missingConsent'>;
  /** Shows the system's file dialog. @returns null if the person cancelled */
  pickPackage(kind: 'folder' | 'archive'): Promise<string | null>;
  publish(event: Extract<MainEvent, { type: 'install-question' }>): void;
  /** Called when a folder or archive of the command line cannot be installed. */
  onRefused(failure: Failure): void;
  /** The name of the bundled extension with this id, in use or not. */
  bundledName(id: string): string | undefined;
  /** The manifest with names marked that could be taken for the app's own. */
  marked(manifest: Manifest): Manifest;
  /** Called when the person consented and the extension is in place. */
  onInstalled(extension: InstalledExtension): Promise<void>;
}

export interface InstallQuestions
  extends Pick<RendererApi['extensions'], 'pickPackage' | 'prepareInstall' | 'commitInstall' | 'discardInstall'> {
  /** Asks the person about folders and archives of the command line, one after the other. */
  offer(paths: readonly string[]): Promise<void>;
}

/** The questions before an installation, and their outcome. */
export function createInstallQuestions(deps: InstallQuestionsDeps): InstallQuestions {
  const { installer } = deps;
  /** Unanswered questions of `offer`. */
  const offered = new PendingQuestions<InstallQuestion, null>({
    onAsked: (question) => deps.publish({ type: 'install-question', question }),
    onEnded: () => deps.publish({ type: 'install-question', question: null }),
  });

  async function prepareInstall(path: string): Promise<Result<InstallQuestion>> {
    const prepared = await installer.prepare(path);
    return prepared.ok ? ok(questionOf(prepared.value)) : prepared;
  }

  function questionOf({ token, manifest, asks, unserved, replaces }: PreparedInstall): InstallQuestion {
    const { id, name, version, description = '', authors = [] } = deps.marked(manifest);
    const hostKind = hostKindOf(manifest);
    const question = { token, id, name, version, description, authors, hostKind, asks, unserved };
    if (!replaces) return question;
    const takesOver = deps.bundledName(id);
    const place = {
      rootPath: replaces.rootPath,
      source: 'user' as const,
      ...(takesOver !== undefined && { takesOver }),
    };
    const asksMore = deps.decisions.missingConsent({ manifest, ...place });
    return { ...question, replaces: replaces.version ?? 'an unreadable version', asksMore };
  }

  const answered = (token: string): void =>
    offered.end(
      offered.find((question) => question.token === token),
      null,
    );

  return {
    prepareInstall,
    async pickPackage(kind) {
      const path = await deps.pickPackage(kind);
      return path === null ? ok(null) : prepareInstall(path);
    },
    async commitInstall(token) {
      const installed = await installer.commit(token);
      answered(token);
      if (!installed.ok) return installed;
      await deps.onInstalled(installed.value);
      return ok(null);
    },
    async discardInstall(token) {
      await installer.discard(token);
      answered(token);
    },
    async offer(paths) {
      for (const path of paths) {
        const prepared = await prepareInstall(path);
        if (prepared.ok) await offered.ask(prepared.value);
        else deps.onRefused(prepared.failure);
      }
    },
  };
}

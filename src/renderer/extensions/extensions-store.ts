import { create } from 'zustand';
import type { ExtensionSnapshot, InstallQuestion } from '../../shared/contract/extensions/extension-state.ts';
import type { LocalNotice } from '../base/notices/notices-store.ts';
import { api } from '../bridge.ts';

interface Extensions {
  /** null: not asked for yet. */
  readonly extensions: readonly ExtensionSnapshot[] | null;
  /** Installs that wait for the person's consent; the first one is shown. */
  readonly installQuestions: readonly InstallQuestion[];
  /** The outcome of the last action in the Extensions view. */
  readonly outcome: LocalNotice | null;
}

export const useExtensions = create<Extensions>(() => ({ extensions: null, installQuestions: [], outcome: null }));

export async function loadExtensions(): Promise<void> {
  const extensions = await api.extensions.list();
  useExtensions.setState({ extensions });
}

export const addInstallQuestion = (question: InstallQuestion): void =>
  useExtensions.setState(({ installQuestions: waiting }) => ({
    installQuestions: waiting.some(({ token }) => token === question.token) ? waiting : [...waiting, question],
  }));

export const removeInstallQuestion = (token: string): void =>
  useExtensions.setState(({ installQuestions }) => ({
    installQuestions: installQuestions.filter((question) => question.token !== token),
  }));

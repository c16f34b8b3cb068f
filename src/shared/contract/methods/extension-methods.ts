import { z } from 'zod/mini';
import { addressSourceSchema, type KnownHost, knownHostSchema } from '../address.ts';
import type { AgentChoice } from '../agent-choice.ts';
import {
  type ArgumentOptions,
  type ContributedCommand,
  type ContributedSlashCommand,
  maxCompletedArgument,
} from '../command.ts';
import type { CredentialSummary, ProviderPage } from '../credential.ts';
import { documentEventSchema } from '../documents/document-events.ts';
import type { Result } from '../errors.ts';
import type { ExtensionSnapshot, InstallQuestion, RunningExtension } from '../extensions/extension-state.ts';
import { type Highlighted, highlightRequestSchema } from '../languages/highlight.ts';
import type { Snippet } from '../languages/snippet.ts';
import type { PromptTemplate } from '../prompt-template.ts';
import { questionAnswerSchema } from '../question.ts';
import { settingValueSchema } from '../settings/setting-value.ts';
import type { ExtensionSetting } from '../settings/settings.ts';
import type { ThemeChoice } from '../themes/theme.ts';
import { extensionId, itemId, line, model, path, providerId, takes } from './method.ts';

/** Contributions to palette and composer: of extensions, from their manifests, and of files in roots. */
export interface Contributions {
  readonly commands: readonly ContributedCommand[];
  readonly slashCommands: readonly ContributedSlashCommand[];
  readonly templates: readonly PromptTemplate[];
  readonly agents: readonly AgentChoice[];
  /** In theme files. */
  readonly themes: readonly ThemeChoice[];
  /** Whether an extension may hold back that another thread is shown. */
  readonly isAskedBeforeSwitch: boolean;
}

/** The calls about extensions, for extensions, and about outside addresses: groups of `RendererApi`. */
export const extensionMethods = {
  addresses: {
    /**
     * Opens an http, https or mailto address outside the app, after the person allowed it if that has to be asked.
     * Other schemes are refused; `cancelled`: the person said no.
     */
    open: takes(z.string().check(z.maxLength(65_536)), addressSourceSchema).gives<Result<null>>(),
    /** (question, isAllowed) */
    answer: takes(itemId, z.boolean()).gives<void>(),
    /** Most recent first. */
    list: takes().gives<KnownHost[]>(),
    /** Makes the host be asked about again. */
    forget: takes(knownHostSchema).gives<void>(),
  },
  providers: {
    /** The person turns to the models: lists those of the providers that were not asked yet in this run. */
    wanted: takes().gives<void>(),
    /** Lists the models of every provider again. */
    refresh: takes().gives<void>(),
    setFavourite: takes(model, z.boolean()).gives<void>(),
    page: takes(extensionId, providerId).gives<Result<ProviderPage>>(),
    /** Settles when the sign-in is over. Meanwhile dialogs for key, variable or browser may appear. */
    signIn: takes(extensionId, providerId).gives<Result<null>>(),
    /** Asks for a new key in the dialog; the old one stays until the new one is accepted. */
    replaceKey: takes(extensionId, providerId).gives<Result<null>>(),
    /** Makes the extension forget its credentials, and removes the key. */
    signOut: takes(extensionId, providerId).gives<Result<null>>(),
    /** Tests the connection to the service. Returns one sentence with the number of models and the time it took. */
    test: takes(extensionId, providerId).gives<Result<string>>(),
    /** Switches a provider on again that was switched off for its faults. */
    switchOn: takes(extensionId, providerId).gives<void>(),
    /** (extension, variable, isAllowed): null: it is asked again when it is needed. */
    setVariable: takes(extensionId, itemId, z.nullable(z.boolean())).gives<Result<null>>(),
    /** (question, isAllowed) */
    answerVariable: takes(itemId, z.nullable(z.boolean())).gives<void>(),
    /** Opens the browser again. */
    openSignIn: takes(itemId).gives<Result<null>>(),
    /** Cancels a sign-in, or closes its result. */
    endSignIn: takes(itemId).gives<void>(),
  },
  credentials: {
    /**
     * Answers a request; null cancels it, also while the key is being tried. Settles when the key was accepted and
     * stored; a failure says why not, and the request then takes another answer, unless its code is `cancelled`.
     * The renderer does not keep the value once it is accepted.
     */
    answer: takes(itemId, z.nullable(z.string().check(z.minLength(1), z.maxLength(65_536)))).gives<Result<null>>(),
    list: takes().gives<CredentialSummary[]>(),
    /** (extension, provider, leftBehindBy): as in the summary. */
    remove: takes(extensionId, providerId, z.optional(path)).gives<Result<null>>(),
  },
  hosts: {
    restart: takes(itemId).gives<void>(),
    /** The last lines of the log of all extensions, or of one. */
    logTail: takes(z.optional(extensionId)).gives<string>(),
    /** Opens the host's inspector. Returns the address for DevTools to attach to; null if they were opened. */
    inspect: takes(itemId).gives<Result<string | null>>(),
  },
  extensions: {
    /** All discovered extensions, in order of precedence. */
    list: takes().gives<readonly ExtensionSnapshot[]>(),
    running: takes().gives<readonly RunningExtension[]>(),
    contributions: takes().gives<Contributions>(),
    /** (names of a language): its snippets, of extensions and of roots. */
    snippets: takes(z.array(line).check(z.maxLength(10))).gives<readonly Snippet[]>(),
    /** Shows the system's dialog for a folder or an archive. null: cancelled. Consent is asked next. */
    pickPackage: takes(z.enum(['folder', 'archive'])).gives<Result<InstallQuestion | null>>(),
    /** Reads a dropped folder, .tgz or .zip. */
    prepareInstall: takes(path).gives<Result<InstallQuestion>>(),
    /** Installs and offers the extension after the person's consent. (token) */
    commitInstall: takes(itemId).gives<Result<null>>(),
    discardInstall: takes(itemId).gives<void>(),
    /**
     * Consent to the capabilities of an extension that was not installed here: of a project, or named on the command
     * line. (extension, rootPath)
     */
    consent: takes(extensionId, path).gives<Result<null>>(),
    /**
     * (extension, isEnabled, rootPath): `rootPath` tells several with this id apart; absent: the one in use, or the
     * first that is off.
     */
    setEnabled: takes(extensionId, z.boolean(), z.optional(path)).gives<Result<null>>(),
    /** What it was allowed for good has to be asked for again. (extension, rootPath) */
    takeBackAccess: takes(extensionId, path).gives<Result<null>>(),
    /** (extension, rootPath) */
    uninstall: takes(extensionId, path).gives<Result<null>>(),
    /** Reloads an extension, after a running answer of it has ended. Also retries a failed activation. */
    reload: takes(extensionId).gives<Result<null>>(),
    /**
     * (extension, slash command, argument): arguments to offer while one is typed; nothing when the next question comes
     * before the answer. null: the command completes none.
     */
    completeArgument: takes(
      extensionId,
      itemId,
      z.string().check(z.maxLength(maxCompletedArgument)),
    ).gives<ArgumentOptions>(),
    /** (extension, command) */
    runCommand: takes(extensionId, itemId).gives<Result<null>>(),
  },
  grammars: {
    /** Colours a part of a text in a language of an extension, which keeps the text for the next time. */
    highlight: takes(extensionId, highlightRequestSchema).gives<Result<Highlighted>>(),
  },
  extensionSettings: {
    list: takes().gives<ExtensionSetting[]>(),
    /** (extension, key, value) */
    set: takes(extensionId, itemId, settingValueSchema).gives<Result<null>>(),
  },
  /** The open documents for extensions. */
  documentMirror: {
    /**
     * Reports events of open documents, while a `documents-wanted` event asks for them. Returns the paths whose whole
     * text main needs (`opened` again), because a version was missing.
     */
    report: takes(z.array(documentEventSchema).check(z.maxLength(10_000))).gives<readonly string[]>(),
  },
  questions: {
    answer: takes(itemId, questionAnswerSchema).gives<void>(),
    /** Somebody types an answer: the question does not go away by itself any more. */
    attend: takes(itemId).gives<void>(),
    cancelProgress: takes(itemId).gives<void>(),
  },
};

import { z } from 'zod/mini';
import { addressSourceSchema, type KnownHost, knownHostSchema } from '../address.ts';
import type { ContributedCommand, ContributedSlashCommand } from '../command.ts';
import type { CredentialSummary, ProviderPage } from '../credential.ts';
import { documentEventSchema } from '../documents/document-events.ts';
import type { Result } from '../errors.ts';
import type { ExtensionSnapshot, InstallQuestion, RunningExtension } from '../extensions/extension-state.ts';
import { settingValueSchema } from '../extensions/manifest.ts';
import type { PromptTemplate } from '../prompt-template.ts';
import { questionAnswerSchema } from '../question.ts';
import type { ExtensionSetting } from '../settings/settings.ts';
import { extensionId, itemId, model, path, providerId, takes } from './method.ts';

/** What extensions add to palette and composer, known from their manifests. */
export interface Contributions {
  readonly commands: readonly ContributedCommand[];
  readonly slashCommands: readonly ContributedSlashCommand[];
  readonly templates: readonly PromptTemplate[];
}

/** What is asked of main about extensions, and for them, and of addresses outside: groups of `RendererApi`. */
export const extensionMethods = {
  addresses: {
    /**
     * Opens an http, https or mailto address outside the app, once the person allowed what has to be asked. Anything else is
     * refused; `cancelled`: the person said no.
     */
    open: takes(z.string().check(z.maxLength(65_536)), addressSourceSchema).gives<Result<null>>(),
    /** (question, isAllowed) */
    answer: takes(itemId, z.boolean()).gives<void>(),
    /** The last one first. */
    list: takes().gives<KnownHost[]>(),
    /** It is asked about again. */
    forget: takes(knownHostSchema).gives<void>(),
  },
  providers: {
    /** The person turns to the models: providers that have not been asked in this run are asked what they offer. */
    wanted: takes().gives<void>(),
    /** Asks every provider anew what it offers. */
    refresh: takes().gives<void>(),
    setFavourite: takes(model, z.boolean()).gives<void>(),
    page: takes(extensionId, providerId).gives<Result<ProviderPage>>(),
    /** Settles when it is over. The dialogs for key, variable or browser appear meanwhile. */
    signIn: takes(extensionId, providerId).gives<Result<null>>(),
    /** Asks for a new key in the dialog; the old one stays until the new one is accepted. */
    replaceKey: takes(extensionId, providerId).gives<Result<null>>(),
    /** The extension forgets what it holds, and the key is removed. */
    signOut: takes(extensionId, providerId).gives<Result<null>>(),
    /** Asks the service now. Gives one sentence: how many models, and how long it took. */
    test: takes(extensionId, providerId).gives<Result<string>>(),
    /** A provider that was switched off for its faults may answer again. */
    switchOn: takes(extensionId, providerId).gives<void>(),
    /** (extension, variable, isAllowed): null: asked again when it is needed. */
    setVariable: takes(extensionId, itemId, z.nullable(z.boolean())).gives<Result<null>>(),
    /** (question, isAllowed) */
    answerVariable: takes(itemId, z.nullable(z.boolean())).gives<void>(),
    /** Opens the browser once more. */
    openSignIn: takes(itemId).gives<Result<null>>(),
    /** Gives it up, or closes what it came to. */
    endSignIn: takes(itemId).gives<void>(),
  },
  credentials: {
    /**
     * Answers a request; null cancels it, also while the key is being tried. Settles when the key was accepted and
     * stored; a failure says why not, and the request stays for another answer, unless its code is `cancelled`.
     * The value is not kept in the renderer once it is accepted.
     */
    answer: takes(itemId, z.nullable(z.string().check(z.minLength(1), z.maxLength(65_536)))).gives<Result<null>>(),
    list: takes().gives<CredentialSummary[]>(),
    /** (extension, provider, leftBehindBy): as the summary has it. */
    remove: takes(extensionId, providerId, z.optional(path)).gives<Result<null>>(),
  },
  hosts: {
    restart: takes(itemId).gives<void>(),
    /** The last lines of the extension log; of one extension, when it is named. */
    logTail: takes(z.optional(extensionId)).gives<string>(),
    /** Opens the host's inspector. Gives the address at which DevTools attach; null when they were opened. */
    inspect: takes(itemId).gives<Result<string | null>>(),
  },
  extensions: {
    /** Everything that discovery found, in the order of precedence. */
    list: takes().gives<readonly ExtensionSnapshot[]>(),
    running: takes().gives<readonly RunningExtension[]>(),
    contributions: takes().gives<Contributions>(),
    /** Shows the system's dialog for a folder or an archive. null: cancelled. What is found asks for consent first. */
    pickPackage: takes(z.enum(['folder', 'archive'])).gives<Result<InstallQuestion | null>>(),
    /** A folder, .tgz or .zip that was dropped. */
    prepareInstall: takes(path).gives<Result<InstallQuestion>>(),
    /** The person consented: the extension is put in place and offered at once. (token) */
    commitInstall: takes(itemId).gives<Result<null>>(),
    discardInstall: takes(itemId).gives<void>(),
    /**
     * Consent to what an extension asks for that was not installed here: of a project, or named on the command line.
     * (extension, rootPath)
     */
    consent: takes(extensionId, path).gives<Result<null>>(),
    /** (extension, isEnabled, rootPath): which of several of this id; absent: the one that is used, or the first that is off. */
    setEnabled: takes(extensionId, z.boolean(), z.optional(path)).gives<Result<null>>(),
    /** (extension, rootPath) */
    uninstall: takes(extensionId, path).gives<Result<null>>(),
    /** Loads it anew; an answer that it streams may end first. Also tries a failed activation again. */
    reload: takes(extensionId).gives<Result<null>>(),
    /** (extension, command) */
    runCommand: takes(extensionId, itemId).gives<Result<null>>(),
  },
  extensionSettings: {
    list: takes().gives<ExtensionSetting[]>(),
    /** (extension, key, value) */
    set: takes(extensionId, itemId, settingValueSchema).gives<Result<null>>(),
  },
  /** What extensions know of the open documents. */
  documentMirror: {
    /**
     * Tells what happened to open documents, while a `documents-wanted` event asks for it. Gives the paths whose whole
     * text main needs (`opened` again), because a version was missing.
     */
    report: takes(z.array(documentEventSchema).check(z.maxLength(10_000))).gives<readonly string[]>(),
  },
  questions: {
    answer: takes(itemId, questionAnswerSchema).gives<void>(),
    cancelProgress: takes(itemId).gives<void>(),
  },
};

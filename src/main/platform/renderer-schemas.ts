import { z } from 'zod/mini';
import { documentEventSchema } from '../../shared/contract/document-events.ts';
import { mostRows } from '../../shared/contract/manifest.ts';
import type { Channel, ChannelMethod } from '../../shared/contract/renderer-api.ts';
import { mostToolRules, toolRuleSchema } from '../../shared/contract/tool.ts';
import { promptImagesSchema } from '../agent/request/prompt-image-schema.ts';

const path = z.string().check(z.minLength(1), z.maxLength(32_768));
const id = z.string().check(z.minLength(1), z.maxLength(256));
const text = z.string().check(z.maxLength(64 * 1024 * 1024));
const prompt = z.string().check(z.maxLength(8 * 1024 * 1024));
const pixels = z.number().check(z.minimum(0), z.maximum(100_000));
const nothing = z.tuple([]);

const layout = z.looseObject({
  treeVisible: z.boolean(),
  panelVisible: z.boolean(),
  treeWidth: pixels,
  panelWidth: pixels,
});

const row = z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(65_536)));
const settingValue = z.union([
  z.string().check(z.maxLength(65_536)),
  z.boolean(),
  z.number(),
  z.array(row).check(z.maxLength(mostRows)),
]);

const model = z.string().check(z.minLength(1), z.maxLength(4096));

const amount = z.number().check(z.positive(), z.maximum(1e12));
const limit = z.strictObject({ tokens: z.exactOptional(amount), cost: z.exactOptional(amount) });
const label = z.string().check(z.maxLength(1000));
const patterns = z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.minLength(1), z.maxLength(50));

const bufferAnswer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('closed') }),
  z.strictObject({ type: z.literal('text'), text, isEdited: z.boolean() }),
  z.strictObject({ type: z.literal('applied'), isEdited: z.boolean() }),
  z.strictObject({ type: z.literal('changed') }),
]);

const saveRequest = z.strictObject({
  path,
  text,
  hasBom: z.boolean(),
  baseRevision: z.nullable(z.string().check(z.maxLength(256))),
});

/** What the arguments of each channel must be. A method without a schema does not compile. */
export const rendererSchemas = {
  'app.boot': nothing,
  'app.answerClose': z.tuple([z.boolean()]),
  'app.setUnsavedCount': z.tuple([z.int().check(z.minimum(0))]),
  'app.openAddress': z.tuple([z.string().check(z.maxLength(65_536))]),
  'app.paste': nothing,
  'workspace.pickFolder': nothing,
  'workspace.open': z.tuple([path]),
  'workspace.setTrust': z.tuple([z.boolean()]),
  'workspace.list': z.tuple([path]),
  'workspace.saveLayout': z.tuple([layout]),
  'documents.open': z.tuple([path]),
  'documents.allow': z.tuple([path]),
  'documents.save': z.tuple([saveRequest]),
  'documents.close': z.tuple([path]),
  'documents.pickFile': nothing,
  'documents.report': z.tuple([z.array(documentEventSchema).check(z.maxLength(10_000))]),
  'documents.inspect': z.tuple([z.array(path).check(z.maxLength(500))]),
  'documents.answerBuffer': z.tuple([id, bufferAnswer]),
  'agent.providers': nothing,
  'agent.chooseModel': z.tuple([model]),
  'agent.thread': nothing,
  'agent.newThread': nothing,
  'agent.send': z.tuple([id, prompt, z.optional(promptImagesSchema), z.optional(id)]),
  'agent.keepDraft': z.tuple([id, prompt, z.optional(promptImagesSchema)]),
  'agent.stop': z.tuple([id]),
  'agent.retry': z.tuple([id]),
  'agent.retryNow': z.tuple([id]),
  'agent.runSlashCommand': z.tuple([id, id, id, prompt]),
  'agent.decideTool': z.tuple([
    id,
    id,
    z.union([
      z.enum(['allow-once', 'allow-thread', 'deny']),
      z.strictObject({ type: z.enum(['always', 'never']), patterns }),
    ]),
    z.optional(z.int()),
  ]),
  'agent.editQueued': z.tuple([id, id, prompt, z.optional(promptImagesSchema)]),
  'agent.orderQueue': z.tuple([id, z.array(id).check(z.maxLength(1000))]),
  'agent.sendQueuedNow': z.tuple([id, id]),
  'agent.regenerate': z.tuple([id, id]),
  'agent.continueAnswer': z.tuple([id]),
  'agent.showBranch': z.tuple([id, id]),
  'agent.annotate': z.tuple([
    id,
    id,
    z.strictObject({
      note: z.exactOptional(z.string().check(z.maxLength(10_000))),
      labels: z.exactOptional(z.array(label).check(z.maxLength(1000))),
    }),
  ]),
  'agent.compact': z.tuple([id, z.string().check(z.maxLength(10_000))]),
  'agent.setLimit': z.tuple([id, z.nullable(limit)]),
  'agent.answerPause': z.tuple([id, z.boolean(), z.optional(limit)]),
  'agent.runTemplate': z.tuple([id, id, prompt]),
  'agent.showRequest': z.tuple([
    id,
    z.strictObject({
      text: prompt,
      images: z.exactOptional(promptImagesSchema),
      replaces: z.exactOptional(id),
      templateId: z.exactOptional(id),
    }),
  ]),
  'threads.list': nothing,
  'threads.search': z.tuple([z.string().check(z.maxLength(1000))]),
  'threads.open': z.tuple([id]),
  'threads.rename': z.tuple([id, z.string().check(z.maxLength(1000))]),
  'threads.setArchived': z.tuple([id, z.boolean()]),
  'threads.remove': z.tuple([id]),
  'threads.restore': z.tuple([id]),
  'threads.exportMarkdown': z.tuple([id]),
  'threads.showAsText': z.tuple([id]),
  'changes.review': z.tuple([id]),
  'changes.texts': z.tuple([id, path]),
  'changes.accept': z.tuple([id, z.nullable(path), z.optional(text)]),
  'changes.reject': z.tuple([id, z.nullable(path), z.boolean()]),
  'changes.rejectPart': z.tuple([id, path, text, text]),
  'changes.restore': z.tuple([id, id, z.boolean()]),
  'changes.undoRestore': z.tuple([id]),
  'mentions.paths': nothing,
  'mentions.symbols': z.tuple([z.string().check(z.maxLength(200))]),
  'providers.refresh': nothing,
  'providers.setFavourite': z.tuple([model, z.boolean()]),
  'providers.page': z.tuple([id, id]),
  'providers.signIn': z.tuple([id, id]),
  'providers.signOut': z.tuple([id, id]),
  'providers.test': z.tuple([id, id]),
  'providers.switchOn': z.tuple([id, id]),
  'providers.setVariable': z.tuple([id, id, z.nullable(z.boolean())]),
  'providers.answerVariable': z.tuple([id, z.nullable(z.boolean())]),
  'providers.openSignIn': z.tuple([id]),
  'providers.endSignIn': z.tuple([id]),
  'credentials.answer': z.tuple([id, z.nullable(z.string().check(z.minLength(1), z.maxLength(65_536)))]),
  'credentials.list': nothing,
  'credentials.replace': z.tuple([id, id]),
  'credentials.remove': z.tuple([id, id, z.optional(path)]),
  'settings.setTheme': z.tuple([z.enum(['system', 'light', 'dark'])]),
  'settings.change': z.tuple([
    z.strictObject({
      autoTitles: z.exactOptional(z.boolean()),
      toolRules: z.exactOptional(z.array(toolRuleSchema).check(z.maxLength(mostToolRules))),
      threadLimit: z.exactOptional(limit),
    }),
  ]),
  'settings.extensionSettings': nothing,
  'settings.setExtensionSetting': z.tuple([id, id, settingValue]),
  'notices.act': z.tuple([id, id]),
  'notices.dismiss': z.tuple([id]),
  'hosts.restart': z.tuple([id]),
  'hosts.log': z.union([z.tuple([id]), nothing]),
  'hosts.inspect': z.tuple([id]),
  'extensions.list': nothing,
  'extensions.running': nothing,
  'extensions.contributions': nothing,
  'extensions.pickPackage': z.tuple([z.enum(['folder', 'archive'])]),
  'extensions.prepareInstall': z.tuple([path]),
  'extensions.commitInstall': z.tuple([id]),
  'extensions.discardInstall': z.tuple([id]),
  'extensions.consent': z.tuple([id, path]),
  'extensions.setEnabled': z.union([z.tuple([id, z.boolean(), path]), z.tuple([id, z.boolean()])]),
  'extensions.uninstall': z.tuple([id, path]),
  'extensions.reload': z.tuple([id]),
  'extensions.runCommand': z.tuple([id, id]),
  'questions.answer': z.tuple([id, z.union([z.int().check(z.nonnegative()), text, z.null()])]),
  'questions.cancelProgress': z.tuple([id]),
  'events.connect': nothing,
} satisfies { [C in Channel]: z.ZodMiniType<Parameters<ChannelMethod<C>>> };

export const channels = Object.keys(rendererSchemas) as Channel[];

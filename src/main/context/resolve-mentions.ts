import { abortable } from '../../shared/bounded.ts';
import { type Result, toFailure } from '../../shared/contract/errors.ts';
import type { Diagnostic, FetchedPage } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { longestContext, type PromptContext } from '../../shared/contract/thread.ts';
import { LinkedController } from '../../shared/linked-controller.ts';
import type { PathPlatform } from '../../shared/links/link-target.ts';
import { findMentions, type MentionTarget } from '../../shared/links/mention.ts';
import { fileFailure } from '../documents/file-failure.ts';
import { createMentionedFiles, type MentionedFiles, type MentionedFilesDeps } from './mentioned-files.ts';
import { cutContext } from './told-context.ts';

export interface MentionResolverDeps extends Pick<MentionedFilesDeps, 'readText'> {
  /** The open folder, absolute; null without one. */
  openFolder(): string | null;
  readonly platform: PathPlatform;
  /** Longest time for all mentions of a prompt together. */
  readonly mentionsMs: number;
  /** The documents that are open in the window, absolute. */
  openPaths(): readonly string[];
  /** Of the open documents. */
  diagnostics(path: null, signal: AbortSignal): Promise<readonly Diagnostic[]>;
  /** Only called for addresses that the person typed. */
  fetchPage(url: string, signal: AbortSignal): Promise<FetchedPage>;
}

export interface ResolveOptions {
  /** The folder of the thread, absolute; null: it has none. Another one may be open by now. */
  readonly root: string | null;
  /** Whether the person wrote it. What an extension or a template wrote names nothing outside of the open folder. */
  readonly isTyped: boolean;
  /** Another thread as Markdown. */
  readThread(threadId: string): Promise<Result<string>>;
  readonly signal: AbortSignal;
}

/**
 * Looks up what the mentions of a prompt come to, each once. What cannot be had is a problem in a sentence, which holds
 * nothing up.
 * @throws `cancelled` when the signal aborts
 */
export type MentionResolver = (text: string, options: ResolveOptions) => Promise<readonly PromptContext[]>;

const maxMentions = 50;
/** Characters of all together. */
const longestOfAll = 1_000_000;

type Found = Pick<PromptContext, 'kind' | 'text'>;

export function createMentionResolver(deps: MentionResolverDeps): MentionResolver {
  async function look(target: MentionTarget, { root, isTyped, readThread, signal }: ResolveOptions): Promise<Found> {
    const files = createMentionedFiles({ root, readText: deps.readText });
    if ((target.kind === 'tabs' || target.kind === 'diagnostics') && root !== deps.openFolder()) {
      throw new Error('Another folder is open than this thread’s, so its files are not part of it.');
    }
    switch (target.kind) {
      case 'file':
      case 'directory':
      case 'symbol':
        return files.read(target, isTyped, signal);
      case 'tabs':
        return { kind: 'tabs', text: await tabs(files, isTyped) };
      case 'diagnostics':
        return { kind: 'diagnostics', text: diagnosticLines(files, await deps.diagnostics(null, signal)) };
      case 'thread': {
        if (!isTyped) throw new Error(onlyTyped);
        const said = await readThread(target.id);
        if (!said.ok) throw new Error(said.failure.message);
        // The end of the thread counts most.
        return { kind: 'thread', text: cutContext(said.value, 'tail') };
      }
      case 'web':
        return { kind: 'page', text: await page(target.url, isTyped, signal) };
    }
  }

  async function page(url: string, isTyped: boolean, signal: AbortSignal): Promise<string> {
    if (!isTyped) throw new Error(onlyTyped);
    const { title, text, status, isCut, url: from } = await deps.fetchPage(url, signal);
    const head = [`Address: ${from}`, ...(title === '' ? [] : [`Title: ${title}`])];
    if (status !== 200) head.push(`The service answered with the status ${status}.`);
    return [head.join('\n'), text, ...(isCut ? ['[The page is longer; its end is left out.]'] : [])].join('\n\n');
  }

  async function tabs(files: MentionedFiles, isTyped: boolean): Promise<string> {
    const paths = deps.openPaths();
    if (paths.length === 0) return 'No files are open.';
    let room = longestContext;
    const parts: string[] = [];
    for (const path of paths) {
      const text = await files.whole(path, isTyped).catch((thrown: unknown) => `[${sentence(thrown, path)}]`);
      room -= text.length;
      parts.push(
        `File ${files.nameOf(path)}:\n${room < 0 ? '[left out: the open files are too long together]' : text}`,
      );
    }
    return parts.join('\n\n');
  }

  const diagnosticLines = (files: MentionedFiles, all: readonly Diagnostic[]): string =>
    all.length === 0
      ? 'Nothing wrong was found in the open files.'
      : all
          .map(({ path, line, column, severity, message }) => {
            return `${files.nameOf(path)}:${line}:${column}: ${severity}: ${message}`;
          })
          .join('\n');

  return async (text, options) => {
    const mentions = findMentions(text, deps.platform);
    const all = mentions.filter(({ href }, index) => mentions.findIndex((each) => each.href === href) === index);
    const limited = new LinkedController([options.signal], deps.mentionsMs);
    const { signal } = limited;
    const looked = all.map(async ({ label, href, target }, index): Promise<PromptContext> => {
      const kind = target.kind === 'web' ? 'page' : target.kind;
      try {
        if (index >= maxMentions) throw new Error(`Only the first ${maxMentions} mentions of a prompt are looked up.`);
        const found = await abortable(look(target, { ...options, signal }), signal);
        return { label, href, kind: found.kind, text: cutContext(found.text) };
      } catch (thrown) {
        if (options.signal.aborted) throw thrown;
        const problem = signal.aborted ? 'It took too long.' : sentence(thrown, label);
        return { label, href, kind, text: '', problem };
      }
    });
    return withinAll(await Promise.all(looked).finally(() => limited.end()));
  };
}

const onlyTyped = 'Only you can mention it: it was not you who wrote this prompt.';

function sentence(thrown: unknown, name: string): string {
  if (!(thrown instanceof Error && 'code' in thrown) || 'failure' in thrown) return toFailure(thrown).message;
  const failed = fileFailure(thrown, name, 'opened');
  return failed.ok ? thrown.message : failed.failure.message;
}

/** The first ones count, until there is no room. */
function withinAll(contexts: readonly PromptContext[]): PromptContext[] {
  let room = longestOfAll;
  return contexts.map((context) => {
    if (context.text.length > room) return { ...context, text: '', problem: 'What is mentioned is too long together.' };
    room -= context.text.length;
    return context;
  });
}

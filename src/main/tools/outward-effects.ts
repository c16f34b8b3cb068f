import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import {
  type ExecCommand,
  type ExecResult,
  execTimeout,
  type FetchedPage,
  longestCommand,
} from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { ToolRule, ToolWhere } from '../../shared/contract/tool.ts';
import type { ChangeService } from '../changes/change-service.ts';
import { isDirectory } from '../documents/path-kind.ts';
import { looksPrivate } from '../network/private-address.ts';
import type { ProgramEnvironment } from '../programs/program-environment.ts';
import type { CallRun, RunPlace } from './call-run.ts';
import { commandEnvironment } from './commands/command-environment.ts';
import { foreignRepository } from './commands/foreign-repository.ts';
import { runInShell } from './commands/run-in-shell.ts';
import { type Folder, folderAt, placeOf } from './place-of-path.ts';
import { commanding, fetching, lookingAt } from './rules/judge.ts';
import { namedFiles } from './rules/named-files.ts';
import { fitsUrl } from './rules/rule-patterns.ts';
import { isHeld } from './rules/rule-places.ts';
import { patternsOfLine, patternsOfUrl } from './rules/suggested-patterns.ts';
import { quotedLine } from './shell/quoted-line.ts';
import { partsOf } from './shell/shell-parts.ts';
import { refuseMoved } from './touched-places.ts';

export interface OutwardEffectsDeps {
  readonly changes: Pick<ChangeService, 'beforeCommand'>;
  fetchPage(
    url: string,
    options: {
      readonly signal: AbortSignal;
      /** A person allowed an address that is recognizably one of this machine or its network. */
      readonly allowsPrivate: boolean;
      /** Called with each address before it is requested, redirects included; rejects to refuse. */
      readonly mayFetch: (url: string) => Promise<void>;
    },
  ): Promise<FetchedPage>;
  rules(): readonly ToolRule[];
  readonly environment: ProgramEnvironment;
}

export interface RequestedCommand {
  readonly command: ExecCommand;
  readonly cwd?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export type OutwardEffects = ReturnType<typeof createOutwardEffects>;

/** Effects of a call other than on files: system commands and web requests. */
export function createOutwardEffects({ rules, changes, fetchPage, environment }: OutwardEffectsDeps) {
  /** Whether a rule that allows the address names it, instead of using a star. */
  const isNamed = (url: URL, where: ToolWhere): boolean =>
    rules().some(
      (rule) =>
        rule.effect === 'fetch' &&
        rule.decision === 'allow' &&
        isHeld(rule, where) &&
        !rule.pattern.trim().startsWith('*') &&
        fitsUrl(rule.pattern, url, 'narrow'),
    );

  return {
    async exec(run: CallRun<RunPlace>, requested: RequestedCommand, signal: AbortSignal): Promise<ExecResult> {
      const folder = await folderAt(run.at.root);
      const { line, cwd } = await startingThere(folder, lineOf(requested.command), requested.cwd);
      const place = await placeOf(folder, cwd, 'content');
      if (!place.isInside || !(await isDirectory(place.real))) {
        const message = `“${place.shown}” is not a folder of the project. Commands run in the open folder or below it.`;
        throw new FailureError({ code: place.isInside ? 'file-not-found' : 'file-outside-project', message });
      }
      const told = partsOf(line);
      const { commands } = told;
      const foreign = folder.realRoot === null ? null : await foreignRepository(folder.realRoot, place.real);
      const warning = told.warning ?? (foreign === null ? undefined : `No rule can allow a command here: ${foreign}`);
      const parts = commands.map(({ text }) => text);
      const named = await namedFiles(folder, place, commands);
      await run.permit(
        { type: 'command', line, cwd: place.shown, parts, ...(warning !== undefined && { warning }) },
        [commanding({ ...told, warning }, named), ...named.looked.map(lookingAt)],
        patternsOfLine({ ...told, warning }),
        signal,
      );
      await refuseMoved([place], 'content');
      // What no thread asked for belongs into the review of none.
      const { missing, done } =
        run.at.threadId === null ? keepsNothing : await changes.beforeCommand(run.at, run.at.root);
      try {
        if (missing !== null) run.output(`[${missing}]\n`);
        return await runInShell({
          line,
          cwd: place.real,
          environment: commandEnvironment(await environment(), process.platform),
          timeoutMs: (requested.timeoutSeconds ?? execTimeout.usual) * 1000,
          signal,
          onOutput: run.output,
        });
      } finally {
        await done();
      }
    },

    async fetch(run: CallRun, address: string, signal: AbortSignal): Promise<FetchedPage> {
      const allowed = new Set<string>();
      /** @returns whether a person was asked */
      async function permit(url: URL): Promise<boolean> {
        const hasAsked = await run.permit(
          { type: 'fetch', url: url.href },
          [fetching(url)],
          patternsOfUrl(url),
          signal,
        );
        allowed.add(url.origin);
        return hasAsked;
      }
      const url = addressOf(address);
      const hasAsked = await permit(url);
      // A public name does not grant access to a private address that it resolves to: its owner may change that.
      const allowsPrivate = looksPrivate(url) && (hasAsked || isNamed(url, await run.where()));
      return fetchPage(url.href, {
        signal,
        allowsPrivate,
        async mayFetch(text) {
          const next = addressOf(text);
          // A redirect within an allowed origin needs no further permission, unless a rule denies the address.
          if (allowed.has(next.origin)) await run.refuseDenied('fetch', [fetching(next)]);
          else await permit(next);
        },
      });
    },
  };
}

const keepsNothing = { missing: null, done: async () => {} };

function lineOf(command: ExecCommand): string {
  const refuse = (message: string) => new FailureError({ code: 'invalid-request', message });
  const tooLong = () => {
    const most = longestCommand.toLocaleString('en');
    return refuse(`The command is longer than ${most} characters. Pass what is long in a file.`);
  };
  // A thousand long words are many megabytes, which are not quoted for nothing.
  const letters = typeof command === 'string' ? 0 : command.reduce((sum, { length }) => sum + length + 1, -1);
  if (letters > longestCommand) throw tooLong();
  const line = typeof command === 'string' ? command : quotedLine(command);
  if (line.includes('\0')) throw refuse('The command has a zero byte, which no program can be given.');
  if (line.length > longestCommand) throw tooLong();
  return line;
}

/**
 * A line that begins with `cd` to a folder of the project counts as one that runs there, so that a rule for that folder
 * applies. Other targets leave the line as it is, so that it is asked for.
 */
async function startingThere(folder: Folder, line: string, cwd = '.'): Promise<{ line: string; cwd: string }> {
  const [begin = '', way] = /^\s*cd[ \t]+([\w.][\w.-]*(?:\/[\w.-]+)*)\/?[ \t]*&&\s*(?=\S)/.exec(line) ?? [];
  if (way === undefined) return { line, cwd };
  const place = await placeOf(folder, join(cwd, way), 'content').catch(() => null);
  const isFolder = place?.isInside && (await stat(place.real).catch(() => null))?.isDirectory();
  return isFolder ? { line: line.slice(begin.length), cwd: place.real } : { line, cwd };
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const refuse = (message: string) => new FailureError({ code: 'address-refused', message });
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw refuse(`“${text.slice(0, 100)}” is not an address that starts with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') throw refuse('An address with a name or a password is not fetched.');
  return url;
}

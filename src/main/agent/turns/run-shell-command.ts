import { randomUUID } from 'node:crypto';
import { fail, ok, toFailure } from '../../../shared/contract/errors.ts';
import { plainLine } from '../../../shared/contract/plain-line.ts';
import type { ShellRunEnd } from '../../../shared/contract/shell-run.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import { createCallOutput } from '../../tools/call-output.ts';
import { createKeptOutput } from '../../tools/commands/kept-output.ts';
import type { PersonShell } from '../../tools/commands/person-shell.ts';
import type { ToolHost } from '../../tools/tool-host.ts';
import { namesOf, type ThreadEvents } from '../events/thread-events.ts';
import { askIn } from '../events/turn-events.ts';
import type { Begin } from '../threads/claim-thread.ts';
import { folderOf, type OpenThread, shellEndOfApp } from '../threads/open-thread.ts';
import { threadFull } from './answer-size.ts';
import { AnswerAbort } from './turn-loop.ts';

export interface ShellCommandsDeps {
  readonly shell: PersonShell;
  readonly events: ThreadEvents;
  /** Runs a command as an extension's own: the person is asked about that, unless a rule allows it. */
  runOwn: ToolHost['runOwn'];
  sizeLimits(): Pick<SizeLimits, 'thread'>;
}

/** As the person typed it. */
export interface ShellCommand {
  readonly command: string;
  readonly isTold: boolean;
}

/** Runs commands of the person in the shell, once extensions had their say. What comes of one is in the thread. */
export function createShellCommands({ shell, runOwn, events, sizeLimits }: ShellCommandsDeps) {
  return (thread: OpenThread, typed: ShellCommand): Begin =>
    async ({ controller: { signal } }) => {
      const folder = folderOf(thread);
      const refusal =
        threadFull(thread.size, sizeLimits().thread) ?? (await shell.refusal({ line: typed.command, folder }));
      if (refusal) return { ok: false, failure: refusal };
      const asked = await askIn(events, thread)('user_bash', typed, signal).catch(() => null);
      if (!asked || signal.aborted) return fail('cancelled', 'It was stopped. Your text is kept.');
      const { outcome } = asked;
      const names = namesOf(asked);
      const by = names.at(-1) ?? '';
      const { command, isTold } = asked.event;
      const id = randomUUID();
      const change = command !== typed.command && { typed: typed.command, changedBy: names };
      thread.append([{ kind: 'shell-run', id, at: Date.now(), command, isTold, ...change }]);
      const end = (how: ShellRunEnd) => thread.append([{ kind: 'shell-ended', id, at: Date.now(), end: how }]);
      if (outcome.block !== undefined) {
        end({ type: 'blocked', by, reason: plainLine(outcome.block) });
        return ok(null);
      }
      if (outcome.handled !== undefined) {
        const kept = createKeptOutput();
        kept.add(outcome.handled);
        end({ type: 'handled', by, output: kept.text() });
        return ok(null);
      }
      const output = createCallOutput((text) => thread.append([{ kind: 'shell-output', id, text }]));
      // What the person typed is theirs; what became of it is not.
      const last = asked.by.at(-1);
      const running =
        change && last
          ? runOwn(last.extension, { command }, signal, output.add)
          : shell.run({ line: command, folder, signal, onOutput: output.add });
      const answer = running.then(
        ({ exitCode, output: all, isTimedOut }) => {
          output.end();
          end({ type: 'done', exitCode, output: all, ...(isTimedOut && { isTimedOut }) });
        },
        (thrown: unknown) => {
          output.end();
          end(signal.aborted ? endByAbort(signal.reason) : { type: 'failed', reason: toFailure(thrown).message });
        },
      );
      return ok({ answer });
    };
}

const endByAbort = (reason: unknown): ShellRunEnd =>
  reason instanceof AnswerAbort ? shellEndOfApp : { type: 'stopped' };

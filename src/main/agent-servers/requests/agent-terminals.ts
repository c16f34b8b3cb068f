import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { abortable } from '../../../shared/bounded.ts';
import type { AgentTerminalPatch } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { longestCommand } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { isDirectory } from '../../documents/path-kind.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import { createKeptEnd } from '../../tools/commands/kept-end.ts';
import { startInShell } from '../../tools/commands/shell-process.ts';
import { quotedLine } from '../../tools/shell/quoted-line.ts';
import type { AgentTerminals, TerminalCommand, TerminalExit } from '../connection/agent-connection.ts';
import { createToldOutput } from './told-output.ts';

export interface AgentTerminalsDeps {
  /** Commands get it without apparent secrets. */
  readonly environment: ProgramEnvironment;
  /** The folder of a session, absolute. */
  folderOf(sessionId: string): string;
  /** What threads show of the terminals, also of those that the agent has released. */
  updated(sessionId: string, updates: readonly AgentUpdate[]): void;
  /** Terminals that are not released. */
  readonly most?: number;
}

interface Terminal {
  readonly sessionId: string;
  /** When it was asked for, as `performance.now()`: starting it takes a while, in which another turn may begin. */
  readonly askedAt: number;
  readonly output: ReturnType<typeof createKeptEnd>;
  readonly ended: Promise<TerminalExit>;
  exit: TerminalExit | null;
  end(): Promise<void>;
}

/** Bytes of output that are kept for the agent. */
const usualLimit = 1024 * 1024;
const mostLimit = 4 * 1024 * 1024;

/**
 * Commands that an agent has the app run, in process groups of their own. Nobody is asked here: an agent's process has the
 * person's rights anyway, and asks for permission itself.
 */
export function createAgentTerminals({ environment, folderOf, updated, most = 64 }: AgentTerminalsDeps) {
  const terminals = new Map<string, Terminal>();
  /** Those that are about to start, by session. */
  const starting = new Set<Pick<Terminal, 'sessionId' | 'askedAt'> & { isOver: boolean }>();
  let isClosed = false;

  function find(id: string): Terminal {
    const terminal = terminals.get(id);
    if (!terminal) throw refuse(`There is no terminal “${id.slice(0, 100)}”, or it was released.`);
    return terminal;
  }

  function start(
    id: string,
    { sessionId, askedAt }: Pick<Terminal, 'sessionId' | 'askedAt'>,
    line: string,
    cwd: string,
    command: TerminalCommand,
    inherited: NodeJS.ProcessEnv,
  ): Terminal {
    const tell = (patch: Omit<AgentTerminalPatch, 'id'>) =>
      updated(sessionId, [{ type: 'terminal', terminal: { ...patch, id } }]);
    tell({ command: line, cwd });
    const output = createKeptEnd(Math.min(command.limit ?? usualLimit, mostLimit));
    const told = createToldOutput(tell);
    const shell = startInShell({
      line,
      cwd,
      environment: { ...commandEnvironment(inherited, process.platform), ...command.environment },
      onOutput(text) {
        output.add(text);
        told.add(text);
      },
    });
    const ended = shell.ended
      .catch((thrown): TerminalExit => {
        told.add(`[${thrown instanceof FailureError ? thrown.message : String(thrown)}]\n`);
        return { code: null, signal: null };
      })
      .then((exit) => {
        terminal.exit = exit;
        told.end();
        tell({ exit: { code: exit.code, ...(exit.signal !== null && { signal: exit.signal }) } });
        return exit;
      });
    const terminal: Terminal = {
      ...{ sessionId, askedAt, output, ended },
      ...{ exit: null, end: shell.end },
    };
    return terminal;
  }

  async function release(id: string): Promise<void> {
    const terminal = terminals.get(id);
    terminals.delete(id);
    if (terminal?.exit === null) await terminal.end();
  }

  return {
    async create(sessionId, command) {
      if (terminals.size + starting.size >= most) {
        throw refuse(`${most} terminals are open. Release one of them first.`);
      }
      const line = lineOf(command);
      if (
        Object.entries(command.environment)
          .flat()
          .some((text) => text.includes('\0'))
      ) {
        throw refuse('A variable has a zero byte, which no program can be given.');
      }
      const cwd = command.cwd ?? folderOf(sessionId);
      if (!isAbsolute(cwd)) throw refuse(`“${cwd}” is not an absolute path. Name the whole path of the folder.`);
      const its = { sessionId, askedAt: performance.now(), isOver: isClosed };
      starting.add(its);
      const [isThere, inherited] = await Promise.all([isDirectory(cwd), environment()]).finally(() =>
        starting.delete(its),
      );
      if (!isThere) {
        throw new FailureError({ code: 'file-not-found', message: `There is no folder “${cwd}” to run a command in.` });
      }
      if (its.isOver) throw refuse('The session is over, or its turn was stopped.');
      const id = randomUUID();
      terminals.set(id, start(id, its, line, cwd, command, inherited));
      return id;
    },
    output(id) {
      const { output, exit } = find(id);
      const { text, leftOut } = output.read();
      return { output: text, isCut: leftOut > 0, exit };
    },
    async ended(id, signal) {
      return abortable(find(id).ended, signal);
    },
    async kill(id) {
      const terminal = find(id);
      await terminal.end();
      await terminal.ended;
    },
    /** What it showed stays. @throws never: one that is gone is released already */
    release,
    /** What a session runs is ended, but for what was asked for before; the agent may still read its output. */
    async endCommands(sessionId: string, since: number) {
      const isMeant = (one: Pick<Terminal, 'sessionId' | 'askedAt'>) =>
        one.sessionId === sessionId && one.askedAt >= since;
      for (const one of starting) if (isMeant(one)) one.isOver = true;
      const running = [...terminals.values()].filter((one) => isMeant(one) && one.exit === null);
      await Promise.all(running.map((one) => one.end().then(() => one.ended)));
    },
    /** The session is over: what it runs is ended. */
    async endSession(sessionId: string) {
      for (const one of starting) if (one.sessionId === sessionId) one.isOver = true;
      const its = [...terminals].filter(([, terminal]) => terminal.sessionId === sessionId);
      await Promise.all(its.map(([id]) => release(id)));
    },
    async close() {
      isClosed = true;
      for (const one of starting) one.isOver = true;
      await Promise.all([...terminals.keys()].map(release));
    },
  } satisfies AgentTerminals & Record<string, unknown>;
}

/** A command with no arguments is a line for the shell, as agents send it; with some, a program with exactly these words. */
function lineOf({ command, args }: TerminalCommand): string {
  const line = args.length === 0 ? command : quotedLine([command, ...args]);
  if (line.trim() === '') throw refuse('The command is empty.');
  if (line.includes('\0')) throw refuse('The command has a zero byte, which no program can be given.');
  if (line.length > longestCommand) {
    throw refuse(`The command is longer than ${longestCommand.toLocaleString('en')} characters.`);
  }
  return line;
}

const refuse = (message: string): FailureError => new FailureError({ code: 'invalid-request', message });

import type { AgentCallPatch, AgentImage, AgentNote, AgentPlan, AgentTerminalPatch } from './agent-item.ts';
import type { AgentCommand, AgentOption, AgentUsage } from './agent-session.ts';

/**
 * What an agent tells of a session, in the words of neither version of the protocol: each is mapped to these at the edge, and
 * there is one fold of them. Everything has passed a schema, is cut to our limits and is text to be shown.
 */
export type AgentUpdate =
  /**
   * `id` null: the agent names none, so it continues what came before if that was of the same speaker, and is new otherwise.
   * `isWhole`: `text` takes the place of what the message had, and "" clears it; otherwise it follows.
   */
  | {
      readonly type: 'message';
      readonly by: 'person' | 'agent' | 'thought';
      readonly id: string | null;
      readonly text: string;
      readonly isWhole: boolean;
      /** Those that `text` names. */
      readonly images?: readonly AgentImage[];
    }
  /** `images`: those that its content names. */
  | { readonly type: 'call'; readonly call: AgentCallPatch; readonly images?: readonly AgentImage[] }
  | { readonly type: 'terminal'; readonly terminal: AgentTerminalPatch }
  | { readonly type: 'plan'; readonly plan: AgentPlan }
  | { readonly type: 'note'; readonly note: AgentNote }
  /** The whole list. */
  | { readonly type: 'commands'; readonly commands: readonly AgentCommand[] }
  /** The whole list. */
  | { readonly type: 'options'; readonly options: readonly AgentOption[] }
  /** One option has another value: the mode, in version 1. */
  | { readonly type: 'option'; readonly id: string; readonly value: string | boolean }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'usage'; readonly usage: AgentUsage }
  /** Work begins or ends that no prompt of ours asked for; what a prompt asks for is told by its answer alone. */
  | { readonly type: 'state'; readonly isRunning: boolean };

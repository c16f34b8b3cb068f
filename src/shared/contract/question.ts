import { z } from 'zod/mini';
import type { Access } from './access.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import { text } from './methods/method.ts';
import { type RuleDecision, ruleDecisionSchema, type ToolEffect, type ToolWhere } from './tool.ts';

/** UI that extensions ask for: questions, status items, progress. Their texts are never interpreted as markup. */

/** The extension that asks, as main knows it. */
export interface Asker {
  readonly extensionId: string;
  readonly extensionName: string;
}

export interface PickItem {
  readonly label: string;
  readonly description?: string | undefined;
}

/** `rename` is asked too: under another name, a file that may hold secrets can be read unasked. */
export type SecretDeed = 'read' | 'rename';

interface Asked {
  readonly id: string;
  readonly asker: Asker;
  readonly title: string;
  /** In ms since 1970: then it goes away by itself. */
  readonly until?: number | undefined;
}

export type Question = Asked &
  (
    | { readonly type: 'confirm'; readonly text: string }
    | { readonly type: 'pick'; readonly placeholder: string; readonly items: readonly PickItem[] }
    | {
        readonly type: 'prompt';
        readonly placeholder: string;
        readonly value: string;
        readonly isMultiline: boolean;
      }
    | { readonly type: 'secret-file'; readonly deed: SecretDeed; readonly path: string }
    /** `hosts`: where the extension may send what it reads. */
    | { readonly type: 'access'; readonly access: Access; readonly hosts: readonly string[] }
    /** Whether a script may have requests sent to the endpoint that it registers, by an extension that speaks the dialect. */
    | {
        readonly type: 'endpoint';
        readonly address: string;
        readonly dialect: string;
        /** The environment variable with the key. */
        readonly variable?: string | undefined;
      }
    /** Whether it may talk to a host: `api.example.com`, `http://localhost:8080`. */
    | {
        readonly type: 'host';
        readonly host: string;
        /** It leads into this computer or its network, as its name says. */
        readonly isPrivate: boolean;
        /** Whether it reads files of the open folder. */
        readonly reads: boolean;
      }
    /** Something that the extension is about to do. `patterns` and `where` are for rules about it. */
    | {
        readonly type: 'effect';
        readonly effect: ToolEffect;
        readonly patterns: readonly string[];
        readonly where: ToolWhere;
      }
  );

/** Letters of a typed answer, and of the text that it begins with. */
export const longestAnswer = 65_536;

/**
 * Index of the picked item, the typed text, `yes` or `no`, `allow` (`always` for an access, an endpoint or a host) or `deny`, an
 * `EffectDecision`. null: cancelled.
 */
export const questionAnswerSchema = z.union([z.int().check(z.nonnegative()), text, z.null(), ruleDecisionSchema]);
export type QuestionAnswer = DeepReadonly<z.output<typeof questionAnswerSchema>>;

/** Who does not want an effect cancels the question. */
export type EffectDecision = 'allow-once' | RuleDecision;

export interface StatusItem {
  readonly asker: Asker;
  readonly id: string;
  readonly text: string;
  readonly tooltip: string;
  /** A command of the same extension that a click runs. */
  readonly command?: string | undefined;
}

export interface ProgressItem {
  readonly asker: Asker;
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** 0 to 1; absent when the length is not known. */
  readonly fraction?: number | undefined;
  readonly isCancellable: boolean;
}

import { z } from 'zod/mini';

/** What an agent server asks a person besides permissions: to fill in a form, or to do something on a page. */
export type Elicitation =
  | {
      readonly type: 'form';
      readonly message: string;
      readonly title?: string | undefined;
      readonly fields: readonly ElicitationField[];
    }
  | { readonly type: 'url'; readonly message: string; readonly url: string };

export interface ElicitationField {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  readonly takes:
    | {
        readonly type: 'text';
        readonly format?: 'email' | 'uri' | 'date' | 'date-time' | undefined;
        /** Letters. */
        readonly least?: number | undefined;
        readonly most?: number | undefined;
      }
    | {
        readonly type: 'number';
        readonly isWhole: boolean;
        readonly least?: number | undefined;
        readonly most?: number | undefined;
      }
    | { readonly type: 'switch' }
    | { readonly type: 'choice'; readonly options: readonly ElicitationOption[] }
    | {
        readonly type: 'choices';
        readonly options: readonly ElicitationOption[];
        /** How many. */
        readonly least?: number | undefined;
        readonly most?: number | undefined;
      };
  readonly value?: ElicitationValue | undefined;
}

export interface ElicitationOption {
  readonly value: string;
  readonly title: string;
}

const text = z.string().check(z.maxLength(65_536));
const valueSchema = z.union([text, z.number(), z.boolean(), z.array(text).check(z.maxLength(1000))]);
export type ElicitationValue = string | number | boolean | readonly string[];

/** A field without a value is absent. */
export const elicitationAnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('accepted'), values: z.record(z.string(), valueSchema) }),
  z.strictObject({ type: z.literal('declined') }),
  z.strictObject({ type: z.literal('cancelled') }),
]);
export type ElicitationAnswer =
  | { readonly type: 'accepted'; readonly values: Readonly<Record<string, ElicitationValue>> }
  | { readonly type: 'declined' | 'cancelled' };

/** A form that waits for a person. */
export interface AgentForm {
  readonly id: string;
  /** As the person knows the agent. */
  readonly agentName: string;
  readonly form: Extract<Elicitation, { type: 'form' }>;
}

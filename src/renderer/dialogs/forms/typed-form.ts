import type { ElicitationField, ElicitationValue } from '../../../shared/contract/agent-servers/elicitation.ts';
import { problemOfValue } from '../../../shared/elicited-value.ts';

/** What the controls of a form hold, by the names of its fields: texts of numbers, too. */
export type TypedForm = Readonly<Record<string, ElicitationValue>>;

/** What a form begins with: what the agent proposes, if its field takes that. */
export const begunForm = (fields: readonly ElicitationField[]): TypedForm =>
  Object.fromEntries(fields.map((field) => [field.name, begun(field)]));

function begun(field: ElicitationField): ElicitationValue {
  const { takes, value } = field;
  const proposed = value !== undefined && problemOfValue(field, value) === null ? value : undefined;
  if (takes.type === 'switch') return proposed ?? false;
  if (takes.type === 'choices') return proposed ?? [];
  return takes.type === 'number' ? String(proposed ?? '') : (proposed ?? '');
}

/** What a control holds, as the agent gets it. @returns undefined: nothing, which is left out */
function readValue({ takes }: ElicitationField, typed: ElicitationValue): ElicitationValue | undefined {
  if (takes.type === 'number') {
    const text = String(typed).trim().replace(',', '.');
    return text === '' ? undefined : Number(text);
  }
  return typed === '' || (Array.isArray(typed) && typed.length === 0) ? undefined : typed;
}

export interface ReadForm {
  /** What goes to the agent, once there is no problem. */
  readonly values: Readonly<Record<string, ElicitationValue>>;
  /** Sentences by the names of the fields that cannot stay as they are. */
  readonly problems: ReadonlyMap<string, string>;
}

export function readForm(fields: readonly ElicitationField[], typed: TypedForm): ReadForm {
  const values: [string, ElicitationValue][] = [];
  const problems = new Map<string, string>();
  for (const field of fields) {
    const value = readValue(field, typed[field.name] ?? '');
    const problem = problemOfValue(field, value);
    if (problem !== null) problems.set(field.name, problem);
    else if (value !== undefined) values.push([field.name, value]);
  }
  return { values: Object.fromEntries(values), problems };
}

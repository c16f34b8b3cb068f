import type { z } from 'zod/mini';
import { visibleName } from '../../../shared/visible-text.ts';

const types: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets',
  object: 'a table',
  record: 'a table',
};

/** Describes a problem of a manifest to its author. @param value the parsed file */
export function formatManifestIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const name = visibleName(issue.path.join('.'));
  if (issue.code === 'unrecognized_keys') {
    const place = name ? `in ${name}` : 'at the top level';
    return `"${visibleName(issue.keys[0] ?? '')}" is not a field of the manifest ${place}`;
  }
  if (at(value, issue.path) === undefined) {
    return `"${name}" is missing${issue.code === 'custom' ? `: ${issue.message}` : ''}`;
  }
  return `"${name}": ${advice(issue)}`;
}

function advice(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `use ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return 'options' in issue && issue.options ? oneOf(issue.options) : issue.message;
    case 'too_small':
      if (issue.origin === 'string') return 'it is empty';
      return issue.inclusive ? `use at least ${issue.minimum}` : `use a number above ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? `use at most ${issue.maximum} characters` : `use at most ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `use ${JSON.stringify(values[0])}` : `must be one of ${values.join(', ')}`;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let present = value;
  for (const key of path) {
    if (typeof present !== 'object' || present === null || !Object.hasOwn(present, key)) return undefined;
    present = (present as Record<PropertyKey, unknown>)[key];
  }
  return present;
}

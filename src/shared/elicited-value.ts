import type { ElicitationField, ElicitationValue } from './contract/agent-servers/elicitation.ts';

type Takes<T extends ElicitationField['takes']['type']> = Extract<ElicitationField['takes'], { type: T }>;

/** Why a field of an agent's form cannot have a value, in a sentence that says what to do. @returns null: it can */
export function problemOfValue({ takes, isRequired }: ElicitationField, value?: ElicitationValue): string | null {
  if (value === undefined) return isRequired ? 'This has to be filled in.' : null;
  switch (takes.type) {
    case 'text':
      return typeof value === 'string' ? problemOfText(takes, value) : 'Write a text.';
    case 'number':
      return typeof value === 'number' ? problemOfNumber(takes, value) : 'Write a number.';
    case 'switch':
      return typeof value === 'boolean' ? null : 'Switch it on or off.';
    case 'choice':
      return takes.options.some((option) => option.value === value) ? null : 'Choose one of the list.';
    case 'choices':
      return Array.isArray(value) ? problemOfChoices(takes, value) : 'Choose from the list.';
  }
}

function problemOfText({ least = 0, most = Number.POSITIVE_INFINITY, format }: Takes<'text'>, text: string) {
  const letters = [...text].length;
  if (letters < least) return `Write at least ${counted(least, 'letter')}.`;
  if (letters > most) return `Write at most ${counted(most, 'letter')}.`;
  if (format === undefined || formats[format].test(text)) return null;
  return `Write ${examples[format]}.`;
}

function problemOfNumber({ isWhole, least, most }: Takes<'number'>, number: number): string | null {
  if (!Number.isFinite(number)) return 'Write a number.';
  if (isWhole && !Number.isSafeInteger(number)) return 'Write a whole number.';
  if (least !== undefined && number < least) return `Write a number of at least ${least}.`;
  if (most !== undefined && number > most) return `Write a number of at most ${most}.`;
  return null;
}

function problemOfChoices(
  { options, least = 0, most = Number.POSITIVE_INFINITY }: Takes<'choices'>,
  chosen: readonly string[],
): string | null {
  const known = new Set(options.map(({ value }) => value));
  if (!chosen.every((value) => known.has(value)) || new Set(chosen).size < chosen.length)
    return 'Choose from the list.';
  if (chosen.length < least) return `Choose at least ${least}.`;
  return chosen.length > most ? `Choose at most ${most}.` : null;
}

type Format = NonNullable<Takes<'text'>['format']>;

const formats: Readonly<Record<Format, { test(text: string): boolean }>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  uri: { test: (text) => URL.canParse(text) },
  date: { test: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text) },
  'date-time': { test: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && isDate(text) },
};
const examples: Readonly<Record<Format, string>> = {
  email: 'an address such as name@example.com',
  uri: 'an address such as https://example.com',
  date: 'a date such as 2026-11-28',
  'date-time': 'a time such as 2026-11-28T14:30:00Z',
};

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text));
const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

import { useEffect, useId, useRef, useState } from 'react';
import type { ArgumentOption } from '../../../../shared/contract/command.ts';
import type { MentionKind } from '../../mentions/format-mention.ts';
import type { MentionOption } from '../../mentions/mention-options.ts';
import { useMentionOptions } from '../../mentions/use-mention-options.ts';
import { type ComposerCommand, findCommand, matchCommands, parseSlash, type SlashDraft } from '../composer-commands.ts';
import { asSafeText } from '../paste.ts';
import { type ArgumentQuery, argumentQueryAt, textOf } from './argument-query.ts';
import { type MentionQuery, mentionQueryAt } from './completion-query.ts';
import { useArgumentOptions } from './use-argument-options.ts';

/** An option in the list above the composer. */
export interface CompletionOption {
  readonly key: string;
  /** Of a mention. */
  readonly kind?: MentionKind | undefined;
  readonly label: string;
  readonly matched: readonly number[];
  /** Muted, after the label. */
  readonly detail: string;
  /** Name of its extension; "" for the person's own. */
  readonly source: string;
  /** Below the label. */
  readonly description: string;
}

interface Offered extends CompletionOption {
  /** Puts it in place of what is typed. */
  take(): void;
}

export interface Completion {
  readonly name: 'Commands' | 'Arguments' | 'Mentions';
  /** Empty while the list is closed. */
  readonly options: readonly CompletionOption[];
  readonly active: CompletionOption | undefined;
  readonly listId: string;
  idOf(option: CompletionOption): string;
  take(option: CompletionOption): void;
  /** Closes the list until the text changes. */
  close(): void;
  /** @returns whether the list used the key */
  onKeyDown(event: KeyboardEvent): boolean;
}

export interface CompletionPlace {
  readonly text: string;
  readonly cursor: number;
  readonly isFocused: boolean;
  readonly commands: readonly ComposerCommand[];
  replace(from: number, to: number, text: string): void;
  /** Sends the draft: Enter was pressed and no option was found after all, or one was taken that runs its command. */
  submit(): void;
}

/** The list that opens while the name of a command, its argument or a mention is typed. */
export function useCompletion({ text, cursor, isFocused, commands, replace, submit }: CompletionPlace): Completion {
  const listId = useId();
  /** The text and place for which it was closed; further typing opens it again. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  /** The option chosen by arrow keys, valid for the same typed text only. */
  const [wanted, setWanted] = useState<{ readonly place: string | null; readonly key: string } | null>(null);
  /** A key pressed before the options were found: it will take the first one. */
  const awaited = useRef<'Enter' | 'Tab' | null>(null);
  /** The draft that is to be sent as soon as it is the text: an option was taken that runs its command. */
  const runs = useRef<string | null>(null);
  const slash = parseSlash(text);
  const filled = slash && argumentQueryAt(slash, text, cursor, commands);
  const query = slash ? null : mentionQueryAt(text, cursor);
  const place = slash ? text : query && `${query.from} ${text.slice(query.from, query.to)}`;
  // Otherwise a draft that comes back after a failed sending would have no list.
  if (closedFor !== null && place !== null && closedFor !== place) setClosedFor(null);
  const isOpen =
    isFocused &&
    place !== null &&
    closedFor !== place &&
    (query !== null || filled !== null || slash?.isNaming === true);
  const mentions = useMentionOptions(isOpen ? query : null);

  const offeredArguments = useArgumentOptions(isOpen ? filled : null);

  const takeMention = ({ markdown }: MentionOption, { from, to }: MentionQuery) => {
    const isApart = /^[\s)\]}>,.;:!?]/.test(text.slice(to, to + 1));
    replace(from, to, isApart ? markdown : `${markdown} `);
  };
  const takeArgument = (option: ArgumentOption, { from }: ArgumentQuery) => {
    const argument = asSafeText(textOf(option));
    const whole = text.slice(0, from) + argument;
    runs.current = option.runs ? whole : null;
    setClosedFor(whole);
    replace(from, text.length, argument);
  };
  const offered = (): readonly Offered[] => {
    if (filled)
      return offeredArguments.map((one, at) => ({ ...argumentOption(one, at), take: () => takeArgument(one, filled) }));
    if (query) return mentions.options.map((one) => ({ ...mentionOption(one), take: () => takeMention(one, query) }));
    const named = isOpen && slash?.isNaming ? matchCommands(commands, slash.name) : [];
    return named.map((one) => ({ ...commandOption(one), take: () => replace(0, text.length, `/${one.name} `) }));
  };
  const options = offered();
  const typedWhole = filled ? offeredArguments.findIndex((option) => textOf(option) === filled.argument) : -1;
  const active =
    options.find(({ key }) => wanted?.place === place && key === wanted.key) ?? options[Math.max(typedWhole, 0)];
  const take = ({ key }: CompletionOption) => {
    setWanted(null);
    options.find((each) => each.key === key)?.take();
  };

  useEffect(() => {
    if (runs.current !== text) return;
    runs.current = null;
    submit();
  });
  useEffect(() => {
    if (!mentions.isCurrent || awaited.current === null) return;
    const key = awaited.current;
    awaited.current = null;
    const [first] = mentions.options;
    if (first && query) takeMention(first, query);
    else if (key === 'Enter') submit();
  });

  const onKeyDown = (event: KeyboardEvent): boolean => {
    // Any further key cancels the pending choice.
    awaited.current = null;
    runs.current = null;
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!isOpen || !isPlain) return false;
    const isTaking = event.key === 'Enter' || event.key === 'Tab';
    if (!slash && !mentions.isCurrent && isTaking) {
      awaited.current = event.key === 'Tab' ? 'Tab' : 'Enter';
      return true;
    }
    if (!active) return false;
    const isTyped = ({ name, isNaming }: SlashDraft) =>
      isNaming ? isNamed(commands, name, active) : active === options[typedWhole];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = options[(options.indexOf(active) + step + options.length) % options.length];
      if (next) setWanted({ place, key: next.key });
    } else if (event.key === 'Escape') setClosedFor(place);
    // Enter runs what is typed as a whole instead of completing it.
    else if (event.key === 'Enter' && slash && isTyped(slash)) return false;
    else if (isTaking) take(active);
    else return false;
    return true;
  };

  return {
    name: filled ? 'Arguments' : slash ? 'Commands' : 'Mentions',
    options,
    active,
    listId,
    idOf: ({ key }) => `${listId}-${encodeURIComponent(key.toWellFormed())}`,
    take,
    close: () => setClosedFor(place),
    onKeyDown,
  };
}

const keyOf = ({ id, runs }: ComposerCommand): string => `${runs.kind}:${id}`;

function isNamed(commands: readonly ComposerCommand[], name: string, option: CompletionOption): boolean {
  const found = findCommand(commands, name);
  return found !== undefined && keyOf(found) === option.key;
}

const commandOption = (command: ComposerCommand): CompletionOption => ({
  key: keyOf(command),
  label: `/${command.name}`,
  matched: [],
  detail: command.argument,
  source: command.source,
  description: command.description,
});

const argumentOption = ({ label, description = '' }: ArgumentOption, index: number): CompletionOption => ({
  key: `${index}:${label}`,
  label,
  matched: [],
  detail: '',
  source: '',
  description,
});

const mentionOption = ({ key, kind, label, matched, detail }: MentionOption): CompletionOption => ({
  key,
  kind,
  label,
  matched,
  detail,
  source: '',
  description: '',
});

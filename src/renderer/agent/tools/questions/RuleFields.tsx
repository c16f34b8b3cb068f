import { useState } from 'react';
import { inSettings } from '../../../../shared/contract/settings/page-titles.ts';
import {
  everyTrustedFolder,
  type RuleDecision,
  type ToolEffect,
  type ToolWhere,
} from '../../../../shared/contract/tool.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { visibleBaseName } from '../../../base/paths.ts';
import styles from '../tools.module.css';
import { formatPlace, goesFurther, patternNames, patternProblem, ruleCovers, starNote } from './format-rule.ts';

export interface RuleFieldsProps {
  readonly id: string;
  readonly effect: ToolEffect | undefined;
  /** Suggested patterns; a person may change them. */
  readonly patterns: readonly string[];
  /** The folder that the rules would apply to. */
  readonly where: ToolWhere | undefined;
  /** Whether the question may be allowed for more than once. */
  readonly mayAllow: boolean;
  readonly isDecided: boolean;
  onDecide(decision: RuleDecision): void;
}

interface Row {
  readonly pattern: string;
  readonly isChosen: boolean;
}

/** Makes rules from a question, to always or never allow. Initially only patterns that go no further are chosen. */
export function RuleFields({ id, effect, patterns, where, mayAllow: mayKeep, isDecided, onDecide }: RuleFieldsProps) {
  const type = effect?.type ?? 'run';
  const [rows, setRows] = useState<readonly Row[]>(() =>
    patterns.map((pattern) => ({ pattern, isChosen: !goesFurther(type, pattern) })),
  );
  const folder = where?.folder ?? null;
  // A rule for a command in a subfolder can only be for that folder.
  const places = [
    ...(folder === null ? [] : ['folder' as const]),
    ...(where?.isWhole === false ? [] : ['every-trusted' as const]),
  ];
  const [place, setPlace] = useState(places[0] ?? 'folder');
  const chosen = rows.filter(({ isChosen }) => isChosen).map(({ pattern }) => pattern.trim());
  const mayDecide =
    !isDecided && chosen.length > 0 && chosen.every((pattern) => patternProblem(type, pattern) === null);
  const change = (index: number, row: Row) => setRows(rows.with(index, row));
  // Where it is unknown what a command line runs, no rule can allow it.
  const mayAllow = mayKeep && !(effect?.type === 'command' && effect.warning !== undefined);
  const { name } = patternNames[type];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div id={id} role="group" aria-label="Always or never" className={styles.rules}>
      {rows.map(({ pattern, isChosen }, index) => {
        const problem = isChosen ? patternProblem(type, pattern) : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field stays where it is while it is edited
          <div key={index} className={styles.rule}>
            <div className={styles.ruleLine}>
              <input
                type="checkbox"
                checked={isChosen}
                aria-label={`Rule for ${pattern || 'nothing yet'}`}
                onChange={({ currentTarget: { checked } }) => change(index, { pattern, isChosen: checked })}
              />
              <input
                className={styles.ruleField}
                value={pattern}
                spellCheck={false}
                autoComplete="off"
                aria-label={name}
                aria-invalid={problem !== null}
                aria-describedby={`${id}-${index}-covers`}
                onChange={({ currentTarget: { value } }) => change(index, { pattern: value, isChosen: true })}
              />
            </div>
            <p id={`${id}-${index}-covers`} className={problem ? styles.ruleProblem : styles.quiet}>
              {problem ??
                `${ruleCovers(type, pattern)}.${type === 'command' && mayAllow && /(?<!\\)\*/.test(pattern) ? starNote : ''}`}
            </p>
          </div>
        );
      })}
      <label className={styles.ruleScope}>
        Applies to
        <select
          className={styles.rulePlace}
          value={place}
          title={place === 'folder' ? formatPlace(folder) : undefined}
          onChange={({ currentTarget: { value } }) => setPlace(places.find((each) => each === value) ?? place)}
        >
          {places.map((each) => (
            <option key={each} value={each}>
              {each === 'folder' && folder !== null ? visibleBaseName(folder) : formatPlace(everyTrustedFolder)}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.quiet}>
        {placeNote(place, type)} You can change this in {inSettings('approvals')}.
      </p>
      <div className={styles.buttons}>
        {mayAllow && (
          <Button disabled={!mayDecide} onClick={() => onDecide({ type: 'always', patterns: chosen, place })}>
            Always allow
          </Button>
        )}
        <Button
          variant="danger"
          disabled={!mayDecide}
          onClick={() => onDecide({ type: 'never', patterns: chosen, place })}
        >
          Never allow
        </Button>
      </div>
    </div>
  );
}

/** Commands are asked for by extensions too. */
const placeNote = (place: 'folder' | 'every-trusted', type: ToolEffect['type']): string =>
  place === 'folder'
    ? `Applies to every thread${type === 'command' ? ' and every extension' : ''} in this folder.`
    : '“Always allow” applies to every folder you trust, “Never allow” to every folder.';

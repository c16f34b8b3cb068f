import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ToolRule } from '../../../shared/contract/tool.ts';
import { ruleProblem } from '../../agent/tools/questions/format-rule.ts';

/** A rule as it is being edited. `key` is its identity on screen. */
export interface EditedRule {
  readonly key: number;
  readonly rule: ToolRule;
}

/** @returns the rules that can be saved; null while one that was written is not valid */
export function rulesAfter(rows: readonly EditedRule[]): ToolRule[] | null {
  const rules: ToolRule[] = [];
  for (const { rule } of rows) {
    const pattern = rule.pattern.trim();
    // A new row without a pattern does not count yet.
    if (pattern === '') continue;
    if (ruleProblem(rule, rules)) return null;
    rules.push({ ...rule, pattern });
  }
  return rules;
}

interface EditedRules {
  readonly rows: readonly EditedRule[];
  setRows(rows: readonly EditedRule[]): void;
  readonly saved: RefObject<readonly ToolRule[]>;
}

/** The rules as rows. Changes from elsewhere, such as the answer to a question of a tool, replace them. */
export function useEditedRules(stored: readonly ToolRule[]): EditedRules {
  const [rows, setRows] = useState(() => rowsOf(stored));
  const saved = useRef(stored);
  useEffect(() => {
    if (JSON.stringify(stored) === JSON.stringify(saved.current)) return;
    saved.current = stored;
    setRows(rowsOf(stored));
  }, [stored]);
  return { rows, setRows, saved };
}

const rowsOf = (rules: readonly ToolRule[]): readonly EditedRule[] =>
  rules.map((rule, index) => ({ key: index + 1, rule }));

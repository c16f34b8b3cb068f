import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pageTitles } from '../../../shared/contract/settings/page-titles.ts';
import { everyTrustedFolder, maxToolRules, type ToolRule } from '../../../shared/contract/tool.ts';
import { ruleProblem } from '../../agent/tools/questions/format-rule.ts';
import { Button } from '../../base/controls/Button.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { useSettings } from '../../base/settings-store.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { changeSettings } from '../change-settings.ts';
import styles from '../settings.module.css';
import rules from './ApprovalRules.module.css';
import { type EditedRule, rulesAfter, useEditedRules } from './edited-rules.ts';
import { RuleRow } from './RuleRow.tsx';

/** Rules for what models may do without asking, and what never. Every change takes effect at once. */
export function ApprovalRules() {
  const stored = useSettings(({ settings }) => settings.toolRules);
  const { rows, setRows, saved } = useEditedRules(stored);
  const folder = useWorkspace(({ workspace }) => workspace?.realPath) ?? everyTrustedFolder;
  const [problem, setProblem] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  /** Where the focus goes when the rows have changed: a row by its key, or the button below them. */
  const focus = useRef<number | 'add' | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row or the button is there only then
  useEffect(() => {
    if (focus.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-focus="${focus.current}"]`)?.focus();
    focus.current = null;
  }, [rows]);

  const save = async (next: readonly EditedRule[]) => {
    setRows(next);
    const wanted = rulesAfter(next);
    if (wanted === null || JSON.stringify(wanted) === JSON.stringify(saved.current)) return;
    const before = saved.current;
    saved.current = wanted;
    const failure = await changeSettings({ toolRules: wanted });
    if (failure) saved.current = before;
    setProblem(failure && formatFailure(failure));
  };
  const change = (key: number, part: Partial<ToolRule>, isDone: boolean) => {
    const next = rows.map((row) => (row.key === key ? { ...row, rule: { ...row.rule, ...part } } : row));
    if (isDone) void save(next);
    else setRows(next);
  };
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    focus.current = key;
    setRows([...rows, { key, rule: { effect: 'change', pattern: '', decision: 'allow', folder } }]);
  };
  const remove = (key: number) => {
    const at = rows.findIndex((row) => row.key === key);
    const others = rows.filter((row) => row.key !== key);
    focus.current = others[Math.min(at, others.length - 1)]?.key ?? 'add';
    void save(others);
  };

  return (
    <div ref={root}>
      <h3 className={styles.heading}>{pageTitles.approvals}</h3>
      <p className={styles.quiet}>
        Models may read the open folder; for everything else they ask you. Rules here allow or refuse it in advance.
      </p>
      <details className={rules.more}>
        <summary>Learn more</summary>
        <ul>
          <li>“Don’t allow” wins over “Ask”, and “Ask” over “Allow”. The order of the rules does not matter.</li>
          <li>A rule that allows something applies to its folder, or to every folder you trust.</li>
          <li>Commands in a folder you do not trust need your approval every time.</li>
          <li>So do files with secrets, such as .env.</li>
          <li>No rule can allow what the app itself refuses, such as reading your keys.</li>
        </ul>
      </details>
      {rows.length === 0 ? (
        <p className={rules.empty}>
          No rules yet. Add one here, or with “Always allow” and “Never allow” under More when a tool asks.
        </p>
      ) : (
        <table className={rules.table}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Which</th>
              <th scope="col">Where</th>
              <th scope="col">Decision</th>
              <th scope="col">
                <span className={rules.hidden}>Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, rule }) => (
              <RuleRow
                key={key}
                id={`rule-${key}`}
                focusKey={key}
                rule={rule}
                among={rows.map((row) => row.key)}
                problem={ruleProblem(
                  rule,
                  rows.filter((row) => row.key < key).map((row) => row.rule),
                )}
                onChange={(part, isDone) => change(key, part, isDone)}
                onDone={() => void save(rows)}
                onRemove={() => remove(key)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button data-focus="add" disabled={rows.length >= maxToolRules} onClick={add}>
        <Plus size={16} aria-hidden /> Add a rule
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.failure}>
          Not saved. {problem}
        </p>
      )}
    </div>
  );
}

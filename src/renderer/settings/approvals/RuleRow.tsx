import { everyTrustedFolder, type ToolRule, toolRuleSchema } from '../../../shared/contract/tool.ts';
import {
  decisionNames,
  effectNames,
  formatPlace,
  patternNames,
  ruleCovers,
  ruleNote,
} from '../../agent/tools/questions/format-rule.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import styles from '../settings.module.css';
import rules from './ApprovalRules.module.css';
import { RemoveButton } from './RemoveButton.tsx';

export interface RuleRowProps {
  readonly id: string;
  /** Identifies the field that is to get the focus. */
  readonly focusKey: number;
  readonly rule: ToolRule;
  /** The keys of all rows. */
  readonly among: readonly number[];
  /** The reason why it cannot be saved. */
  readonly problem: string | null;
  /** @param isDone it can be saved now; false while it is being typed */
  onChange(part: Partial<ToolRule>, isDone: boolean): void;
  onDone(): void;
  onRemove(): void;
}

const { effect: effectSchema, decision: decisionSchema } = toolRuleSchema.shape;

export function RuleRow({ id, focusKey, rule, among, problem, onChange, onDone, onRemove }: RuleRowProps) {
  const { effect, pattern, decision, folder } = rule;
  const open = useWorkspace(({ workspace }) => workspace?.realPath);
  const folders = new Set([
    ...(folder === undefined ? [] : [folder]),
    ...(open === undefined ? [] : [open]),
    everyTrustedFolder,
  ]);
  const { name, example } = patternNames[effect];
  const isWritten = pattern.trim() !== '';
  const label = isWritten ? ruleCovers(effect, pattern) : 'New rule';
  return (
    <tr>
      <td>
        <select
          className={styles.input}
          aria-label={`What, ${label}`}
          value={effect}
          onChange={({ currentTarget }) => onChange({ effect: effectSchema.parse(currentTarget.value) }, true)}
        >
          {effectSchema.options.map((each) => (
            <option key={each} value={each}>
              {effectNames[each]}
            </option>
          ))}
        </select>
      </td>
      <td>
        <input
          className={rules.pattern}
          data-focus={focusKey}
          aria-label={name}
          aria-invalid={isWritten && problem !== null}
          aria-describedby={`${id}-says`}
          value={pattern}
          placeholder={example}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ pattern: currentTarget.value }, false)}
          onBlur={onDone}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onDone()}
        />
        <p id={`${id}-says`} className={isWritten && problem ? styles.failure : styles.quiet}>
          {isWritten ? (problem ?? `${label}.${ruleNote(rule)}`) : `Such as ${example}`}
        </p>
      </td>
      <td>
        <select
          className={styles.input}
          aria-label={`Where, ${label}`}
          title={formatPlace(folder)}
          value={folder ?? ''}
          onChange={({ currentTarget: { value } }) => value !== '' && onChange({ folder: value }, true)}
        >
          {folder === undefined && <option value="">{decision === 'allow' ? 'Not chosen' : 'Everywhere'}</option>}
          {[...folders].map((each) => (
            <option key={each} value={each}>
              {formatPlace(each)}
            </option>
          ))}
        </select>
      </td>
      <td>
        <select
          className={styles.input}
          aria-label={`Decision, ${label}`}
          value={decision}
          onChange={({ currentTarget }) => onChange({ decision: decisionSchema.parse(currentTarget.value) }, true)}
        >
          {decisionSchema.options.map((each) => (
            <option key={each} value={each}>
              {decisionNames[each]}
            </option>
          ))}
        </select>
      </td>
      <td>
        <RemoveButton label={`Remove the rule: ${label}`} among={among} onRemove={onRemove} />
      </td>
    </tr>
  );
}

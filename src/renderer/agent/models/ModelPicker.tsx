import { RefreshCw } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import type { ProviderSnapshot } from '../../../shared/contract/provider.ts';
import { classNames } from '../../base/class-names.ts';
import { formatKey, matchesKey } from '../../base/commands/keys.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { isMac } from '../../base/environment.ts';
import popoverStyles from '../panel/popover.module.css';
import styles from './ModelPicker.module.css';
import { ModelSection } from './ModelSection.tsx';
import { groupModels, type ModelOption, moreAgents, usableFirst } from './model-list.ts';

export interface ModelPickerProps {
  readonly providers: readonly ProviderSnapshot[] | null;
  readonly agentServers: readonly AgentServerSnapshot[];
  /** Reference of the chosen model or agent server. */
  readonly model: string | undefined;
  /** References of the same kinds. */
  readonly favourites: readonly string[];
  /** The button that opened the picker, and also closes it. */
  readonly button: RefObject<HTMLButtonElement | null>;
  onChoose(model: string): void;
  onFavourite(model: string, isFavourite: boolean): void;
  /** Asks the providers again. Settles when they have answered. */
  onRefresh(): Promise<void>;
  /** @param page of Settings: `{extensionId}:{providerId}`, or `agents` */
  onSettings(page: string): void;
  /** @param refocuses false when the focus went elsewhere already */
  onClose(refocuses: boolean): void;
}

const favouriteKey = 'Mod+D';

export function ModelPicker(props: ModelPickerProps) {
  const { providers, agentServers, model, favourites, button, onChoose, onFavourite, onSettings, onClose } = props;
  const [query, setQuery] = useState('');
  const [seen] = useState(() => new Map<string, boolean>());
  const ordered = useMemo(() => usableFirst(providers ?? [], seen), [providers, seen]);
  const groups = useMemo(
    () => groupModels(ordered, agentServers, favourites, query),
    [ordered, agentServers, favourites, query],
  );
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  /** Key of a row; initially that of the chosen model. */
  const [wanted, setWanted] = useState<string | null>(null);
  const place = Math.max(
    options.findIndex(({ key, ref }) => (wanted === null ? ref === model : key === wanted)),
    0,
  );
  const active = options[place];
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is what asks for it
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.key]);
  const keepPlace = useKeptPlace(list, groups);

  const refresh = async () => {
    if (isRefreshing) return;
    setRefreshing(true);
    await props.onRefresh();
    setRefreshing(false);
  };
  const mark = ({ key, ref, isFavourite, canBeFavourite }: ModelOption) => {
    if (!canBeFavourite) return;
    // A favourite has two rows, and the list scrolls to the active one: that must stay this one.
    setWanted(key);
    keepPlace(`${id}-${key}`);
    onFavourite(ref, !isFavourite);
  };
  const choose = (ref: string) => {
    const { from, state } = agentServers.find((each) => each.ref === ref) ?? {};
    // What has to be installed first, or cannot be, is said there.
    if (ref === moreAgents || (from?.type === 'extension' && state !== 'ready')) onSettings(moreAgents);
    else onChoose(ref);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose(true);
    else if (event.target !== field.current || event.nativeEvent.isComposing) return;
    else if (matchesKey(favouriteKey, event.nativeEvent, isMac)) active && mark(active);
    else if (event.key === 'Enter') active && choose(active.ref);
    else {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      setWanted(options[(place + step + options.length) % options.length]?.key ?? null);
    }
    event.preventDefault();
  };

  return (
    <div
      role="dialog"
      aria-label="Choose a model"
      className={classNames(popoverStyles.popover, styles.picker)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onClose(false);
      }}
    >
      <div className={popoverStyles.head}>
        <input
          ref={field}
          className={popoverStyles.search}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setWanted(null);
          }}
          placeholder="Search models"
          aria-label="Search models"
          aria-describedby={`${id}-foot`}
          role="combobox"
          aria-expanded
          aria-controls={groups.map(({ key }) => `${id}-list-${key}`).join(' ')}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.key}`}
          spellCheck={false}
          autoComplete="off"
        />
        {/* If it were disabled it would lose the focus, and the picker would close. */}
        <IconButton
          label={isRefreshing ? 'Loading' : 'Refresh'}
          aria-disabled={isRefreshing}
          onClick={() => void refresh()}
        >
          <RefreshCw size={16} className={classNames(isRefreshing && styles.turning)} />
        </IconButton>
      </div>
      {/* The list never takes the focus from the field. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its options are what is pressed */}
      <div
        ref={list}
        className={styles.list}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <ModelSection
            key={group.key}
            id={id}
            group={group}
            model={model}
            active={active?.key}
            scroller={list}
            onChoose={choose}
            onMark={mark}
            onSettings={onSettings}
          />
        ))}
      </div>
      {providers === null && <p className={styles.note}>Loading models…</p>}
      {providers?.length === 0 && <p className={styles.note}>No extension offers a model.</p>}
      {providers !== null && providers.length > 0 && groups.length === 0 && (
        <p className={styles.note}>No model matches “{query.trim()}”.</p>
      )}
      <p id={`${id}-foot`} className={styles.foot}>
        {formatKey(favouriteKey, isMac)} marks a favourite
      </p>
      <p role="status" className={styles.hidden}>
        {isRefreshing && 'Loading models…'}
      </p>
    </div>
  );
}

/** Keeps a row whose star is pressed under the pointer, also when the favourites above it grow. */
function useKeptPlace(list: RefObject<HTMLElement | null>, groups: unknown): (rowId: string) => void {
  const kept = useRef<{ readonly rowId: string; readonly top: number } | null>(null);
  const topOf = (rowId: string) => document.getElementById(rowId)?.getBoundingClientRect().top;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other groups move a row
  useLayoutEffect(() => {
    if (!kept.current || !list.current) return;
    const { rowId, top } = kept.current;
    kept.current = null;
    const now = topOf(rowId);
    if (now !== undefined) list.current.scrollTop += now - top;
  }, [groups]);
  return (rowId) => {
    const top = topOf(rowId);
    kept.current = top === undefined ? null : { rowId, top };
  };
}

import { closeSearchPanel, selectMatches, setSearchQuery } from '@codemirror/search';
import type { EditorView, Panel, ViewUpdate } from '@codemirror/view';
import { runScopeHandlers } from '@codemirror/view';
import { formatKey } from '../../base/commands/keys.ts';
import { isMac } from '../../base/environment.ts';
import { countMatches, type MatchCount, maxMatches, numberOf } from './count-matches.ts';
import { type Find, noFind, problemOf, queryOf } from './find.ts';
import { goToNext, goToPrevious } from './go-to-match.ts';
import { replaceAll, replaceNext } from './replace.ts';
import { setScope } from './scope.ts';
import { acts, box, button, element, field, grow, insertLine } from './search-parts.ts';
import './search-panel.css';

/** The last search, in whichever text: a panel that is opened begins with it. */
let last: Find = noFind;
let lastReplaced = false;
/** Earlier search texts and replacements, the latest first. */
const history = { text: [] as string[], replacement: [] as string[] };
const maxRemembered = 50;

type Flag = 'isCaseSensitive' | 'isWholeWord' | 'isRegexp' | 'isInSelection' | 'keepsCase';

/** The search panel above a text. `openFind` opens it; it is removed with the editor state that it belongs to. */
export class SearchPanel implements Panel {
  readonly dom = document.createElement('div');
  readonly top = true;
  readonly #view: EditorView;
  #find = last;
  #replaces = lastReplaced;
  readonly #text = field('Find');
  readonly #replacement = field('Replace with');
  readonly #status = element('output', 'find-status');
  readonly #problem = element('output', 'find-problem');
  readonly #replaceRow = element('div', 'find-row');
  readonly #expand: HTMLButtonElement;
  readonly #flags: ReadonlyMap<Flag, HTMLButtonElement>;
  #matches: MatchCount | null = null;
  #counting = 0;
  /** The result of the last replacement, until search, text or cursor changes. */
  #done: string | null = null;
  #isHere = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.className = 'find';
    this.dom.setAttribute('role', 'search');
    this.#text.setAttribute('main-field', 'true');
    this.#status.setAttribute('aria-live', 'polite');
    this.#flags = new Map([
      ['isCaseSensitive', this.#flag('isCaseSensitive', 'Aa', 'Match case', 'Alt+C')],
      ['isWholeWord', this.#flag('isWholeWord', 'W', 'Whole words', 'Alt+W')],
      ['isRegexp', this.#flag('isRegexp', '.*', 'Regular expression', 'Alt+R')],
      ['isInSelection', this.#flag('isInSelection', '≡', 'In selection', 'Alt+L')],
      ['keepsCase', this.#flag('keepsCase', 'AB', 'Keep capitals', 'Alt+P')],
    ]);
    this.#expand = button('', 'Replace', () => this.showReplace(!this.#replaces), 'find-expand');
    const findRow = element('div', 'find-row');
    findRow.append(
      box(this.#text, ...(['isCaseSensitive', 'isWholeWord', 'isRegexp'] as const).map((name) => this.#button(name))),
      acts(
        this.#status,
        button('↑', 'Previous match (Shift+Enter)', () => goToPrevious(view)),
        button('↓', 'Next match (Enter)', () => goToNext(view)),
        this.#button('isInSelection'),
        button('×', 'Close (Escape)', () => this.close()),
      ),
    );
    this.#replaceRow.append(
      box(this.#replacement, this.#button('keepsCase')),
      acts(
        button('Replace', 'Replace (Enter)', () => this.#replace(), 'find-words'),
        button('Replace all', `Replace all (${key('Mod+Alt+Enter')})`, () => this.#replaceAll(), 'find-words'),
      ),
    );
    const rows = element('div', 'find-rows');
    rows.append(findRow, this.#problem, this.#replaceRow);
    if (view.state.readOnly) this.dom.append(rows);
    else this.dom.append(this.#expand, rows);
    this.dom.addEventListener('keydown', (event) => this.#onKeyDown(event));
    for (const one of [this.#text, this.#replacement]) {
      one.addEventListener('input', () =>
        this.#change({ text: this.#text.value, replacement: this.#replacement.value }),
      );
    }
    this.#show();
  }

  mount(): void {
    this.#isHere = true;
    this.#text.select();
    // Counts matches in the newly shown text; later, as the editor takes no change while it mounts the panel.
    queueMicrotask(() => this.#isHere && this.#tell());
  }

  destroy(): void {
    this.#isHere = false;
    this.#counting += 1;
  }

  update({ docChanged, selectionSet, startState, state, transactions }: ViewUpdate): void {
    if (startState.readOnly !== state.readOnly) this.showReplace(this.#replaces && !state.readOnly);
    const isOther = transactions.some(({ effects }) =>
      effects.some((one) => one.is(setSearchQuery) || one.is(setScope)),
    );
    if (docChanged || selectionSet) this.#done = null;
    if (docChanged || isOther) this.#count();
    else if (selectionSet) this.#say();
  }

  /** Starts another search, or changes its options. */
  begin(change: Partial<Find>): void {
    this.#change(change);
    this.#show();
    this.#text.focus();
    this.#text.select();
  }

  close(): void {
    // With the bar the button goes that says that only a part of the text is searched.
    if (this.#find.isInSelection) this.#toggle('isInSelection');
    closeSearchPanel(this.#view);
  }

  get hasText(): boolean {
    return this.#find.text !== '';
  }

  showReplace(isShown: boolean): void {
    this.#replaces = isShown;
    lastReplaced = isShown;
    this.#show();
  }

  focusReplacement(): void {
    this.#replacement.focus();
    this.#replacement.select();
  }

  #button(name: Flag): HTMLButtonElement {
    const found = this.#flags.get(name);
    if (!found) throw new Error(`there is no button ${name}`);
    return found;
  }

  #flag(name: Flag, sign: string, title: string, binding: string): HTMLButtonElement {
    const made = button(sign, `${title} (${key(binding)})`, () => this.#toggle(name), 'find-flag');
    made.setAttribute('aria-label', title);
    return made;
  }

  #toggle(name: Flag): void {
    const isOn = !this.#find[name];
    if (name === 'isInSelection') {
      const { ranges } = this.#view.state.selection;
      // Without a selection there is no range to search in.
      if (isOn && ranges.every(({ empty }) => empty)) return;
      this.#view.dispatch({ effects: setScope.of(isOn ? ranges : []) });
    }
    this.#change({ [name]: isOn });
    this.#show();
  }

  #change(change: Partial<Find>): void {
    this.#find = { ...this.#find, ...change };
    last = this.#find;
    this.#tell();
  }

  #tell(): void {
    this.#done = null;
    this.#view.dispatch({ effects: setSearchQuery.of(queryOf(this.#find)) });
  }

  #show(): void {
    const mayReplace = this.#replaces && !this.#view.state.readOnly;
    const { text, replacement } = this.#find;
    if (this.#text.value !== text) this.#text.value = text;
    if (this.#replacement.value !== replacement) this.#replacement.value = replacement;
    for (const [name, made] of this.#flags) made.setAttribute('aria-pressed', String(this.#find[name]));
    this.#replaceRow.hidden = !mayReplace;
    this.#expand.setAttribute('aria-expanded', String(mayReplace));
    for (const one of [this.#text, this.#replacement]) grow(one);
  }

  async #count(): Promise<void> {
    this.#counting += 1;
    const counting = this.#counting;
    const { state } = this.#view;
    const query = queryOf(this.#find);
    this.#matches = null;
    this.#say();
    for (const one of [this.#text, this.#replacement]) grow(one);
    if (!query.valid) return;
    // Not within the update that requests it, and not at each key press.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (counting !== this.#counting) return;
    const matches = await countMatches(state, query, () => counting === this.#counting);
    if (!matches) return;
    this.#matches = matches;
    this.#say();
  }

  #say(): void {
    const problem = problemOf(this.#find);
    this.#text.setAttribute('aria-invalid', String(problem !== null));
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === null;
    this.#status.textContent = problem === null ? (this.#done ?? this.#place()) : '';
    this.#status.classList.toggle('find-missing', this.#matches?.starts.length === 0);
  }

  #place(): string {
    const matches = this.#matches;
    if (!matches) return '';
    const { from } = this.#view.state.selection.main;
    const count = matches.isCut ? `more than ${maxMatches.toLocaleString('en')}` : String(matches.starts.length);
    if (matches.starts.length === 0) return 'No match';
    const number = numberOf(matches, from);
    return number === null ? `${count} found` : `${number} of ${count}`;
  }

  #replace(): void {
    remember(this.#find);
    replaceNext(this.#find)(this.#view);
  }

  #replaceAll(): void {
    remember(this.#find);
    const count = replaceAll(this.#view, this.#find);
    if (count) this.#done = `${count} replaced`;
    this.#say();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isHandled = runScopeHandlers(this.#view, event, 'search-panel') || this.#handles(event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #handles(event: KeyboardEvent): boolean {
    const { target, key: pressed, altKey, shiftKey } = event;
    const isMod = isMac ? event.metaKey : event.ctrlKey;
    const flag = altKey && !isMod ? flagKeys[event.code] : undefined;
    if (flag) this.#toggle(flag);
    else if (target instanceof HTMLTextAreaElement && pressed === 'Enter') {
      const isText = target === this.#text;
      if (isMod && altKey) this.#replaceAll();
      else if (isMod) return insertLine(target);
      else if (altKey && isText) selectMatches(this.#view) && this.#view.focus();
      else if (!isText) this.#replace();
      else {
        remember(this.#find);
        if (shiftKey) goToPrevious(this.#view);
        else goToNext(this.#view);
      }
    } else if (target instanceof HTMLTextAreaElement && (pressed === 'ArrowUp' || pressed === 'ArrowDown')) {
      return this.#goThrough(target, pressed === 'ArrowUp' ? 1 : -1);
    } else return false;
    return true;
  }

  /** Recalls earlier entries. In a field of several lines the keys move the cursor instead. */
  #goThrough(target: HTMLTextAreaElement, step: 1 | -1): boolean {
    const name = target === this.#text ? 'text' : 'replacement';
    if (target.value.includes('\n')) return false;
    const known = history[name];
    const at = known.indexOf(this.#find[name]);
    const next = at === -1 && step === 1 ? known[0] : at === 0 && step === -1 ? '' : known[at + step];
    if (next === undefined) return true;
    this.#change({ [name]: next });
    this.#show();
    target.setSelectionRange(next.length, next.length);
    return true;
  }
}

const flagKeys: Readonly<Record<string, Flag>> = {
  KeyC: 'isCaseSensitive',
  KeyW: 'isWholeWord',
  KeyR: 'isRegexp',
  KeyL: 'isInSelection',
  KeyP: 'keepsCase',
};

function remember(find: Find): void {
  for (const name of ['text', 'replacement'] as const) {
    if (find[name] === '') continue;
    history[name] = [find[name], ...history[name].filter((one) => one !== find[name])].slice(0, maxRemembered);
  }
}

const key = (binding: string): string => formatKey(binding, isMac);

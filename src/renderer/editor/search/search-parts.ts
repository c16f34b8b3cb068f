/** The parts that the search panel is made of. */

/** Inserts a line break with an input event, as if it were typed. */
export function insertLine(target: HTMLTextAreaElement): boolean {
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input'));
  return true;
}

/** Fits the height to the lines, up to a maximum. */
export function grow(target: HTMLTextAreaElement): void {
  target.rows = Math.min(target.value.split('\n').length, 6);
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

export function field(name: string): HTMLTextAreaElement {
  const made = element('textarea', 'find-field');
  made.placeholder = name;
  made.setAttribute('aria-label', name);
  made.rows = 1;
  made.spellcheck = false;
  made.wrap = 'off';
  return made;
}

export function button(words: string, title: string, press: () => void, className = 'find-button'): HTMLButtonElement {
  const made = element('button', className);
  made.type = 'button';
  made.textContent = words;
  made.title = title;
  made.setAttribute('aria-label', title.replace(/ \(.*\)$/, ''));
  made.addEventListener('click', press);
  return made;
}

/** Groups a field with its controls. */
export const box = (...parts: readonly HTMLElement[]): HTMLElement => group('find-box', parts);

/** Groups what stands beside a field, or below it where a pane is narrow. */
export const acts = (...parts: readonly HTMLElement[]): HTMLElement => group('find-acts', parts);

function group(className: string, parts: readonly HTMLElement[]): HTMLElement {
  const made = element('div', className);
  made.append(...parts);
  return made;
}

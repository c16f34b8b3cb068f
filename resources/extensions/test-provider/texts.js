export const slowAnswer =
  'This answer comes slowly on purpose, one word after another, so that there is time to press Stop, to type in the editor, to close the panel, or to watch how an answer that is on its way behaves until its last word.'.split(
    /(?<= )/u,
  );

export const markdownAnswer = `# A short tour

Answers are **Markdown**: *emphasis*, \`code\`, ~~struck~~ words and [links](https://example.com/).

## A list

- a first point
- a second point
  1. with a step
  2. and another
- [x] something done

## A table

| operator | means    | binds    |
| :------- | :------- | -------: |
| \`+\` \`-\`  | sum      | loosely  |
| \`*\` \`/\`  | product  | tightly  |

## Some code

\`\`\`ts
export function double(value: number): number {
  return value * 2;
}
\`\`\`

> A quotation closes the tour.
`;

/**
 * An answer with a link to a file. The extension does not know the project's folder: it uses a path in the question,
 * or one relative to the project.
 * @param {string} question
 */
export function linkAnswer(question) {
  const target = targetIn(question) ?? 'src/parser.ts';
  const name = readable(target.slice(target.lastIndexOf('/') + 1));
  return `The parser begins at [@${name} (42:7)](${target}#L42:7). It reads one token at a time.`;
}

/**
 * @param {string} question
 * @returns {string | null} a `file:` URL
 */
function targetIn(question) {
  const url = /file:\/\/\/[^\s<>"'`#?]+\.ts\b/u.exec(question)?.[0];
  if (url) return withoutParentheses(url);
  const path = /(?:^|[\s"'`(])((?:[A-Za-z]:[\\/]|\/)[^\s<>"'`#?]+\.ts)\b/u.exec(question)?.[1];
  if (!path) return null;
  const steps = path.replaceAll('\\', '/').replace(/^\//u, '').split('/');
  const encoded = steps.map((step) => (/^[A-Za-z]:$/u.test(step) ? step : encodeURIComponent(step)));
  return withoutParentheses(`file:///${encoded.join('/')}`);
}

/** A parenthesis would end the link in Markdown. */
const withoutParentheses = (/** @type {string} */ url) => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** @param {string} name */
function readable(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/** The documentation for authors, and its code snippets. */

export const docs = new URL('../../docs/extensions/', import.meta.url);
export const pages = readdirSync(docs).filter((name) => name.endsWith('.md'));
export const page = (name: string): string => readFileSync(new URL(name, docs), 'utf8');

export interface Snippet {
  /** Page and line: `api.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** The code blocks of all pages, in order. */
export const snippets: readonly Snippet[] = pages.flatMap((name) => {
  const text = page(name);
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: shown = '' }) => ({
    place: `${name}:${text.slice(0, index).split('\n').length}`,
    language,
    text: shown,
  }));
});

const samples = new URL('samples/', docs);
const sampleFiles = readdirSync(samples, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.\w+$/.test(path))
  .map((path) => readFileSync(new URL(path, samples), 'utf8'));

export const isSampleFile = ({ text }: Snippet): boolean => sampleFiles.includes(text);

export const fileKinds = [
  'script',
  'dynamic',
  'compiled',
  'style',
  'data',
  'prose',
  'image',
  'shell',
  'lock',
  'binary',
  'other',
] as const;
/** Kinds of files that have an icon of their own: few, so that a hue says one thing. */
export type FileKind = (typeof fileKinds)[number];

/** Whole names go before endings. Without a dot an entry is a name, also with an ending of its own. */
const names: readonly (readonly [FileKind, string])[] = [
  ['lock', 'package-lock.json npm-shrinkwrap.json pnpm-lock.yaml go.sum'],
  ['data', '.env .gitignore .gitattributes .gitmodules .dockerignore .editorconfig .npmrc go.mod'],
  ['prose', 'readme license licence changelog notice authors contributing copying'],
  ['shell', 'dockerfile makefile justfile procfile'],
];

const endings: readonly (readonly [FileKind, string])[] = [
  ['script', 'js jsx mjs cjs ts tsx mts cts html htm vue svelte astro'],
  ['dynamic', 'py pyi ipynb rb php lua pl pm ex exs erl clj cljs r jl dart groovy'],
  ['compiled', 'c h cc cpp cxx hpp hh m mm rs go zig java kt kts scala swift cs fs hs ml d asm s'],
  ['style', 'css scss sass less styl'],
  ['data', 'json jsonc json5 jsonl yaml yml toml ini cfg conf properties env xml csv tsv sql graphql proto tf'],
  ['prose', 'md markdown mdx txt rst adoc tex org log'],
  ['image', 'png jpg jpeg gif webp avif svg ico bmp tif tiff'],
  ['shell', 'sh bash zsh fish ps1 bat cmd mk'],
  ['lock', 'lock lockb'],
  ['binary', 'exe dll so dylib o a bin wasm class jar pdf zip gz tgz tar bz2 xz 7z woff woff2 ttf otf mp3 mp4 wav db'],
];

const tableOf = (rows: typeof names): ReadonlyMap<string, FileKind> =>
  new Map(rows.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

const kindOfName = tableOf(names);
const kindOfEnding = tableOf(endings);

/** @param name of the file, without its folders */
export function fileKindOf(name: string): FileKind {
  const [lower, stem, ending] = /^(.*?)(?:\.([^.]*))?$/.exec(name.toLowerCase()) ?? ['', ''];
  return kindOfName.get(lower) ?? kindOfEnding.get(ending ?? '') ?? kindOfName.get(stem ?? '') ?? 'other';
}

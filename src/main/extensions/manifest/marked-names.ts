import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';

/** Suffix of a name that could be taken for one of the app's own. */
export const mark = ' (not bundled)';

const appName = 'Outrigger';
const shortestWord = 3;
/** Latin letters by their look-alikes in other scripts. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ',
    b: 'вβЬь',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε',
    g: 'ɡԍ',
    h: 'һнη',
    i: 'іιı',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏΙ',
    m: 'мμ',
    n: 'пɴ',
    o: 'оοσօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕʂ',
    t: 'тτ',
    u: 'υսц',
    v: 'νѵ',
    w: 'ԝωш',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢζ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/**
 * Names reserved for the app: its own, those of its extensions and providers, of the services that these use (words of
 * a name that are also in a host, as in `api.example.com`), and the first words of its models.
 */
export function ownNames(bundled: readonly Manifest[]): readonly string[] {
  const names = bundled.flatMap((manifest) => {
    const { id, name, settings, language_model_providers: providers } = manifest;
    const hosts = Object.values(settings).flatMap((setting) =>
      setting.type === 'string' && URL.canParse(setting.default) ? [new URL(setting.default).hostname] : [],
    );
    const offered = Object.values(providers);
    const isVendor = (word: string) => hosts.some((host) => host.includes(word.toLowerCase()));
    const words = [name, ...offered.map((provider) => provider.name)].flatMap(wordsOf).filter(isVendor);
    const models =
      words.length === 0 ? [] : offered.flatMap(({ models }) => models.flatMap((one) => wordsOf(one.name)[0] ?? []));
    return [id, name, ...words, ...models];
  });
  return [...new Set([appName, ...names].map(skeleton))].filter((one) => one.length >= shortestWord);
}

const wordsOf = (name: string): string[] => name.split(/[^\p{L}]+/u).filter((word) => word.length >= shortestWord);

/**
 * The manifest of a non-bundled extension, with a mark after every name that could be taken for one of the app's own.
 * Names are read from the manifest only, so the mark is shown wherever they are.
 * @param own result of `ownNames`
 */
export function withMarkedNames(manifest: Manifest, own: readonly string[]): Manifest {
  const marked = (name: string) => withMarkedName(name, own);
  const providers = Object.entries(manifest.language_model_providers).map(([id, provider]) => [
    id,
    { ...provider, name: marked(provider.name) },
  ]);
  return { ...manifest, name: marked(manifest.name), language_model_providers: Object.fromEntries(providers) };
}

/** As `withMarkedNames`, of one name. */
export const withMarkedName = (name: string, own: readonly string[]): string =>
  looksLike(name, own) ? `${name}${mark}` : name;

function looksLike(name: string, own: readonly string[]): boolean {
  const bare = skeleton(name);
  return isMixed(name) || own.some((one) => bare.includes(one));
}

/** Whether Latin letters are mixed with letters of a script that has look-alikes. */
const isMixed = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);

/** A name reduced to its looks: no case, accents, blanks and signs, and one letter for those that look alike. */
function skeleton(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase()].map((letter) => twins[letter] ?? letter).join('');
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[1|ij]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

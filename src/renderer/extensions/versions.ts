/** Whether a version of the form major.minor.patch, with or without a pre-release, comes before another one. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  if (!one || !other) return false;
  const place = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  if (place >= 0) return (one.numbers[place] ?? 0) < (other.numbers[place] ?? 0);
  // A release comes after its pre-releases.
  if (one.before === '' || other.before === '') return one.before !== '' && other.before === '';
  return one.before.localeCompare(other.before, 'en', { numeric: true }) < 0;
}

function parse(version: string): { numbers: readonly number[]; before: string } | null {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([^+]+))?(?:\+.*)?$/.exec(version);
  return match && { numbers: match.slice(1, 4).map(Number), before: match[4] ?? '' };
}

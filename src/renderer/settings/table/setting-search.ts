import { type SettingKey, settingKeys, settingRow } from '../../../shared/contract/settings/setting-table.ts';

/** The settings in which all words occur, be it in title, explanation, key or choices; in the order of the table. */
export function findSettings(query: string): SettingKey[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return settingKeys.filter((key) => {
    const text = textOf(key);
    return words.every((word) => text.includes(word));
  });
}

function textOf(key: SettingKey): string {
  const { title, description, group, takes } = settingRow(key);
  const choices =
    takes.kind === 'choice' || takes.kind === 'theme'
      ? takes.choices.flatMap(({ value, label }) => [value, label])
      : [];
  return [key, title, description, group, ...choices].join(' ').toLowerCase();
}

import { languageId } from '../text-changes.ts';

/** VS Code's ids for languages that have other names here. */
const idsOfVsCode: Readonly<Record<string, string>> = {
  jsx: 'javascriptreact',
  mariadbsql: 'sql',
  mssql: 'sql',
  mysql: 'sql',
  plsql: 'sql',
  postgresql: 'sql',
  propertiesfiles: 'properties',
  pug: 'jade',
  shell: 'shellscript',
  sqlite: 'sql',
  tsx: 'typescriptreact',
  'vb.net': 'vb',
};

/**
 * The ids that settings may name a language by, the weakest first.
 * @param name as in the status bar; undefined: not known yet
 */
export function settingLanguages(name: string | undefined): string[] {
  if (name === undefined) return [];
  const own = languageId(name);
  const other = Object.hasOwn(idsOfVsCode, own) ? idsOfVsCode[own] : undefined;
  return other === undefined ? [own] : [own, other];
}

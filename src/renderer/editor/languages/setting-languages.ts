import { languageId } from '../text-changes.ts';

/** The ids that VS Code has for languages which are called otherwise here. */
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
 * The ids by which settings name a language, the weaker first.
 * @param name as the status bar shows it; undefined: it is not known yet
 */
export function settingLanguages(name: string | undefined): string[] {
  if (name === undefined) return [];
  const own = languageId(name);
  const other = Object.hasOwn(idsOfVsCode, own) ? idsOfVsCode[own] : undefined;
  return other === undefined ? [own] : [own, other];
}

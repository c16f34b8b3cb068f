/**
 * The encodings for reading and writing files, by VS Code's ids. Whether a file begins with a byte-order mark is
 * stored separately (`hasBom`).
 */
export const encodings = {
  utf8: { name: 'UTF-8', use: 'Unicode' },
  utf16le: { name: 'UTF-16 LE', use: 'Unicode' },
  utf16be: { name: 'UTF-16 BE', use: 'Unicode' },
  utf32le: { name: 'UTF-32 LE', use: 'Unicode' },
  utf32be: { name: 'UTF-32 BE', use: 'Unicode' },
  windows1252: { name: 'Windows 1252', use: 'Western' },
  iso88591: { name: 'ISO 8859-1', use: 'Western, Latin-1' },
  iso885915: { name: 'ISO 8859-15', use: 'Western, Latin-9' },
  macroman: { name: 'Mac Roman', use: 'Western' },
  cp437: { name: 'CP 437', use: 'Western, DOS' },
  cp850: { name: 'CP 850', use: 'Western, DOS' },
  cp865: { name: 'CP 865', use: 'Nordic, DOS' },
  iso885910: { name: 'ISO 8859-10', use: 'Nordic' },
  iso885914: { name: 'ISO 8859-14', use: 'Celtic' },
  iso88593: { name: 'ISO 8859-3', use: 'South European' },
  windows1250: { name: 'Windows 1250', use: 'Central European' },
  iso88592: { name: 'ISO 8859-2', use: 'Central European' },
  iso885916: { name: 'ISO 8859-16', use: 'Romanian' },
  cp852: { name: 'CP 852', use: 'Central European, DOS' },
  windows1257: { name: 'Windows 1257', use: 'Baltic' },
  iso88594: { name: 'ISO 8859-4', use: 'Baltic' },
  iso885913: { name: 'ISO 8859-13', use: 'Baltic' },
  windows1251: { name: 'Windows 1251', use: 'Cyrillic' },
  koi8r: { name: 'KOI8-R', use: 'Russian' },
  koi8u: { name: 'KOI8-U', use: 'Ukrainian' },
  koi8ru: { name: 'KOI8-RU', use: 'Cyrillic' },
  koi8t: { name: 'KOI8-T', use: 'Tajik' },
  iso88595: { name: 'ISO 8859-5', use: 'Cyrillic' },
  cp855: { name: 'CP 855', use: 'Cyrillic, DOS' },
  cp866: { name: 'CP 866', use: 'Cyrillic, DOS' },
  cp1125: { name: 'CP 1125', use: 'Ukrainian, DOS' },
  maccyrillic: { name: 'Mac Cyrillic', use: 'Cyrillic' },
  windows1253: { name: 'Windows 1253', use: 'Greek' },
  iso88597: { name: 'ISO 8859-7', use: 'Greek' },
  windows1254: { name: 'Windows 1254', use: 'Turkish' },
  iso88599: { name: 'ISO 8859-9', use: 'Turkish' },
  windows1255: { name: 'Windows 1255', use: 'Hebrew' },
  iso88598: { name: 'ISO 8859-8', use: 'Hebrew' },
  windows1256: { name: 'Windows 1256', use: 'Arabic' },
  iso88596: { name: 'ISO 8859-6', use: 'Arabic' },
  windows1258: { name: 'Windows 1258', use: 'Vietnamese' },
  windows874: { name: 'Windows 874', use: 'Thai' },
  iso885911: { name: 'ISO 8859-11', use: 'Thai' },
  shiftjis: { name: 'Shift JIS', use: 'Japanese' },
  eucjp: { name: 'EUC-JP', use: 'Japanese' },
  gbk: { name: 'GBK', use: 'Simplified Chinese' },
  gb18030: { name: 'GB 18030', use: 'Chinese' },
  cp950: { name: 'Big5', use: 'Traditional Chinese' },
  big5hkscs: { name: 'Big5-HKSCS', use: 'Traditional Chinese' },
  euckr: { name: 'EUC-KR', use: 'Korean' },
} as const satisfies Record<string, { readonly name: string; readonly use: string }>;

export type Encoding = keyof typeof encodings;

export const encodingIds = Object.keys(encodings) as readonly Encoding[];

/** Conversion of a text to bytes. */
export interface TextForm {
  readonly encoding: Encoding;
  /** The bytes begin with a byte-order mark, which is not part of the text. */
  readonly hasBom: boolean;
}

/** Whether files of an encoding can begin with a byte-order mark. */
export const mayHaveBom = (encoding: Encoding): boolean => encodings[encoding].use === 'Unicode';

/** Such as "UTF-8 with BOM" and "Windows 1252". In UTF-16 and UTF-32 a mark is usual, and not mentioned. */
export const formName = ({ encoding, hasBom }: TextForm): string =>
  hasBom && encoding === 'utf8' ? `${encodings.utf8.name} with BOM` : encodings[encoding].name;

export type Operator = '+' | '-' | '*' | '/';

export type Token =
  | { kind: 'number'; value: number; column: number }
  | { kind: 'operator'; value: Operator; column: number }
  | { kind: 'open' | 'close' | 'end'; column: number };

/** Where an expression is wrong; columns begin at 1. */
export class SyntaxProblem extends Error {
  readonly column: number;

  constructor(reason: string, column: number) {
    super(`${reason} at column ${column}`);
    this.column = column;
  }
}

/** Cuts an expression into tokens; the last one is `end`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<operator>[-+*/])|(?<bracket>[()])|(?<other>\S))/gy;
  for (const match of text.matchAll(pattern)) {
    const { number, operator, bracket, other } = match.groups ?? {};
    const word = number ?? operator ?? bracket ?? other ?? '';
    const column = match.index + match[0].length - word.length + 1;
    if (number) tokens.push({ kind: 'number', value: Number(number), column });
    else if (operator) tokens.push({ kind: 'operator', value: operator as Operator, column });
    else if (bracket) tokens.push({ kind: bracket === '(' ? 'open' : 'close', column });
    else throw new SyntaxProblem(`"${word}" is neither a number nor an operator`, column);
  }
  return [...tokens, { kind: 'end', column: text.length + 1 }];
}

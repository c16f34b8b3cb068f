import { type Operator, SyntaxProblem, type Token, tokensOf } from './lexer.ts';

/*
 * A parser for arithmetic by recursive descent. The grammar, with one method of
 * the parser for each of its rules:
 *
 *     sum      = product { ("+" | "-") product }
 *     product  = factor { ("*" | "/") factor }
 *     factor   = "-" factor | "(" sum ")" | number
 *
 * Each rule calls the one that binds tighter, so that 1 + 2 * 3 is 7.
 */

/** A node of the tree that the parser builds. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'negation'; operand: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression };

/** Parses a whole expression. Throws a `SyntaxProblem` that names the column. */
export function parse(text: string): Expression {
  return new Parser(tokensOf(text)).parseAll();
}

/** The value of an expression. */
export function evaluate(expression: Expression): number {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'negation':
      return -evaluate(expression.operand);
    case 'operation':
      return operations[expression.operator](evaluate(expression.left), evaluate(expression.right));
  }
}

/** The operators of a product, and those of a sum. */
const tightOperators: readonly Operator[] = ['*', '/'];
const looseOperators: readonly Operator[] = ['+', '-'];

/** Reads the tokens from left to right, one at a time. */
class Parser {
  private readonly tokens: readonly Token[];
  private position = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  parseAll(): Expression {
    const expression = this.parseSum();
    const token = this.next();
    if (token.kind !== 'end') throw new SyntaxProblem('An operator is missing', token.column);
    return expression;
  }

  private parseSum(): Expression {
    return this.parseOperations(looseOperators, () => this.parseProduct());
  }

  private parseProduct(): Expression {
    return this.parseOperations(tightOperators, () => this.parseFactor());
  }

  /** Operators of equal strength bind to the left: 8 - 4 - 2 is 2. */
  private parseOperations(operators: readonly Operator[], parseOperand: () => Expression): Expression {
    let left = parseOperand();
    for (let token = this.peek(); token.kind === 'operator' && operators.includes(token.value); token = this.peek()) {
      this.next();
      left = { kind: 'operation', operator: token.value, left, right: parseOperand() };
    }
    return left;
  }

  private parseFactor(): Expression {
    const token = this.next();
    if (token.kind === 'number') return { kind: 'number', value: token.value };
    if (token.kind === 'operator' && token.value === '-') return { kind: 'negation', operand: this.parseFactor() };
    if (token.kind !== 'open') throw new SyntaxProblem('A number is missing', token.column);
    const inner = this.parseSum();
    const closing = this.next();
    if (closing.kind !== 'close') throw new SyntaxProblem('A closing bracket is missing', closing.column);
    return inner;
  }

  private peek(): Token {
    return this.tokens[this.position] ?? { kind: 'end', column: 1 };
  }

  private next(): Token {
    const token = this.peek();
    this.position += 1;
    return token;
  }
}

const operations: Record<Operator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

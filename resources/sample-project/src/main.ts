import { SyntaxProblem } from './lexer.ts';
import { evaluate, parse } from './parser.ts';

const text = process.argv[2] ?? '2 * (3 + 4)';

try {
  console.log(`${text} = ${evaluate(parse(text))}`);
} catch (error) {
  if (!(error instanceof SyntaxProblem)) throw error;
  console.error(text);
  console.error(`${' '.repeat(error.column - 1)}^ ${error.message}`);
  process.exitCode = 1;
}

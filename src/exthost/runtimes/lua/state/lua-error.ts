/** An error in a script: the message is one line with script and line, the stack has Lua's traceback. */
export class LuaError extends Error {
  override readonly name = 'LuaError';

  /** @param traceback as Lua writes it; "" if there is none */
  constructor(message: string, traceback = '') {
    const [line = '', ...more] = message.split('\n');
    super(line);
    this.stack = [`LuaError: ${line}`, ...more, ...ofScripts(traceback)].join('\n');
  }
}

const ofPrelude = /^zi:\d+: /;

/** The lines of a traceback that are about scripts: neither its title, nor the prelude and what that has called. */
const ofScripts = (traceback: string): string[] =>
  traceback
    .split('\n')
    .map((line) => line.trim())
    .filter((line, index, lines) => {
      const isCalledByPrelude = line.startsWith('[C]: ') && ofPrelude.test(lines[index + 1] ?? '');
      return (
        line !== '' && !/^(stack traceback:|\[C\]: in \?)/.test(line) && !ofPrelude.test(line) && !isCalledByPrelude
      );
    })
    .map((line) => `    at ${line}`);

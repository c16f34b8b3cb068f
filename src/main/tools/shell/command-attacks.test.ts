// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of a shell.
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ask, toolSetting } from '../called-tool.fixture.ts';

/** The file that a line would create if it ran its hidden command. */
const mark = 'P';
const exec = (line: string) => (ask: Ask) =>
  ask('call.exec', { command: line }).then((result) => JSON.stringify(result));

describe.runIf(process.platform !== 'win32')('a rule that allows a command', () => {
  test.each<[rule: string, line: string]>([
    // Words that the shell changes after they were judged.
    ['find . *', 'find . -maxdepth 0 -exe${x}c touch P ";"'],
    ['find . *', "find . -maxdepth 0 -exe${x}c touch P ';'"],
    ['find . *', 'find . {-maxdepth,0,-exec,touch,P,";"}'],
    ['find *', 'find . -maxdepth 0 "-exe$x"c touch P \\;'],
    ['find *', 'find . -maxdepth 0 -exe`:`c touch P \\;'],
    ['find *', 'find . -maxdepth 0 -exe\\\nc touch P \\;'],
    ['find *', 'find . -maxdepth 0 -e?ec touch P \\;'],
    ['git *', 'git -${x}c alias.z=!"touch P" z'],
    ['git *', "git -${x}c alias.z='!touch P' z"],
    ['git *', "git {-c,'alias.z=!touch P',z}"],
    ['echo *', 'echo "$\\\n(touch P)"'],
    ['echo *', 'echo "`\\\ntouch P`"'],
    ['echo *', 'echo "a\\\n$\\\n\\\n(touch P)"'],
    ['echo *', 'echo $\\\n(touch P)'],
    ['echo *', 'echo ${x:-$(touch P)}'],
    ['echo *', 'echo a >P'],
    ['echo *', 'echo {a,b} >$x/dev/null/../../P'],
    ['ls *', 'ls ~/../../etc'],
    ['ls *', 'ls *'],
    // Arguments that run, load or write something.
    ['find *', 'find . -maxdepth 0 -exec touch P ;'],
    ['find *', 'find . -maxdepth 0 -fprintf P x'],
    ['make *', 'make SHELL=./x'],
    ['make *', 'make CC=./x'],
    ['make *', 'make -f x'],
    ['git config *', 'git config core.fsmonitor ./x list'],
    ['git config *', 'git config diff.external ./x'],
    ['git config *', 'git config --get-all core.x --file=x --edit'],
    ['git *', 'git --no-pager -c core.pager=./x log'],
    ['git log *', 'git log -1 --output=P'],
    ['git diff *', 'git diff -U --output=P'],
    ['git diff *', 'git diff --outpu P'],
    ['git diff *', 'git diff --ext-diff'],
    ['git grep *', 'git grep -O./x y'],
    ['git branch *', 'git branch P'],
    ['npm *', 'npm --prefix . x y'],
    ['npm *', 'npm test --scr=./x'],
    ['npm *', 'npm --script-shell ./x test'],
    ['npm run *', 'npm run x'],
    ['rake *', 'rake -e x'],
    ['mvn *', 'mvn exec:exec'],
    ['ts-node *', 'ts-node -e x'],
    ['gradle *', 'gradle -I x.gradle'],
    ['dotnet *', 'dotnet run'],
    ['dotnet *', 'dotnet exec x.dll'],
    ['bazel *', 'bazel run --run_under=./x :y'],
    ['deno *', 'deno run x.ts'],
    ['go *', 'go run example.org/x@latest'],
    ['go test *', 'go test -exec ./x ./...'],
    ['go test *', 'go test -toolexec=./x ./...'],
    ['cargo *', 'cargo --config build.rustc=./x build'],
    ['cargo build *', 'cargo build --config build.rustc=./x'],
    ['cargo build *', 'cargo build --manifest-path ../x/Cargo.toml'],
    ['python3 *', 'python3 x.py'],
    ['python3 -m *', 'python3 -m x'],
    ['node *', 'node x.js'],
    ['ruby *', 'ruby x.rb'],
    ['perl *', 'perl x.pl'],
    ['php *', 'php x.php'],
    ['sed *', 'sed -i s/a/b/ a'],
    ['sed *', "sed -n '1w P' a"],
    ['awk *', `awk 'BEGIN{system("touch P")}'`],
    ['tar *', 'tar cf P a'],
    ['cp *', 'cp a P'],
    ['tee *', 'tee P'],
    ['curl *', 'curl https://example.org/ -o P'],
    ['sort *', 'sort a -o P'],
    ['sort *', 'sort --compress-prog=./x a'],
    ['uniq *', 'uniq a P'],
    ['env *', 'env touch P'],
    ['*', 'touch P'],
    // Commands that affect later ones, or read the output of others.
    ['echo *', 'PATH=.; echo a'],
    ['echo *', 'cd /; echo a'],
    ['echo *', 'echo touch P | sh'],
    ['cat *', 'A=b cat a'],
    ['cat *', './cat a'],
    ['cat *', 'bin/cat a'],
    // Files outside the folder, or with secrets.
    ['cat *', 'cat /etc/hostname'],
    ['cat *', 'cat ../other'],
    ['cat *', 'cat .env'],
    ['cat *', 'cat src/../.env'],
    ['cat *', 'cat linked'],
    ['cat *', 'cat -n -- .env'],
    ['head *', 'head -n 1 .env'],
    ['grep *', 'grep -e x .env'],
    ['grep *', 'grep -r x .'],
    ['git show *', 'git show HEAD:.env'],
    ['git show *', 'git show :0:.env'],
    ['git diff *', "git diff '.en*'"],
    ['grep *', 'grep x ../other'],
    ['grep *', 'grep -e x ../other'],
    ['grep *', 'grep -ie x .env'],
    // Commands that show all files of a revision, or the object of an id.
    ['git diff *', 'git diff HEAD~1'],
    ['git diff *', 'git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
    ['git diff *', 'git diff deadbeef -- a'],
    ['git diff *', 'git diff --stat -p'],
    ['git diff *', 'git diff --name-only -U1'],
    ['git diff *', 'git diff -- src'],
    ['git show *', 'git show HEAD'],
    ['git show *', 'git show --stat deadbeef'],
    ['git show *', 'git show HEAD -- src'],
    ['git show *', 'git show HEAD~1..beef -- a'],
    ['git log *', 'git log -p'],
    ['git log *', 'git log --oneline -U1'],
    ['git status *', 'git status -v'],
    ['git remote *', 'git remote -v'],
    ['cargo test *', 'cargo test -- --logfile a'],
    // A file name that looks like an assignment.
    ['A=b node x.js', "'A=b' node x.js"],
    ['A=b node x.js', "A'='b node x.js"],
  ])('“%s” does not allow %j, which is asked for', async (rule, line) => {
    const its = await toolSetting({ a: 'a\n', '.env': 'KEY=1', 'src/b': '', cat: '#!/bin/sh\ntouch P\n' });
    await symlink('.env', join(its.root, 'linked'));
    its.rule('command', 'allow', rule);
    // Even with rules that allow the other commands by themselves.
    if (line.includes('|')) its.rule('command', 'allow', 'sh');
    if (line.includes(';')) its.rule('command', 'allow', 'PATH=.', 'cd /');
    const call = its.start(exec(line));
    expect(await call.asked()).toMatchObject({ effect: { type: 'command', line } });
    call.decide('deny');
    await call.done;
    expect(existsSync(join(its.root, mark))).toBe(false);
  });

  test.each<[rule: string, line: string]>([
    ['npm test', 'npm test'],
    ['git status', 'git status'],
    ['git status *', 'git status --short'],
    ['git diff *', 'git diff --stat HEAD~1 -- src'],
    ['git log *', 'git log --oneline -n 5'],
    ['cargo build', 'cargo build'],
    ['cargo build *', 'cargo build --release'],
    ['ls *', 'ls -la src'],
    ['cat *', 'cat a src/b'],
    ['grep *', "grep -n 'a b' a"],
    ['grep *', "grep '../x' a"],
    ['git diff *', 'git diff HEAD -- a'],
    ['git diff *', 'git diff --stat deadbeef'],
    ['git show *', 'git show HEAD:a'],
    ['git show *', 'git show --stat HEAD'],
    ['git log *', 'git log -p -- a src/b'],
    ['cargo test *', 'cargo test x -- --nocapture'],
    ['find *', "find . -maxdepth 1 -name 'x'"],
    ['echo *', 'echo "it is" done'],
    ['head *', 'cat a | head -n 2'],
    ['make -j4 all', 'make -j4 all'],
    ["node -e 'process.exit()'", "node -e 'process.exit()'"],
    ['A=b node x.js', 'A=b node x.js'],
  ])('“%s” allows %j', async (rule, line) => {
    const its = await toolSetting({ a: 'a\n', 'src/b': '' });
    its.rule('command', 'allow', rule, 'cat *');
    expect((await its.once(exec(line))).type).toBe('done');
  });

  test.each([
    'git pu${x}sh origin',
    'git pu""sh origin',
    'git pu\\\nsh origin',
    'git $U push origin',
    'git pu$(:)sh origin',
    "sh -c 'git push origin'",
    'env git push origin',
    '/usr/bin/git push origin',
  ])('a rule that denies “git push *” means %j', async (line) => {
    const its = await toolSetting();
    its.rule('command', 'deny', 'git push *');
    its.rule('command', 'allow', 'git *', '*');
    expect(await its.once(exec(line))).toMatchObject({ type: 'denied' });
  });

  test.each([
    'git p{u,us}sh origin',
    'g?t push origin',
    `awk 'BEGIN{system("git push origin")}'`,
    "tar xf x --to-command='git push origin'",
    "node -e 'run(`git push origin`)'",
    'git -C . push origin',
    'git --no-pager push',
    'git -c a.b=c push origin',
  ])('a rule that denies “git push *” may mean %j, which is asked for whatever else allows it', async (line) => {
    const its = await toolSetting();
    its.rule('command', 'deny', 'git push *');
    its.rule('command', 'allow', line, '*');
    const call = its.start(exec(line));
    await call.asked();
    call.decide('deny');
    await call.done;
  });

  test.each(['rm -fr x', 'rm -r -f x', 'rm --recursive --force x'])(
    'a rule that denies “rm -rf *” may mean %j, and none without these options',
    async (line) => {
      const its = await toolSetting({ a: '' });
      its.rule('command', 'deny', 'rm -rf *');
      its.rule('command', 'allow', line, 'rm a');
      const call = its.start(exec(line));
      await call.asked();
      call.decide('deny');
      await call.done;
      expect(await its.once(exec('rm a'))).toMatchObject({ type: 'done' });
    },
  );

  test('shows nothing that a rule for reading denies, and asks where one asks', async () => {
    const its = await toolSetting({ 'private/x': 'secret', 'own/x': 'mine', a: '' });
    its.rule('command', 'allow', 'cat *', 'grep *', 'head *', 'git show *', 'cat private/x');
    its.rule('read', 'deny', 'private/**');
    its.rule('read', 'ask', 'own/**');
    for (const line of ['cat private/x', 'grep s a private/x', 'head -n 1 private/x', 'git show HEAD:private/x']) {
      expect(await its.once(exec(line)), line).toMatchObject({ type: 'denied' });
    }
    const call = its.start(exec('cat own/x'));
    await call.asked();
    call.decide('deny');
    await call.done;
    expect(await its.once(exec('cat a'))).toMatchObject({ type: 'done' });
  });

  test('of a thread runs no program that is told the name of a secret, in whatever words', async () => {
    const its = await toolSetting({ '.npmrc': 'token', 'keys.bak': '', 'server.key.bak': '' });
    const first = its.start(exec('true'));
    await first.asked();
    first.decide('allow-thread');
    await first.done;
    for (const line of ['ls -l', "node -e 'console.log(process.env)'", 'cat keys.bak']) {
      const call = its.start(exec(line));
      await expect(call.asked(), line).rejects.toThrow('It ended');
      expect(await call.done, line).toMatchObject({ type: 'done' });
    }
    for (const line of [
      "sh -c 'cat .npmrc'",
      `node -p "require('fs').readFileSync('.npmrc','utf8')"`,
      'sh -c "cat $HOME/.ssh/id_rsa"',
      'cat server.key.bak',
    ]) {
      const call = its.start(exec(line));
      await call.asked();
      call.decide('deny');
      await call.done;
    }
  });

  test.each([
    ['git --no-pager log', []],
    ['python3 -m http.server', []],
    ['sed -i s/a/b/ a', []],
    ['cp a b', []],
    ['curl https://example.org/', []],
    ['git push origin', []],
    ['npm run x', []],
    ['cargo build', []],
    ['ls -la', []],
    ['git log --oneline', ['git log *']],
    ['ls src', ['ls *']],
  ])('is suggested for %j by its exact words, and %j besides', async (line, wider) => {
    const its = await toolSetting({ 'src/b': '' });
    const call = its.start(exec(line));
    expect((await call.asked()).patterns).toEqual([line, ...wider]);
    call.decide('deny');
    await call.done;
  });
});

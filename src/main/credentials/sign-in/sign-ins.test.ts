import { describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../shared/contract/errors.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { credentialSetting, good, type Scripted } from '../credential-setting.fixture.ts';

const providerId = 'chat';
const account = 'extension-llm-good:chat';
const right = 'sk-the-right-key';
const wrong = 'sk-a-wrong-key';
const never = new AbortController().signal;
const asked = { providerId, credentialType: 'api-key', label: 'Key', placeholder: '' } as const;

/** An error as thrown by extensions. */
const no = (code: string, message: string) => Object.assign(new Error(message), { code });

const get = (main: Peer<MainMethods>) => main.call('credential.get', { providerId });

/** Asks once if there is no key, and refuses all keys but one. */
const trying: Scripted['provider.authenticate'] = async (main) => {
  if ((await get(main)) === null && !(await main.call('credential.request', asked)))
    throw no('cancelled', 'Cancelled.');
  const key = await get(main);
  if (key !== right) throw no('provider-auth', `The service refused the key ${key}.`);
};

/** Asks again itself until the key is right. */
const insisting: Scripted['provider.authenticate'] = async (main) => {
  while ((await get(main)) !== right) {
    if (!(await main.call('credential.request', asked))) throw no('cancelled', 'Cancelled.');
  }
};

async function begin(authenticate: Scripted['provider.authenticate'], options?: { asksFirst: boolean }) {
  const setting = await credentialSetting({ silentMs: 100 });
  const extension = setting.extension(good, { 'provider.authenticate': authenticate });
  const controller = new AbortController();
  const run = (more = options) => setting.signIns.run(extension.handle, providerId, controller.signal, more);
  return { ...setting, setting, extension, controller, run };
}

describe('a key that is typed', () => {
  test('is kept when the extension has tried it, and the dialog stays until then', async () => {
    let release: (() => void) | undefined;
    const { run, nextRequest, service, keychain, ended, changed } = await begin(async (main) => {
      await main.call('credential.request', asked);
      expect(await get(main)).toBe(right);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const signedIn = run();
    const { id } = await nextRequest();
    const answer = service.answer(id, ` ${right}\n`);
    const isAnswered = vi.fn();
    void answer.then(isAnswered);
    await vi.waitFor(() => expect(release).toBeDefined());
    expect(isAnswered).not.toHaveBeenCalled();
    expect([keychain.entries.size, ended(), changed]).toEqual([0, [], []]);
    expect(await service.answer(id, 'another')).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    release?.();
    expect(await answer).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect([...keychain.entries]).toEqual([[account, right]]);
    expect(ended()).toEqual([id]);
  });

  test('that the extension refuses is dropped; its sentence is the answer, and the next one is tried', async () => {
    const { run, nextRequest, service, keychain, owners, ended, shown } = await begin(trying);
    const signedIn = run();
    const { id, replaces } = await nextRequest();
    expect(replaces).toBe(false);
    const refused = await service.answer(id, wrong);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'provider-auth' } });
    // The key in its message is removed.
    expect(JSON.stringify(refused)).toContain('refused the key [removed]');
    expect([keychain.entries.size, owners.all().length, ended()]).toEqual([0, 0, []]);
    expect(await service.calls['credential.get'](good, { providerId }, { signal: never })).toBeNull();
    expect(await service.answer(id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(keychain.entries.get(account)).toBe(right);
    expect(shown()).toHaveLength(1);
  });

  test('is refused too when the extension asks again while it is tried', async () => {
    const { run, nextRequest, service, keychain, shown } = await begin(insisting);
    const signedIn = run();
    const { id } = await nextRequest();
    expect(await service.answer(id, wrong)).toMatchObject({
      ok: false,
      failure: { code: 'provider-auth', message: expect.stringContaining('Chat of good did not accept this key') },
    });
    expect(keychain.entries.size).toBe(0);
    expect(await service.answer(id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(shown()).toHaveLength(1);
  });

  test('before the extension asks is what it is given when it does, each time', async () => {
    const seen: unknown[] = [];
    const { run, nextRequest, service, keychain, shown } = await begin(
      async (main) => {
        seen.push(await main.call('credential.request', asked), await get(main));
        if ((await get(main)) !== right) throw no('provider-auth', 'That was no key.');
      },
      { asksFirst: true },
    );
    const signedIn = run();
    const { id } = await nextRequest();
    expect(await service.answer(id, wrong)).toMatchObject({ ok: false, failure: { message: 'That was no key.' } });
    expect(await service.answer(id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(seen).toEqual([true, wrong, true, right]);
    expect(keychain.entries.get(account)).toBe(right);
    expect(shown()).toHaveLength(1);
  });

  test('can be deleted by the extension, which leaves the old one alone', async () => {
    const { run, nextRequest, service, keychain } = await begin(
      async (main) => {
        if ((await get(main)) === right) return;
        await main.call('credential.delete', { providerId });
        throw no('provider-auth', 'That was no key.');
      },
      { asksFirst: true },
    );
    await service.calls['credential.store'](good, { providerId, value: 'sk-the-old-key' }, { signal: never });
    const signedIn = run();
    const { id, replaces, label } = await nextRequest();
    expect([replaces, label]).toEqual([true, 'Chat key']);
    expect(await service.answer(id, wrong)).toMatchObject({ ok: false, failure: { message: 'That was no key.' } });
    expect(keychain.entries.get(account)).toBe('sk-the-old-key');
    await service.answer(id, null);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(keychain.entries.get(account)).toBe('sk-the-old-key');
  });

  test('gives way to what the extension stores itself', async () => {
    const { run, nextRequest, service, keychain } = await begin(async (main) => {
      await main.call('credential.request', asked);
      await main.call('credential.store', { providerId, value: `token for ${await get(main)}` });
    });
    const signedIn = run();
    expect(await service.answer((await nextRequest()).id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(keychain.entries.get(account)).toBe(`token for ${right}`);
  });
});

describe('what a stream asks while a key is tried', () => {
  /** An extension whose authentication lasts until the test settles it. */
  async function held() {
    let settle = (_thrown?: Error) => {};
    const begun = await begin(async (main) => {
      await main.call('credential.request', asked);
      await new Promise<void>((resolve, reject) => {
        settle = (thrown) => (thrown ? reject(thrown) : resolve());
      });
    });
    const signedIn = begun.run();
    const { id } = await begun.nextRequest();
    const answer = begun.service.answer(id, right);
    await vi.waitFor(async () => expect(await get(begun.extension.main)).toBe(right));
    const given = begun.extension.main.call('credential.request', asked);
    return { ...begun, id, signedIn, answer, given, settle: (thrown?: Error) => vi.waitFor(() => settle(thrown)) };
  }

  test('waits for the outcome, and a key that is accepted is kept and given', async () => {
    const { answer, given, settle, signedIn, keychain, shown, ended, id } = await held();
    await settle();
    expect(await Promise.all([answer, signedIn, given])).toEqual([ok(null), ok(null), true]);
    expect([...keychain.entries]).toEqual([[account, right]]);
    expect([shown().length, ended()]).toEqual([1, [id]]);
  });

  test('makes the dialog ask again when the trial takes long; acceptance after all keeps the key all the same', async () => {
    const { answer, given, settle, signedIn, keychain, ended, id, extension } = await held();
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'provider-auth' } });
    expect(ended()).toEqual([]);
    expect(await get(extension.main)).toBe(right);
    await settle();
    expect(await Promise.all([signedIn, given])).toEqual([ok(null), true]);
    expect([...keychain.entries]).toEqual([[account, right]]);
    expect(ended()).toEqual([id]);
  });

  test('ends with the sign-in when the key is refused and the person gives up', async () => {
    const { answer, given, settle, signedIn, keychain, service, id } = await held();
    await settle(no('provider-auth', 'That was no key.'));
    expect(await answer).toMatchObject({ ok: false, failure: { message: 'That was no key.' } });
    await service.answer(id, null);
    expect(await given).toBe(false);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(keychain.entries.size).toBe(0);
  });
});

describe('success', () => {
  test('with nothing to store is none: the extension deleted what was typed', async () => {
    const { run, nextRequest, service, keychain, ended } = await begin(async (main) => {
      await main.call('credential.request', asked);
      await main.call('credential.delete', { providerId });
    });
    const signedIn = run();
    const { id } = await nextRequest();
    const failure = { code: 'provider-auth', message: expect.stringContaining('Nothing was stored') };
    expect(await service.answer(id, right)).toMatchObject({ ok: false, failure });
    expect(await signedIn).toMatchObject({ ok: false, failure });
    expect([keychain.entries.size, ended()]).toEqual([0, [id]]);
  });

  test('keeps what the extension stored meanwhile, and failure drops it: the key that was there stays', async () => {
    let outcome: Error | undefined = no('network', 'It could not be reached.');
    const { run, service, keychain, extension } = await begin(async (main) => {
      await main.call('credential.store', { providerId, value: 'a new token' });
      expect(await get(main)).toBe('a new token');
      if (outcome) throw outcome;
    });
    await service.calls['credential.store'](good, { providerId, value: 'sk-the-old-key' }, { signal: never });
    expect(await run()).toMatchObject({ ok: false, failure: { code: 'network' } });
    expect(keychain.entries.get(account)).toBe('sk-the-old-key');
    expect(await get(extension.main)).toBe('sk-the-old-key');
    outcome = undefined;
    expect(await run()).toEqual(ok(null));
    expect(keychain.entries.get(account)).toBe('a new token');
  });
});

describe('while an accepted key is being stored', () => {
  async function storing() {
    const begun = await begin(trying);
    let store = () => {};
    begun.keychain.waits = new Promise((resolve) => {
      store = resolve;
    });
    const writes = vi.spyOn(begun.keychain, 'set');
    return { ...begun, writes, store: () => store() };
  }

  test('Cancel takes the dialog away and says that it is stored, and everybody hears of it', async () => {
    const { run, nextRequest, service, keychain, writes, store, ended, notices } = await storing();
    const signedIn = run();
    const { id } = await nextRequest();
    const answer = service.answer(id, right);
    await vi.waitFor(() => expect(writes).toHaveBeenCalled());
    expect(await service.answer(id, null)).toEqual(ok(null));
    expect(ended()).toEqual([id]);
    expect(notices.at(-1)?.text).toContain('is being stored');
    store();
    expect(await Promise.all([answer, signedIn])).toEqual([ok(null), ok(null)]);
    expect([keychain.entries.get(account), ended()]).toEqual([right, [id]]);
  });

  test('giving up by the signal comes too late: it is stored, and the sign-in says so', async () => {
    const { run, nextRequest, service, keychain, writes, store, controller, ended } = await storing();
    const signedIn = run();
    const { id } = await nextRequest();
    const answer = service.answer(id, right);
    await vi.waitFor(() => expect(writes).toHaveBeenCalled());
    controller.abort();
    store();
    expect(await Promise.all([answer, signedIn])).toEqual([ok(null), ok(null)]);
    expect([keychain.entries.get(account), ended()]).toEqual([right, [id]]);
  });

  test('Cancel comes too late as well for an extension that asked by itself', async () => {
    const { extension, nextRequest, service, keychain, writes, store } = await storing();
    const given = extension.main.call('credential.request', asked);
    const { id } = await nextRequest();
    const answer = service.answer(id, right);
    await vi.waitFor(() => expect(writes).toHaveBeenCalled());
    expect(await service.answer(id, null)).toEqual(ok(null));
    store();
    expect([await answer, await given, keychain.entries.get(account)]).toEqual([ok(null), true, right]);
  });
});

describe('an authentication that says nothing', () => {
  const silent = () => new Promise<void>(() => {});

  test('is shown after a while, and ends by Cancel', async () => {
    const { run, nextSignIn, signIns, events } = await begin(silent);
    const signedIn = run();
    const card = await nextSignIn('working');
    expect(card).toMatchObject({ providerName: 'Chat of good', extensionId: 'good' });
    expect(await signIns.openSignIn(card.id)).toMatchObject({ ok: false });
    await signIns.endSignIn(card.id);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(events.at(-1)).toEqual({ type: 'sign-in-ended', signInId: card.id });
  });

  test('makes way for a dialog of its own', async () => {
    let isAsked = false;
    const { run, nextSignIn, nextRequest, events, service } = await begin(async (main) => {
      await vi.waitFor(() => expect(isAsked).toBe(true), 60_000);
      await main.call('credential.request', asked);
    });
    const signedIn = run();
    const { id } = await nextSignIn('working');
    isAsked = true;
    const request = await nextRequest();
    const order = events.map((event) => event.type);
    expect(order.indexOf('sign-in-ended')).toBeLessThan(order.indexOf('credential-request'));
    expect(events).toContainEqual({ type: 'sign-in-ended', signInId: id });
    expect(await service.answer(request.id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(events.filter(({ type }) => type === 'sign-in')).toHaveLength(1);
  });

  test('and does not even say how to sign in, is ended', async () => {
    const setting = await credentialSetting({ startMs: 50 });
    const { handle } = setting.extension(good, { 'provider.startDeviceFlow': silent });
    expect(await setting.signIns.run(handle, providerId, never)).toMatchObject({
      ok: false,
      failure: { code: 'timeout', message: expect.stringContaining('Extension good') },
    });
  });
});

describe('giving up', () => {
  test('by Cancel while the key is tried ends the authentication, and is not asked again by itself', async () => {
    const aborted = vi.fn();
    let isTried = false;
    const { run, nextRequest, service, keychain, shown, ended } = await begin(async (main, _params, signal) => {
      if (!(await main.call('credential.request', asked))) throw no('cancelled', 'Cancelled.');
      await new Promise<void>((resolve) => {
        isTried = true;
        signal.addEventListener('abort', () => resolve(aborted()));
      });
    });
    const signedIn = run();
    const { id } = await nextRequest();
    const answer = service.answer(id, right);
    await vi.waitFor(() => expect(isTried).toBe(true));
    expect(await service.answer(id, null)).toEqual(ok(null));
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await signedIn).toMatchObject(fail('cancelled', 'No key was given.'));
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
    expect([keychain.entries.size, ended()]).toEqual([0, [id]]);
    expect(await run()).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(shown()).toHaveLength(1);
    service.personActed('good', providerId);
    const again = run();
    await service.answer((await nextRequest(2)).id, null);
    expect(await again).toMatchObject({ ok: false });
  });

  test('by the signal, or because the extension is gone, takes the dialog away', async () => {
    const { run, nextRequest, service, ended, controller, extension } = await begin(trying);
    const crashed = run();
    const first = await nextRequest();
    extension.close();
    expect(await crashed).toMatchObject({ ok: false });
    await vi.waitFor(() => expect(ended()).toEqual([first.id]));
    expect(await service.answer(first.id, right)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });

    const waiting = run({ asksFirst: true });
    const second = await nextRequest(2);
    controller.abort();
    expect(await waiting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(ended()).toEqual([first.id, second.id]);
  });

  test('an extension that dies over a key says so, and asks for no other', async () => {
    let die = () => {};
    const { run, nextRequest, service, ended, shown, extension } = await begin(async (main) => {
      await main.call('credential.request', asked);
      die();
      await new Promise(() => {});
    });
    die = extension.die;
    const signedIn = run();
    const { id } = await nextRequest();
    expect(await service.answer(id, right)).toMatchObject({ ok: false, failure: { code: 'host-crashed' } });
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'host-crashed' } });
    expect([ended(), shown().length]).toEqual([[id], 1]);
  });

  test('a second sign-in of a provider ends the first, and keeps its own dialog', async () => {
    const { run, nextRequest, service, ended } = await begin(trying);
    const first = run();
    const { id } = await nextRequest();
    const second = run({ asksFirst: true });
    expect(await first).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    const next = await nextRequest(2);
    expect(ended()).toEqual([id]);
    expect(await service.answer(next.id, right)).toEqual(ok(null));
    expect(await second).toEqual(ok(null));
  });

  test('a key that the keychain keeps back: a notice says so, and another can be entered for now', async () => {
    const { run, nextRequest, service, keychain, notices } = await begin(trying);
    await service.calls['credential.store'](good, { providerId, value: right }, { signal: never });
    keychain.state = 'locked';
    const signedIn = run();
    const { id, replaces } = await nextRequest();
    expect(replaces).toBe(true);
    expect(notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Chat of good \(Extension good\): The system keychain did not release the key: it is locked/,
      ),
    ]);
    const prompts = keychain.prompts;
    expect(await service.answer(id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
    expect(keychain.prompts).toBe(prompts);
    expect(keychain.entries.get(account)).toBe(right);
  });
});

describe('a variable of the environment', () => {
  const withVariable = async (answer: boolean | null) => {
    const read: unknown[] = [];
    const begun = await begin(async (main) => {
      read.push(await main.call('env.get', { name: 'CHAT_KEY' }), await get(main));
    });
    begun.env.CHAT_KEY = 'sk-from-the-environment';
    const signedIn = begun.run();
    const question = await begun.nextQuestion();
    expect(question).toMatchObject({
      extensionName: 'Extension good',
      providerName: 'Chat of good',
      variable: 'CHAT_KEY',
    });
    await begun.service.answerVariable(question.id, answer);
    expect(await signedIn).toEqual(ok(null));
    return { ...begun, read };
  };

  test('is asked for once while the person signs in, and wins over the keychain when it is allowed', async () => {
    const { read, run, decisions, events, changed, service } = await withVariable(true);
    expect(read).toEqual(['sk-from-the-environment', 'sk-from-the-environment']);
    expect([...decisions]).toEqual([['good:CHAT_KEY', 'allowed']]);
    expect(changed).toEqual(['good:chat']);
    await run();
    expect(events.filter(({ type }) => type === 'variable-question')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'variable-question-ended')).toHaveLength(1);
    await service.calls['credential.store'](good, { providerId, value: 'sk-kept' }, { signal: never });
    expect(await service.calls['credential.get'](good, { providerId }, { signal: never })).toBe(
      'sk-from-the-environment',
    );
    const [first] = await service.list();
    expect(first).toMatchObject({ keptIn: 'environment', variable: 'CHAT_KEY', destination: 'keychain' });
    expect(await service.setVariable('good', 'CHAT_KEY', false)).toEqual(ok(null));
    expect(await service.calls['credential.get'](good, { providerId }, { signal: never })).toBe('sk-kept');
    expect(service.variables('good', providerId)).toEqual([
      { name: 'CHAT_KEY', isPresent: true, decision: 'denied' },
      { name: 'CHAT_KEY_2', isPresent: false, decision: 'undecided' },
    ]);
  });

  test('is not given when it is denied, nor when the person decides later, who is asked the next time', async () => {
    const denied = await withVariable(false);
    expect(denied.read).toEqual([null, null]);
    const later = await withVariable(null);
    expect(later.read).toEqual([null, null]);
    expect(later.decisions.size).toBe(0);
    const again = later.run();
    const { id } = await later.nextQuestion(2);
    await later.service.answerVariable(id, true);
    expect(await again).toEqual(ok(null));
    expect(later.read.at(-1)).toBe('sk-from-the-environment');
  });

  test('that nobody decided about is no question outside of a sign-in, and goes with one', async () => {
    const { run, env, service, events, nextQuestion, controller } = await begin(async (main) => {
      await main.call('env.get', { name: 'CHAT_KEY' });
    });
    env.CHAT_KEY = 'sk-from-the-environment';
    expect(await service.calls['env.get'](good, { name: 'CHAT_KEY' }, { signal: never })).toBeNull();
    expect(await service.setVariable('good', 'HOME', true)).toMatchObject({ ok: false });
    expect(events).toEqual([]);
    const signedIn = run();
    const { id } = await nextQuestion();
    controller.abort();
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(events.at(-1)).toEqual({ type: 'variable-question-ended', questionId: id });
  });

  test('does not stand in the way of a key that is typed', async () => {
    const { run, env, decisions, nextRequest, service } = await begin(trying, { asksFirst: true });
    env.CHAT_KEY = wrong;
    decisions.set('good:CHAT_KEY', 'allowed');
    const signedIn = run();
    expect(await service.answer((await nextRequest()).id, right)).toEqual(ok(null));
    expect(await signedIn).toEqual(ok(null));
  });
});

describe('signing in by the browser', () => {
  const state = 'a-state-of-enough-characters';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = `state=${state}&code_challenge=${challenge}&code_challenge_method=S256`;
  const authUrl = `https://login.example/authorize?redirect_uri=http%3A%2F%2F127.0.0.1%3A%7Bport%7D%2Fback&${query}`;
  const start = (main: Peer<MainMethods>, address = authUrl) =>
    main.call('oauth.startWebAuth', { authUrl: address, callbackPath: '/back' });
  const comeBack = (port: string, parameters: string) => fetch(`http://127.0.0.1:${port}/back?${parameters}`);

  test('sends the browser out with the port, waits, and gives the address at which it came back', async () => {
    let came: unknown;
    const { run, nextSignIn, opened, signIns, events } = await begin(async (main) => {
      came = await start(main);
    });
    const signedIn = run();
    const card = await nextSignIn('browser');
    expect(card).toMatchObject({ providerName: 'Chat of good', url: opened[0] });
    expect(card.endsAt).toBeGreaterThan(Date.now());
    const port = /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A(\d+)%2Fback/.exec(opened[0] ?? '')?.[1] ?? '';
    expect(await signIns.openSignIn(card.id)).toEqual(ok(null));
    expect(opened).toHaveLength(2);
    expect((await comeBack(port, `code=1&state=${state}`)).status).toBe(200);
    expect(await signedIn).toEqual(ok(null));
    expect(came).toEqual({ callbackUrl: `http://127.0.0.1:${port}/back?code=1&state=${state}`, port: Number(port) });
    expect(events.at(-1)).toEqual({ type: 'sign-in-ended', signInId: card.id });
  });

  test('shows the name that the browser goes to', async () => {
    const address = authUrl.replace('login.example', 'l\u00f6gin.example');
    const { run, nextSignIn, opened, signIns } = await begin(async (main) => void (await start(main, address)));
    const signedIn = run();
    const { id, url } = await nextSignIn('browser');
    expect(url).toMatch(/^https:\/\/xn--lgin-5qa\.example\/authorize/);
    expect(opened).toEqual([url]);
    await signIns.endSignIn(id);
    await signedIn;
  });

  test('that the service refuses says so, until the person closes it', async () => {
    const { run, nextSignIn, opened, signIns, events } = await begin(async (main) => void (await start(main)));
    const signedIn = run();
    await nextSignIn('browser');
    const port = /A(\d+)%2Fback/.exec(opened[0] ?? '')?.[1] ?? '';
    await comeBack(port, `error=access_denied&error_description=Not%0Atoday&state=${state}`);
    const message = 'The service did not sign you in. It says: “Not today”';
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'provider-auth', message } });
    const card = await nextSignIn('failed');
    expect(card.message).toBe(message);
    await signIns.endSignIn(card.id);
    expect(events.at(-1)).toEqual({ type: 'sign-in-ended', signInId: card.id });
  });

  test('is given up by the person, and the door is closed', async () => {
    const { run, nextSignIn, opened, signIns, events } = await begin(async (main) => void (await start(main)));
    const signedIn = run();
    const { id } = await nextSignIn('browser');
    await signIns.endSignIn(id);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    const port = /A(\d+)%2Fback/.exec(opened[0] ?? '')?.[1] ?? '';
    await vi.waitFor(() => expect(comeBack(port, `code=1&state=${state}`)).rejects.toThrow());
    expect(events.filter(({ type }) => type === 'sign-in-ended')).toHaveLength(1);
  });

  test('is refused while nobody signs in, and with an address that could be answered by anybody', async () => {
    const { run, extension, opened } = await begin(async (main) => {
      for (const [address, why] of [
        [authUrl.replace('https:', 'http:'), /Use https/],
        [authUrl.replace('//', '//me:secret@'), /Use https/],
        [authUrl.replace(`state=${state}`, 'state=short'), /“state” of at least 16/],
        [`${authUrl}&state=${state}`, /one random “state”/],
        [authUrl.replace('S256', 'plain'), /code_challenge_method=S256/],
        [authUrl.replace(challenge, 'x'), /code_challenge/],
        [authUrl.replace('%7Bport%7D', '8123'), /redirect_uri/],
        [authUrl.replace('%2Fback', '%2Felsewhere'), /redirect_uri/],
      ] as const) {
        await expect(start(main, address)).rejects.toMatchObject({
          code: 'invalid-request',
          message: expect.stringMatching(why),
        });
      }
      await expect(main.call('oauth.openBrowser', { url: 'http://login.example/' })).rejects.toThrow('https');
      await main.call('oauth.openBrowser', { url: 'https://login.example/' });
    });
    await expect(start(extension.main)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('only while a person signs in'),
    });
    await expect(extension.main.call('oauth.openBrowser', { url: 'https://login.example/' })).rejects.toThrow(
      'only while',
    );
    expect(await run()).toEqual(ok(null));
    expect(opened).toEqual(['https://login.example/']);
  });
});

describe('an address of an extension', () => {
  const evil = 'https://evil.example/?k=a-typed-key';
  const held = { ...good, capabilities: { network: ['login.example'] } };

  test('that the person refuses is not opened, nor one of a sign-in that was given up meanwhile', async () => {
    const set = await credentialSetting();
    set.manifests = [held];
    const authUrl = evil
      .replace('?', 'authorize?redirect_uri=http://127.0.0.1:{port}/back&')
      .concat(
        '&state=a-state-of-enough-characters&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
      );
    const { handle } = set.extension(held, {
      async 'provider.authenticate'(main) {
        const refused = main.call('oauth.openBrowser', { url: evil });
        await expect(refused).rejects.toMatchObject({ code: 'cancelled' });
        await main.call('oauth.startWebAuth', { authUrl, callbackPath: '/back' });
      },
    });
    const giveUp = new AbortController();
    const signedIn = set.signIns.run(handle, 'chat', giveUp.signal);
    const asked = () => set.events.filter((event) => event.type === 'address-question');
    await vi.waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toMatchObject({
      question: { host: 'evil.example', url: evil, asker: { extensionId: 'good', extensionName: held.name } },
    });
    set.questions.answer(asked()[0]?.question.id ?? '', false);
    await vi.waitFor(() => expect(asked()).toHaveLength(2));
    giveUp.abort();
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    await vi.waitFor(() =>
      expect(set.events).toContainEqual({ type: 'address-question-ended', questionId: asked()[1]?.question.id }),
    );
    expect(set.opened).toEqual([]);
  });
});

describe('signing in with a code', () => {
  const flow = {
    userCode: 'ABCD-EFGH',
    verificationUrl: 'https://login.example/device',
    headline: 'Sign in',
    description: 'Enter the code there.',
    connectButtonLabel: 'Open the page',
    successHeadline: 'Signed in',
    successMessage: 'You can go on.',
  };
  async function begun(poll: Scripted['provider.pollDeviceFlow'], sent: unknown = flow, deviceFlowMs = 60_000) {
    const setting = await credentialSetting({ deviceFlowMs });
    const authenticate = vi.fn(async () => undefined);
    const { handle } = setting.extension(good, {
      'provider.startDeviceFlow': async () => sent,
      'provider.pollDeviceFlow': poll,
      'provider.authenticate': authenticate,
    });
    return { ...setting, authenticate, signedIn: setting.signIns.run(handle, providerId, never) };
  }

  test('shows the code while the extension asks, then that it is done', async () => {
    let finish = () => {};
    const { nextSignIn, signedIn, signIns, opened, authenticate } = await begun(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(null);
        }),
    );
    const card = await nextSignIn('device');
    expect(card).toMatchObject({ userCode: 'ABCD-EFGH', headline: 'Sign in', connectButtonLabel: 'Open the page' });
    expect(await signIns.openSignIn(card.id)).toEqual(ok(null));
    expect(opened).toEqual([flow.verificationUrl]);
    await vi.waitFor(() => finish());
    expect(await signedIn).toEqual(ok(null));
    expect(await nextSignIn('done')).toMatchObject({ id: card.id, headline: 'Signed in', message: 'You can go on.' });
    expect(authenticate).not.toHaveBeenCalled();
    expect(await signIns.openSignIn(card.id)).toEqual(fail('cancelled', 'This sign-in is over.'));
  });

  test('is shown in plain lines, and its page by the name that the browser goes to', async () => {
    const sent = {
      ...flow,
      headline: 'Sign\u202e in\nhere',
      description: '\u200bEnter\u0000 it.',
      verificationUrl: 'https://b\u00fccher.example/a b'.replace(' ', '%20'),
    };
    const { nextSignIn, signIns, opened, signedIn } = await begun(() => new Promise(() => {}), sent);
    const card = await nextSignIn('device');
    const verificationUrl = 'https://xn--bcher-kva.example/a%20b';
    expect(card).toMatchObject({ headline: 'Sign in here', description: 'Enter it.', verificationUrl });
    await signIns.openSignIn(card.id);
    expect(opened).toEqual([verificationUrl]);
    await signIns.endSignIn(card.id);
    await signedIn;
  });

  test('that fails says why; that takes too long is ended', async () => {
    const failed = await begun(async () => {
      throw no('provider-auth', 'The code was denied.');
    });
    expect(await failed.signedIn).toMatchObject({ ok: false, failure: { code: 'provider-auth' } });
    expect(await failed.nextSignIn('failed')).toMatchObject({ message: 'The code was denied.' });

    const aborted = vi.fn();
    const late = await begun(
      (_main, _params, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(aborted()))),
      flow,
      100,
    );
    expect(await late.signedIn).toMatchObject({ ok: false, failure: { code: 'timeout' } });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });

  test('is given up by the person', async () => {
    const { signedIn, nextSignIn, signIns, events } = await begun(() => new Promise(() => {}));
    const { id } = await nextSignIn('device');
    await signIns.endSignIn(id);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(events.filter(({ type }) => type === 'sign-in-ended')).toEqual([{ type: 'sign-in-ended', signInId: id }]);
    expect(events.filter(({ type }) => type === 'sign-in')).toHaveLength(1);
  });

  test.each([
    ['no code', { ...flow, userCode: '' }],
    ['a page by http elsewhere', { ...flow, verificationUrl: 'http://login.example/' }],
    ['a page of another kind', { ...flow, verificationUrl: 'file:///etc/passwd' }],
    ['a code with a mark that nobody sees', { ...flow, userCode: 'AB\u200bCD' }],
    ['nothing of the sort', 'ABCD'],
  ])('with %s is a fault of the extension', async (_what, sent) => {
    const { signedIn, events } = await begun(async () => null, sent);
    expect(await signedIn).toMatchObject({ ok: false, failure: { code: 'protocol-fault' } });
    expect(events).toEqual([]);
  });
});

import type { Disposable } from '../../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { EventPlace } from '../../../../shared/contract/extension-api/extension-events.ts';
import type { EventName } from '../../../../shared/contract/extensions/thread-events.ts';
import { folderOf } from '../calls/script-calls.ts';
import type { LuaScript } from '../lua-script.ts';
import { passable } from './passable.ts';
import { type AskedForm, askedForms, followedForms, type Said } from './zi-events.ts';

/** As `zi.on` has registered it. */
export interface ScriptEvent {
  /** Another one for each handler. */
  readonly name: string;
  readonly event: EventName | 'session_shutdown';
  readonly handler: string;
}

/** The tables of forms, and `events.on`, for an event of whatever name. */
const asked: Readonly<Record<string, (event: never, folder: () => Promise<string | undefined>) => unknown>> =
  askedForms;
const followed: Readonly<Record<string, (event: never) => object | object[]>> = followedForms;
type On = (name: EventName, run: (event: never, at: EventPlace) => unknown) => Disposable;

/** Calls a handler of a script when its event comes. */
export function onEvent(script: LuaScript, context: ExtensionContext, name: EventName, handler: string): Disposable {
  const call = async (form: object, at: EventPlace) => {
    const given = passable({ ...form, type: name }) as Said;
    return { given, said: (await script.call('event', handler, [given], at)) as Said };
  };
  return (context.events.on as On)(name, async (event, at) => {
    const form = (await asked[name]?.(event, () => folderOf(context))) as AskedForm<never> | undefined;
    if (form) {
      const { given, said } = await call(form.given, at);
      return form.outcome(said, given);
    }
    for (const one of [followed[name]?.(event) ?? []].flat()) await call(one, at);
  });
}

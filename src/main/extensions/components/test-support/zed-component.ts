import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import type { ApiVersion } from '../../../../shared/contract/extensions/compiled-component.ts';
import { withApiVersion } from '../../../../shared/testing/components/with-api-version.ts';

/**
 * A small component that says it was built for a version of Zed's interface. It imports what the app has, and what it has not.
 * @param version absent: it says none
 */
export async function zedComponent(version?: ApiVersion): Promise<Buffer> {
  const wat = `(component
    (import "zed:extension/dap@0.8.0" (instance $dap (export "get-port" (func (result u32)))))
    (import "key-value-store" (type $store (sub resource)))
    (import "outrigger:extension/time@0.1.0" (instance $time (export "wait" (func (param "ms" u32)))))
    (core func $port (canon lower (func $dap "get-port")))
    (core func $wait (canon lower (func $time "wait")))
    (core module $m
      (import "dap" "port" (func (result i32)))
      (import "time" "wait" (func (param i32)))
      (func (export "init")) (func (export "index") (param i32)))
    (core instance $i (instantiate $m
      (with "dap" (instance (export "port" (func $port))))
      (with "time" (instance (export "wait" (func $wait))))))
    (func $init (canon lift (core func $i "init")))
    (export "init-extension" (func $init))
    (func $index (param "store" (borrow $store)) (canon lift (core func $i "index")))
    (export "index-docs" (func $index)))`;
  const component = Buffer.from(await parse(wat));
  return version ? withApiVersion(component, version) : component;
}

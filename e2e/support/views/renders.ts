import type { Page } from '@playwright/test';

/** Records which React components were rendered. */
export interface Renders {
  /** Components rendered since the last call, within and outside of the elements of `selector`. */
  take(selector: string): Promise<{ inside: number; outside: string[] }>;
}

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly stateNode: unknown;
}

/** Reloads the page with React's hook for developer tools, which is called at every commit. */
export async function followRenders(page: Page): Promise<Renders> {
  await page.addInitScript(() => {
    const drawn: Element[] = [];
    /** Fiber tags of functions, classes, forwarded references, and memos of either. */
    const components = new Set([0, 1, 11, 14, 15]);
    const hostTag = 5;
    const performedWork = 1;

    /** The element that a fiber renders, or its parent's if it renders none. */
    function elementOf(fiber: Fiber): Element | null {
      for (let at: Fiber | null = fiber; at; at = at.child) {
        if (at.tag === hostTag && at.stateNode instanceof Element) return at.stateNode;
      }
      for (let at: Fiber | null = fiber; at; at = at.return) {
        if (at.tag === hostTag && at.stateNode instanceof Element) return at.stateNode;
      }
      return null;
    }

    /** A fiber that is the same object as before was not visited. */
    function look(fiber: Fiber, before: Fiber | null): void {
      if (fiber === before) return;
      if (components.has(fiber.tag) && (fiber.flags & performedWork) !== 0) {
        const element = elementOf(fiber);
        if (element) drawn.push(element);
      }
      if (fiber.child && fiber.child === before?.child) return;
      for (let child = fiber.child; child; child = child.sibling) look(child, child.alternate);
    }

    Object.assign(window, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE() {},
        onCommitFiberUnmount() {},
        onCommitFiberRoot(_: number, root: { readonly current: Fiber }) {
          look(root.current, root.current.alternate);
        },
      },
    });
  });
  await page.reload();
  return {
    take: (selector) =>
      page.evaluate((wanted) => {
        const drawn = (window as unknown as { drawn: Element[] }).drawn.splice(0);
        const outside = drawn.filter((element) => !element.closest(wanted));
        return {
          inside: drawn.length - outside.length,
          outside: outside.map(({ outerHTML }) => outerHTML.slice(0, 120)),
        };
      }, selector),
  };
}

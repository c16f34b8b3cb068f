import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { HostMember, type Suspect } from './host-member.ts';

/** The extensions of a host, with the instances of them that were replaced and may finish what they do. */
export class HostMembers {
  readonly #present = new Map<string, HostMember>();
  readonly #leaving = new Set<HostMember>();
  /** Who was busy when the process went, as its ports no longer tell. */
  #busyAtExit: readonly Suspect[] = [];

  /** Those that are present. */
  all(): HostMember[] {
    return [...this.#present.values()];
  }

  get(extensionId: string): HostMember | undefined {
    return this.#present.get(extensionId);
  }

  /** How many are present. */
  get size(): number {
    return this.#present.size;
  }

  /** None is present, and none finishes what it does. */
  get isEmpty(): boolean {
    return this.#present.size + this.#leaving.size === 0;
  }

  add(extension: DiscoveredExtension, reasons: readonly string[]): HostMember {
    const member = new HostMember(extension, reasons);
    this.#present.set(member.id, member);
    return member;
  }

  remove(extensionId: string): void {
    this.#present.delete(extensionId);
  }

  clear(): void {
    this.#present.clear();
  }

  /** One that was removed finishes what it does, for as long as `work` takes. */
  async whileLeaving(member: HostMember, work: () => Promise<void>): Promise<void> {
    this.#leaving.add(member);
    await work();
    this.#leaving.delete(member);
  }

  /** Whether nobody else is left, present or not. */
  isLast(member: HostMember): boolean {
    return this.#present.size === 0 && this.#leaving.size === 1 && this.#leaving.has(member);
  }

  /**
   * Who may be the culprit: the one that is blamed, else those that have been asked something and have not finished it,
   * else all. `areBusy` says that it is not just everybody.
   */
  suspects(blamedId: string | undefined): { readonly suspects: readonly Suspect[]; readonly areBusy: boolean } {
    const blamed = blamedId === undefined ? undefined : this.#present.get(blamedId);
    if (blamed) return { suspects: [blamed.asSuspect], areBusy: true };
    const isUp = this.all().some(({ connection }) => connection);
    const busy = (isUp ? this.#busy() : this.#busyAtExit).filter(({ extension }) =>
      this.#present.has(extension.manifest.id),
    );
    if (busy.length > 0) return { suspects: busy, areBusy: true };
    return { suspects: this.all().map(({ asSuspect }) => asSuspect), areBusy: false };
  }

  /** The process is gone. @returns those of which an instance went with it */
  disconnect(reason: string): HostMember[] {
    this.#busyAtExit = this.#busy();
    for (const member of this.#leaving) member.disconnect(reason);
    return this.all().filter((member) => member.disconnect(reason));
  }

  /** The process is asked to end. @returns those of which an instance goes with it, and what closes the ports of all */
  leave(reason: string): { readonly gone: readonly HostMember[]; close(): void } {
    const closes = [...this.#leaving].map((member) => member.leave(reason));
    const gone = this.all().filter((member) => {
      const close = member.leave(reason);
      closes.push(close);
      return close !== null;
    });
    return {
      gone,
      close() {
        for (const close of closes) close?.();
      },
    };
  }

  oldestUnacknowledgedAt(): number | undefined {
    const times = [...this.#present.values(), ...this.#leaving]
      .map(({ connection }) => connection?.peer.oldestUnacknowledgedAt)
      .filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #busy(): Suspect[] {
    return this.all()
      .filter(({ isBusy }) => isBusy)
      .map(({ asSuspect }) => asSuspect);
  }
}

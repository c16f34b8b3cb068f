import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { HostMember, type Suspect } from './host-member.ts';

/** The extensions of a host, and replaced instances that may finish their calls. */
export class HostMembers {
  readonly #present = new Map<string, HostMember>();
  readonly #leaving = new Set<HostMember>();
  /** Extensions that were busy when the process ended; its closed ports no longer tell. */
  #busyAtExit: readonly Suspect[] = [];

  /** Present members, without those leaving. */
  all(): HostMember[] {
    return [...this.#present.values()];
  }

  get(extensionId: string): HostMember | undefined {
    return this.#present.get(extensionId);
  }

  get size(): number {
    return this.#present.size;
  }

  /** Whether no member is present or leaving. */
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

  /** Keeps a removed member among the leaving ones until `work` has ended. */
  async whileLeaving(member: HostMember, work: () => Promise<void>): Promise<void> {
    this.#leaving.add(member);
    await work();
    this.#leaving.delete(member);
  }

  /** Whether no other member is left, present or leaving. */
  isLast(member: HostMember): boolean {
    return this.#present.size === 0 && this.#leaving.size === 1 && this.#leaving.has(member);
  }

  /**
   * Possible culprits: the blamed extension, else those with unfinished calls, else all.
   * `areBusy`: false if these are simply all.
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

  /** The process is gone. @returns the members whose instance ended with it */
  disconnect(reason: string): HostMember[] {
    this.#busyAtExit = this.#busy();
    for (const member of this.#leaving) member.disconnect(reason);
    return this.all().filter((member) => member.disconnect(reason));
  }

  /** The process is asked to end. @returns the members whose instance ends with it; `close` closes the ports of all */
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

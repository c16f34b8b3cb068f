/** The reason why a package cannot be installed; the message completes “x cannot be installed: …”. */
export class PackageFault extends Error {
  override readonly name = 'PackageFault';
}

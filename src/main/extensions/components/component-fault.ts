/** Why a component cannot be run; the message completes "It cannot be compiled: …". */
export class ComponentFault extends Error {
  override readonly name = 'ComponentFault';
}

/** A file on its way to an agency. Names have letters, digits, dots, hyphens and underscores only. */
export type OutgoingFile = { name: string; bytes: Uint8Array }

export const deliveryFaults = [
  /** The server's key is not the one of the account. */
  'HOST_KEY',
  /** User, password or key are wrong, or may not do this. */
  'SIGN_IN',
  /** Another file with this name is there. */
  'EXISTS',
  /** The installation does not allow this host. */
  'NOT_ALLOWED',
  /** The account lacks a setting. */
  'SETTINGS',
  /** The server refuses the file. */
  'REFUSED',
  /** The server does not respond. */
  'NO_CONNECTION',
  /** The connection ended while the file was put in its place. */
  'UNCLEAR',
] as const
export type DeliveryFaultCode = (typeof deliveryFaults)[number]

export class DeliveryFault extends Error {
  readonly code: DeliveryFaultCode
  constructor(code: DeliveryFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Only a server that does not respond is tried again by itself. A wrong password that is repeated may lock the account. */
export const isTriedAgain = (code: DeliveryFaultCode): boolean => code === 'NO_CONNECTION'

/** A way to place files at an agency. Every function throws a `DeliveryFault`. */
export type DeliveryWay = {
  /** Places a file under its name, whole or not at all, and never over another one. Returns the receipt. */
  deliver(file: OutgoingFile, signal: AbortSignal): Promise<string>
  /** The receipt of a file that is there with the same content; null if it is not. */
  find(file: OutgoingFile, signal: AbortSignal): Promise<string | null>
  /** Signs in and ends. Returns the identity that the server has shown. */
  test(signal: AbortSignal): Promise<string>
}

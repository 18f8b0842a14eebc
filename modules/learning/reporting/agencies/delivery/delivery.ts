/** A file to deliver to an agency. Names have only letters, digits, dots, hyphens and underscores. */
export type OutgoingFile = { name: string; bytes: Uint8Array }

export const deliveryFaults = [
  /** The server's key differs from the account's. */
  'HOST_KEY',
  /** The user, password or key is wrong or lacks the permission. */
  'SIGN_IN',
  /** Another file with this name exists. */
  'EXISTS',
  /** The installation does not allow this host. */
  'NOT_ALLOWED',
  /** The account lacks a setting. */
  'SETTINGS',
  /** The server refused the file. */
  'REFUSED',
  /** The server did not respond. */
  'NO_CONNECTION',
  /** The connection ended while the file was being put in place. */
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

/** Only an unresponsive server is retried automatically. Repeating a wrong password may lock the account. */
export const isRetryable = (code: DeliveryFaultCode): boolean => code === 'NO_CONNECTION'

/** A channel for delivering files to an agency. Every function throws a `DeliveryFault`. */
export type DeliveryChannel = {
  /** Stores a file under its name, completely or not at all, without overwriting another one. Returns the receipt. */
  deliver(file: OutgoingFile, signal: AbortSignal): Promise<string>
  /** The receipt of an existing file with the same name and content; null if there is none. */
  find(file: OutgoingFile, signal: AbortSignal): Promise<string | null>
  /** Signs in and closes the connection. Returns the identity that the server presented. */
  test(signal: AbortSignal): Promise<string>
}

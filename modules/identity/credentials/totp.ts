import { generateSecret, generateURI, verifySync } from 'otplib'

/** A new secret of 160 bits, in base32 as authenticator apps take it. */
export const newSecret = (): string => generateSecret()

/** The 30-second step (RFC 6238) of a code: that of `epoch` or a neighbor; null for a wrong code. */
export function stepOfCode(secret: string, code: string, epoch: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  // Phone clocks differ slightly, and typing takes time.
  const result = verifySync({ secret, token: code, epoch, epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** The address in the QR code for an authenticator app. */
export const otpauthUri = (issuer: string, label: string, secret: string): string =>
  // A colon separates the issuer from the label, and some apps decode it first.
  generateURI({ issuer: issuer.replaceAll(':', ''), label, secret })

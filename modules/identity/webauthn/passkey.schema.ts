import { z } from '#platform/schema.ts'

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
const extensions = z.looseObject({}).default({})
const attachment = z.enum(['platform', 'cross-platform']).optional()

/** The result of `navigator.credentials.create()`, as JSON (WebAuthn level 3). */
export const RegistrationResponse = z.object({
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(10_000),
    attestationObject: base64url(100_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
})

/** The result of `navigator.credentials.get()`, as JSON. */
export const AuthenticationResponse = z.object({
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(10_000),
    signature: base64url(10_000),
    // Empty if the passkey is not discoverable.
    userHandle: z
      .string()
      .regex(/^[\w-]*$/)
      .max(200)
      .nullish()
      .transform((handle) => handle || undefined),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
})
export type AuthenticationResponse = z.output<typeof AuthenticationResponse>

/** Options for the browser, in the JSON form of WebAuthn level 3. */
export const BrowserOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

/** The challenge that a browser claims to have signed; whether it is one of ours must be looked up. */
export function challengeOf(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

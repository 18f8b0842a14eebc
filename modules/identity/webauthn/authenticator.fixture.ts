import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const present = 0x01
const verified = 0x04
const attested = 0x40

type Overrides = { origin?: string; rp_id?: string; verifies?: boolean; type?: string }
type Challenge = { challenge: string }

/** A software security key: real keys, real signatures, attestation 'none' (WebAuthn level 3). */
export function openAuthenticator({ origin = 'http://localhost', rp_id = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const state = { counter: 0, handle: '' }

  const clientData = (type: string, { challenge }: Challenge, overrides: Overrides) =>
    Buffer.from(JSON.stringify({ type: overrides.type ?? type, challenge, origin: overrides.origin ?? origin }))

  function authData(flags: number, overrides: Overrides, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    const rpHash = createHash('sha256')
      .update(overrides.rp_id ?? rp_id)
      .digest()
    const allFlags = flags | present | (overrides.verifies === false ? 0 : verified)
    return Buffer.concat([rpHash, Buffer.from([allFlags]), counter, rest])
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }

  const shell = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  /** The result of `navigator.credentials.create()` for the options. */
  function register(options: Challenge & { user?: { id: string } }, overrides: Overrides = {}) {
    state.handle = options.user?.id ?? ''
    const length = Buffer.from([0, id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData(attested, overrides, credential)],
    ])
    const attestationObject = Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]))
    const response = {
      clientDataJSON: clientData('webauthn.create', options, overrides).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    }
    return { ...shell, response, clientExtensionResults: {} }
  }

  /** The result of `navigator.credentials.get()` for the options; the counter increases each time. */
  function answer(options: Challenge, overrides: Overrides & { userHandle?: string; counter?: number } = {}) {
    state.counter = overrides.counter ?? state.counter + 1
    const client = clientData('webauthn.get', options, overrides)
    const data = authData(0, overrides)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      userHandle: overrides.userHandle ?? state.handle,
    }
    return { ...shell, response, clientExtensionResults: {} }
  }

  return { id: shell.id, register, answer }
}

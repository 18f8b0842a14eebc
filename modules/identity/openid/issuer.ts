import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { OutboundRequest, WebhookTransport } from '#modules/identity/webhooks/transport.ts'

/** Why a provider's configuration can't be used. */
export type IssuerProblem = 'unreachable' | 'unreadable' | 'issuerDiffers' | 'addresses' | 'algorithms' | 'keys'

export class IssuerFault extends Error {
  readonly problem: IssuerProblem
  readonly detail: string

  constructor(problem: IssuerProblem, detail = '') {
    super(`${problem}: ${detail}`)
    this.problem = problem
    this.detail = detail
  }
}

/** The algorithms of ID tokens. Fixed here, never taken from a token: no `none`, and no shared secrets. */
export const tokenAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const

const maxConfiguration = 65_536
const maxKeys = 262_144
const address = z.string().max(1_000)

const Configuration = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
})
export type Configuration = z.output<typeof Configuration>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })).max(100) })

/** A provider's published configuration and keys. */
export type Issuer = { configuration: Configuration; keys: JSONWebKeySet }

type Transport = Pick<WebhookTransport, 'accepts' | 'fetchComplete'>

/** Reads a provider's configuration and its keys again. Throws IssuerFault. */
export async function readIssuer(transport: Transport, issuer: string): Promise<Issuer> {
  const read = async <T>(url: string, maxBytes: number, shape: z.ZodType<T>): Promise<T> => {
    const { status, fault, answer } = await transport.fetchComplete(jsonRequest(url), maxBytes)
    if (status !== 200) throw new IssuerFault('unreachable', fault ?? `status ${status}`)
    const parsed = shape.safeParse(parseJson(answer))
    if (!parsed.success) throw new IssuerFault('unreadable', url)
    return parsed.data
  }
  const configuration = await read(`${issuer.replace(/\/$/, '')}${wellKnown}`, maxConfiguration, Configuration)
  if (configuration.issuer !== issuer) throw new IssuerFault('issuerDiffers', configuration.issuer.slice(0, 300))
  const { authorization_endpoint, token_endpoint, jwks_uri } = configuration
  if (![authorization_endpoint, token_endpoint, jwks_uri].every((url) => transport.accepts(url)))
    throw new IssuerFault('addresses')
  const algorithms = configuration.id_token_signing_alg_values_supported ?? ['RS256']
  if (!tokenAlgorithms.some((name) => algorithms.includes(name))) throw new IssuerFault('algorithms')
  const { keys } = await read(jwks_uri, maxKeys, Keys)
  const signingKeys = keys.filter(({ kty, use }) => publicKinds.has(kty) && use !== 'enc')
  if (signingKeys.length === 0) throw new IssuerFault('keys')
  return { configuration, keys: { keys: signingKeys } }
}

const wellKnown = '/.well-known/openid-configuration'
/** A set may also have keys for encryption, and must never have a shared secret. */
const publicKinds: ReadonlySet<string> = new Set(['RSA', 'EC', 'OKP'])

const jsonRequest = (url: string): OutboundRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json' },
  body: '',
})

/** The value of a JSON text, or null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import { day, id, list, requiredText, wording, z } from '#platform/schema.ts'
import { clientPermissions } from './client-permissions.ts'
import { clientTexts } from './clients.texts.ts'

/** `203.0.113.0/24` or `2001:db8::/48`; a single address is a network of one. */
const network = () =>
  z
    .string()
    .max(64)
    .transform((text) => withPrefixLength(text.trim()))
    .pipe(z.union([z.cidrv4(), z.cidrv6()], { error: wording(clientTexts.networkWrong) }))

function withPrefixLength(text: string): string {
  if (text.includes('/')) return text
  return text.includes(':') ? `${text}/128` : `${text}/32`
}

/** The fields of a client's form. */
export const clientFields = {
  name: requiredText(clientTexts.nameMissing, 100),
  purpose: requiredText(clientTexts.purposeMissing, 500),
  contact_email: emailAddress(),
  permissions: z
    .array(z.enum(clientPermissions))
    .min(1, { error: wording(clientTexts.permissionMissing) })
    .max(clientPermissions.length),
  /** The organizations that it works for, with those below them; null means its whole organization. */
  organization_ids: list(id(), 100).min(1).nullish(),
  /** The networks that it may call from; an empty list means any. */
  networks: list(network(), 20).default([]),
  /** Its last day. */
  ends_on: day().nullish(),
}

export const ClientInput = z.object(clientFields)
export type ClientInput = z.output<typeof ClientInput>

const instant = z.iso.datetime().nullable()

const Key = z.object({
  client_key_id: z.int(),
  /** Its first 16 characters. */
  start: z.string(),
  created_at: z.iso.datetime(),
  used_at: instant,
})

export const ListedClient = z.object({
  client_id: z.int(),
  name: z.string(),
  purpose: z.string(),
  contact_email: z.string(),
  permissions: z.array(z.string()),
  organization_ids: z.array(z.int()).nullable(),
  networks: z.array(z.string()),
  ends_on: z.string().nullable(),
  state: z.enum(['active', 'over', 'revoked']),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  used_at: instant,
  /** The counts of the last 30 days. */
  calls: z.int(),
  refusals: z.int(),
  keys: z.array(Key),
  /** The ids of its public keys. */
  public_keys: z.array(z.string()),
})
export type ListedClient = z.output<typeof ListedClient>

import { copyOffers } from '#modules/catalogue/index.ts'
import {
  emailAddress,
  endTestClient,
  findTestOrganization,
  identityErrors,
  insertTestClient,
  listTestClients,
  openTestOrganization,
  requireFreshProof,
} from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { sandboxTexts } from './sandbox.texts.ts'

const instant = z.iso.datetime().nullable()

export const fetchSandbox = operation({
  call: 'GET /sandbox',
  added: true,
  summary: 'The sandbox of the organization: its clock and its live keys. `now` is null before the first key',
  may: ofVisited(admin),
  takes: z.object({}),
  gives: z.object({
    now: instant,
    keys: z.array(
      z.object({
        client_id: z.int(),
        name: z.string(),
        /** The first 16 characters of the key. */
        start: z.string(),
        created_at: z.iso.datetime(),
        used_at: instant,
      }),
    ),
  }),
  async run(ctx) {
    const testOrganization = await findTestOrganization(ctx)
    if (!testOrganization) return { now: null, keys: [] }
    const clients = await listTestClients(testOrganization)
    return {
      now: testOrganization.now.toISOString(),
      keys: clients.map(({ created_at, used_at, ...client }) => ({
        ...client,
        created_at: created_at.toISOString(),
        used_at: used_at?.toISOString() ?? null,
      })),
    }
  },
})

export const addTestKey = operation({
  call: 'POST /sandbox/addKey',
  added: true,
  summary:
    'Creates a key of the sandbox with the permissions of the caller, and the sandbox with the first one. It is returned once',
  may: ofVisited(admin),
  takes: z.object({ name: requiredText(sandboxTexts.nameMissing, 100), contact_email: emailAddress() }),
  gives: z.object({ client_id: z.int(), key: z.string() }),
  fails: [identityErrors.tooManyTestKeys, identityErrors.proofNeeded],
  async run(ctx, { name, contact_email }) {
    await requireFreshProof(ctx)
    const testOrganization = await openTestOrganization(ctx)
    await copyOffers(ctx, testOrganization)
    const { client_id, key, start } = await insertTestClient(ctx, testOrganization, { name, contact_email })
    await ctx.audit({ action: 'sandbox.addKey', subject: `client_id:${client_id}`, after: { name, start } })
    return { client_id, key }
  },
})

export const endTestKey = operation({
  call: 'POST /sandbox/endKey',
  added: true,
  summary: 'Revokes a key of the sandbox: its next call is refused',
  may: ofVisited(admin),
  takes: z.object({ client_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  audit: ({ client_id }) => ({ action: 'sandbox.endKey', subject: `client_id:${client_id}` }),
  // No recent proof is required, because a person who notices a stolen key must be quick.
  async run(ctx, { client_id }) {
    const testOrganization = await findTestOrganization(ctx)
    if (!testOrganization) throw errors.notFound()
    await endTestClient(ctx, testOrganization, client_id)
    return {}
  },
})

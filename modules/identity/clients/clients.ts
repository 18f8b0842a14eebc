import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, holds, ofVisited, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { addDays, dayIn, startOfDay, todayOf } from '#platform/zone.ts'
import { ClientInput, clientFields, ListedClient } from './client.schema.ts'
import {
  type ClientForm,
  type ClientKeyRow,
  type ClientRow,
  insertClient,
  listClients,
  listDays,
  listKeys,
  lockClient,
  lockLiveCount,
  markClientEnded,
  maxClients,
  updateClient,
} from './client.sql.ts'

const audited = [
  'name',
  'purpose',
  'contact_email',
  'permissions',
  'works_for',
  'networks',
  'ends_at',
] as const satisfies readonly (keyof ClientForm)[]

export const fetchClients = operation({
  call: 'GET /clients',
  added: true,
  summary: 'Lists the programs that may call the API for the organization, with their keys and use',
  may: ofVisited(admin),
  takes: z.object({}),
  gives: z.object({ clients: z.array(ListedClient) }),
  async run(ctx) {
    const [clients, keys] = await Promise.all([listClients(ctx), listKeys(ctx)])
    return { clients: clients.map((client) => listedClient(ctx, client, keys)) }
  },
})

function listedClient(ctx: Ctx, row: ClientRow, keys: readonly ClientKeyRow[]): ListedClient {
  const { works_for, key_ids, ends_at, ended_at, created_by_name, created_at, used_at, ...client } = row
  const hasEnded = ends_at !== null && ends_at <= ctx.now
  return {
    ...client,
    organization_ids: works_for,
    ends_on: ends_at && dayIn(ctx.organization.time_zone, new Date(ends_at.getTime() - 1)),
    state: ended_at ? 'revoked' : hasEnded ? 'over' : 'active',
    created_at: created_at.toISOString(),
    created_by: created_by_name,
    used_at: used_at?.toISOString() ?? null,
    keys: keys
      .filter(({ client_id }) => client_id === client.client_id)
      .map((key) => ({
        ...key,
        created_at: key.created_at.toISOString(),
        used_at: key.used_at?.toISOString() ?? null,
      })),
    public_keys: key_ids,
  }
}

export const createClient = operation({
  call: 'POST /client/create',
  added: true,
  summary:
    'Creates a client: a program that calls the API for the organization, with permissions of the caller at most',
  may: ofVisited(admin),
  takes: ClientInput,
  gives: z.object({ client_id: z.int() }),
  fails: [
    errors.notFound,
    identityErrors.cannotGrant,
    identityErrors.clientDays,
    identityErrors.tooManyClients,
    identityErrors.proofNeeded,
  ],
  async run(ctx, input) {
    await requireFreshProof(ctx)
    const form = formOf(ctx, input)
    if ((await lockLiveCount(ctx)) >= maxClients) throw identityErrors.tooManyClients()
    const client_id = await insertClient(ctx, form, userOf(ctx).user_id)
    await ctx.audit({
      action: 'client.create',
      subject: `client_id:${client_id}`,
      ...changesOf<ClientForm>({}, form, audited),
    })
    return { client_id }
  },
})

export const saveClient = operation({
  call: 'PUT /client/save',
  added: true,
  summary: 'Changes a client. Its keys and tokens follow with their next call',
  may: ofVisited(admin),
  takes: z.object({ client_id: id(), ...clientFields }),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.cannotGrant, identityErrors.clientDays, identityErrors.proofNeeded],
  async run(ctx, { client_id, ...input }) {
    await requireFreshProof(ctx)
    const before = await lockClient(ctx, client_id)
    const form = formOf(ctx, input)
    await updateClient(ctx, client_id, form)
    const changes = changesOf<Record<keyof ClientForm, unknown>>(before, form, audited)
    await ctx.audit({ action: 'client.save', subject: `client_id:${client_id}`, ...changes })
    return {}
  },
})

/** Throws cannotGrant, notFound for an organization out of scope, clientDays for a day before today. */
function formOf(ctx: Ctx, { organization_ids, ends_on, permissions, ...form }: ClientInput): ClientForm {
  if (!permissions.every((key) => holds(ctx.actor, key))) throw identityErrors.cannotGrant()
  const { scope, time_zone } = ctx.organization
  if (!(organization_ids ?? []).every((organization_id) => scope.includes(organization_id))) throw errors.notFound()
  if (ends_on && ends_on < todayOf(ctx)) throw identityErrors.clientDays()
  return {
    ...form,
    permissions: [...new Set(permissions)],
    works_for: organization_ids ? [...new Set(organization_ids)] : null,
    ends_at: ends_on ? startOfDay(time_zone, addDays(ends_on, 1)) : null,
  }
}

export const endClient = operation({
  call: 'POST /client/end',
  added: true,
  summary: 'Revokes a client with its keys and tokens: its next call is refused',
  may: ofVisited(admin),
  takes: z.object({ client_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  audit: ({ client_id }) => ({ action: 'client.end', subject: `client_id:${client_id}` }),
  // No recent proof is required, because a person who notices a stolen key must be quick.
  async run(ctx, { client_id }) {
    await lockClient(ctx, client_id)
    await markClientEnded(ctx, client_id, userOf(ctx).user_id)
    return {}
  },
})

export const fetchClientUse = operation({
  call: 'GET /client/use/{client_id}',
  added: true,
  summary: 'The calls of a client by day, with those that were refused, of the last 90 days with calls',
  may: ofVisited(admin),
  takes: z.object({ client_id: id() }),
  gives: z.object({ days: z.array(z.object({ on_day: z.string(), calls: z.int(), refusals: z.int() })) }),
  fails: [errors.notFound],
  run: async (ctx, { client_id }) => ({ days: await listDays(ctx, client_id) }),
})

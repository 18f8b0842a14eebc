import { afterAll, describe, expect, test } from 'vitest'
import { acceptInvitation } from '#modules/identity/invitations/accept-invitation.ts'
import { findInvitationEmail } from '#modules/identity/invitations/invitation.sql.ts'
import { inviteInstructor } from '#modules/identity/invitations/invite-instructor.ts'
import { createUserFromCheckout } from '#modules/identity/sign-up/create-user-from-checkout.ts'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import { register } from '#modules/identity/sign-up/register.ts'
import { facebookLogin, googleLogin, logInSocial } from '#modules/identity/social/log-in-social.ts'
import { openSocialProviders } from '#modules/identity/social/open-providers.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { manifests } from '#modules/manifests.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { startSocialSimulator } from '#simulators/social/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'

const socialSimulator = await startSocialSimulator()
afterAll(socialSimulator.close)
const site = await openTestSite(fillPorts([socialProviders, openSocialProviders(socialSimulator.config)]))
const admin = await site.addPerson({ role: 'Admin' })

// biome-ignore lint/suspicious/noExplicitAny: whatever a stranger might send
type Body = Record<string, any>
type Way = {
  call: string
  role: number
  body: (email: string) => Promise<Body> | Body
  run: (ctx: Ctx, body: never) => Promise<unknown>
}

const names = { first_name: 'Sol', last_name: 'Stranger' }
const twice = { password, confirmPassword: password }
const google = (email: string) => socialSimulator.idToken({ sub: email.replaceAll(/\D/g, ''), email })

/** Every public call that creates a person, and the role that it creates. */
const ways: Way[] = [
  { call: register.call, role: 3, run: register.run, body: (email) => ({ email, password, ...names }) },
  {
    call: createUserFromSignup.call,
    role: 3,
    run: createUserFromSignup.run,
    body: (email) => ({ email, ...twice, ...names, agreeTerms: true }),
  },
  {
    call: createUserFromCheckout.call,
    role: 3,
    run: createUserFromCheckout.run,
    body: (email) => ({
      email,
      loginid: email,
      ...twice,
      firstName: 'Sol',
      lastName: 'Stranger',
      numbers: [{ phone_number: '8135550147' }],
    }),
  },
  {
    call: logInSocial.call,
    role: 3,
    run: logInSocial.run,
    body: async (email) => ({ social_via: 'google', token: await google(email) }),
  },
  { call: googleLogin.call, role: 3, run: googleLogin.run, body: async (email) => ({ token: await google(email) }) },
  {
    call: facebookLogin.call,
    role: 3,
    run: facebookLogin.run,
    body: (email) => ({ token: socialSimulator.userToken({ sub: email.replaceAll(/\D/g, ''), email }) }),
  },
  { call: acceptInvitation.call, role: 2, run: acceptInvitation.run, body: invited },
]

async function invited(email: string): Promise<Body> {
  const { ctx } = await site.signIn(admin)
  const { invitation_id } = await inviteInstructor.run(ctx, { email })
  const message = await findInvitationEmail(ctx, invitation_id)
  return { token: message!.token, loginid: email, ...twice, ...names }
}

const columns = await site.database.read<{ name: string; type: string }>`
  select column_name as name, data_type as type from information_schema.columns
  where table_schema = 'identity' and table_name = 'person' order by ordinal_position`

/** The values that an attacker would try for a column. */
const wishes: Readonly<Record<string, readonly unknown[]>> = {
  integer: [1, '1'],
  boolean: [true, 1],
  text: ['Admin', 'x'],
  date: ['1990-01-01'],
  'timestamp with time zone': ['2020-01-01T00:00:00Z'],
}
/** Written by the form itself under another name, or by the clock. */
const personColumns = new Set([
  'user_id',
  'loginid',
  'email',
  'password_hash',
  'first_name',
  'last_name',
  'middle_name',
])
const clocked = new Set(['created_at', 'updated_at', 'password_changed_at', 'loginid_key', 'email_key', 'search_text'])
/** Named by the contract, and decided by the person who signs up. */
const chosen = new Set(['lk_language_id'])

let count = 0
async function personAfter({ run, body }: Way, extra: Body): Promise<Body | null> {
  count += 1
  const email = `stranger${count}@example.com`
  const input = { ...(await body(email)), ...extra } as never
  const result = await run(await site.visit(), input).then(
    () => null,
    (error) => error.kind?.status ?? error,
  )
  const rows = await site.database.read<{ row: Body }>`
    select to_jsonb(p) as row from identity.person p where p.user_id > ${admin.user_id} and p.email = ${email}`
  if (result !== null) expect([result, rows.length]).toEqual([400, 0])
  return rows[0]?.row ?? null
}

describe('T-02: no public call sets a role, a status or any other column', () => {
  test.each(ways.map((way) => [way.call, way] as const))('%s', async (_call, way) => {
    const plain = await personAfter(way, {})
    expect(plain).toMatchObject({ lk_user_role_id: way.role, lk_user_status_id: 1, organization_id: 1 })
    for (const { name, type } of columns) {
      for (const wish of wishes[type] ?? ['x']) {
        if (personColumns.has(name)) continue
        const row = await personAfter(way, { [name]: wish })
        if (!row) continue
        for (const [column, value] of Object.entries(row)) {
          const free = personColumns.has(column) || clocked.has(column) || (chosen.has(column) && column === name)
          if (!free) expect([name, column, value]).toEqual([name, column, plain![column]])
        }
      }
    }
    for (const role of ['Admin', 'Instructor', 1, { lk_user_role_id: 1 }, ['Admin']]) {
      const row = await personAfter(way, { role })
      if (row) expect(row.lk_user_role_id).toBe(way.role)
    }
  })

  test('the list contains every public call that creates a person', () => {
    // The fields besides the sum are accepted and never read: a guest's account is created from `student`, a strict
    // shape.
    const carried = ['POST /payment/authorizePayPal']
    const making = manifests
      .flatMap(({ operations }) => operations)
      .filter(({ may, changes, takes }) => changes && may.gate({ kind: 'anonymous' }) && 'first_name' in takes.shape)
      .map(({ call }) => call)
      .filter((call) => !carried.includes(call))
    expect(ways.map(({ call }) => call)).toEqual(expect.arrayContaining(making))
  })
})

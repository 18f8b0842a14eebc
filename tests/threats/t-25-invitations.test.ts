import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { acceptInvitation, getInvitation } from '#modules/identity/invitations/accept-invitation.ts'
import { inviteInstructor } from '#modules/identity/invitations/invite-instructor.ts'
import { encodeId } from '#platform/ids.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const { ctx: staff } = await site.signIn(await site.addPerson({ role: 'Admin' }))

test('T-25: no encoded id, and nothing derived from the table, opens an invitation', async () => {
  const { invitation_id } = await inviteInstructor.run(staff, { email: 'teacher@example.com' })
  const [row] = await site.database.read<{ seed: Buffer; token_hash: Buffer }>`
    select seed, token_hash from identity.invitation where invitation_id = ${invitation_id}`
  const guesses = [row!.seed, row!.token_hash].flatMap((bytes) => [bytes.toString('base64url'), bytes.toString('hex')])
  const unkeyed = createHmac('sha256', '').update('invitation').update(row!.seed).digest('base64url')
  const encoded = Array.from({ length: 300 }, (_, id) => encodeId(id))
  const padded = encoded.slice(0, 50).map((text) => text.padEnd(43, 'A'))
  const form = { first_name: 'T', last_name: 'T', loginid: 'thief', password: 'Merge-With-Care-77!' }
  for (const token of [String(invitation_id), ...encoded, ...padded, ...guesses, unkeyed]) {
    const linkExpired = { kind: { code: 'LINK_EXPIRED' } }
    await expect(getInvitation.run(await site.visit(), { token })).rejects.toMatchObject(linkExpired)
    const accept = acceptInvitation.run(await site.visit(), { ...form, token, confirmPassword: form.password })
    await expect(accept).rejects.toMatchObject(linkExpired)
  }
  const staffNow = await site.database.read`select from identity.person where lk_user_role_id <> 3`
  expect(staffNow).toHaveLength(1)
})

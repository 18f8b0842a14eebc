import { generateSync } from 'otplib'
import { logIn } from '../sign-in/log-in.ts'
import { password, type TestSite } from '../test-site.ts'
import { save2fa } from './save-2fa.ts'
import { start2fa } from './start-2fa.ts'
import { verify2faToken } from './verify-2fa-token.ts'

type Someone = { user_id: number; loginid: string; code: string }

/** Codes and steps of people with a second factor, by the clock of the database. */
export function openTwoFactor(site: TestSite) {
  /** The code that the person's app shows; `later`: so many steps of 30 seconds from now. */
  async function codeOf(secret: string, later = 0): Promise<string> {
    const [row] = await site.database.read<{ epoch: number }>`
      select floor(extract(epoch from platform.now()))::int as epoch`
    return generateSync({ secret, epoch: row!.epoch + later * 30 })
  }

  /** Turns the second factor on, as the person would; no code has been used afterwards. */
  async function enable(person: Someone) {
    const { ctx } = await site.signIn(person)
    const { secret } = await start2fa.run(ctx, {})
    const { recovery_codes } = await save2fa.run(ctx, { token: await codeOf(secret) })
    await site.database.read`update identity.totp set last_step = 0 where user_id = ${person.user_id}`
    return { secret, recovery_codes }
  }

  /** Signs in as far as the second step; answers the handle. */
  async function begin({ loginid, code }: Someone, address?: string): Promise<string> {
    const answer = await logIn.run(await site.visit({ code, address }), { loginid, password })
    if (!answer.needs2fa) throw new Error('no second step')
    return answer.token
  }

  /** Sends a code for a handle. */
  async function verify(handle: string, token: string, more: { loginid?: string; code?: string } = {}) {
    const { code, ...input } = more
    return verify2faToken.run(await site.visit({ code, handle }), { token, ...input })
  }

  const sessionsOf = async ({ user_id }: Someone): Promise<number> =>
    (await site.database.read`select from identity.session where user_id = ${user_id} and method <> 'password'`).length

  return { codeOf, enable, begin, verify, sessionsOf }
}

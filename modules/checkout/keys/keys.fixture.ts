import type { Client, TestApp } from '#tests/support/app.ts'

/** The agreement of a person who has checked and typed everything. */
export const agreed = { accepted: true, typed: 'I agree', opened: true }

/** Demo courses: one without a company below its seller, and one that LSD and LST below it both offer. */
export const offers = { improvement: 1001, spanishOfSunshine: 1002, teenOfLoneStar: 1008, teenOfCompany: 1010 } as const

export type Someone = Client & { user_id: number }
let people = 0

/** A person of an organization by code, signed in on its site. */
export async function addSomeone(app: TestApp, code = 'SSD', role = 3, dob = '2010-05-04'): Promise<Someone> {
  people += 1
  const loginid = `keyholder${people}@example.com`
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, dob)
    select organization_id, ${role}, ${loginid}, ${loginid}, 'Kim', ${`Holder ${people}`}, ${dob}
    from identity.organization where code = ${code}
    returning user_id`
  return { ...(await app.as(row!.user_id, code)), user_id: row!.user_id }
}

/** Staff of an organization with all permissions. */
export const addStaff = (app: TestApp, code: string) => addSomeone(app, code, 1)

/** Creates keys and returns their codes. */
export async function makeKeys(staff: Client, course_website_id: number, count = 1, overrides: object = {}) {
  const { status, body, text } = await staff.post('/authorizationKeys/createKeys', {
    course_website_id,
    count,
    ...overrides,
  })
  if (status !== 200) throw new Error(text)
  return body as { authorization_key_batch_id: number; codes: string[] }
}

export const redeem = (someone: Client, code: string | undefined, agreement: object | null = agreed) =>
  someone.post('/authorizationKeys/redeemKey', { code, agreement })

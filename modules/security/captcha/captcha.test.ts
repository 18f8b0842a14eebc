import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { humanCheck } from '#modules/identity/index.ts'
import { createUserFromCheckout } from '#modules/identity/sign-up/create-user-from-checkout.ts'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import { register } from '#modules/identity/sign-up/register.ts'
import { annotateAssessment } from '#modules/security/risk/annotate-assessment.ts'
import { createAssessment, verifyRecaptchaToken } from '#modules/security/risk/assess.ts'
import { forgetOldAssessments, selectRisk } from '#modules/security/risk/assessment.sql.ts'
import { openHumanCheck } from '#modules/security/risk/require-human.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { startCaptchaSimulator } from '#simulators/captcha/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { captchaPort } from './captcha.ts'
import { openRecaptcha } from './recaptcha.ts'
import { openRecaptchaEnterprise } from './recaptcha-enterprise.ts'

const captchaSimulator = await startCaptchaSimulator()
afterAll(captchaSimulator.close)
afterEach(() => void Object.assign(captchaSimulator.state, { down: false, forgets: false }))
const config = { site_key: 'site-key', hostname: 'waypost.test' }
const { url, secret } = captchaSimulator
const enterprise = openRecaptchaEnterprise({ ...config, project: 'waypost', api_key: secret, url })
const plain = openRecaptcha({ ...config, secret, url: `${url}/recaptcha` })
const sender = { action: 'signup', address: '203.0.113.7', agent: 'test', account: null }
const configured = { captcha: enterprise, min_score: 0.3 }
const site = await openTestSite(fillPorts([captchaPort, configured], [humanCheck, openHumanCheck(configured)]))
const notHuman = { kind: { code: 'NOT_HUMAN', status: 422 } }

let count = 0
const form = () => {
  count += 1
  const email = `new${count}@example.com`
  return { email, password, confirmPassword: password, agreeTerms: true, first_name: 'N', last_name: 'N' }
}
const signUp = async (recaptchaToken?: string, address = '203.0.113.7') =>
  createUserFromSignup.run(await site.visit({ address }), { ...form(), recaptchaToken })

describe.each([
  ['reCAPTCHA v3', plain],
  ['reCAPTCHA Enterprise', enterprise],
])('%s', (_name, captcha) => {
  test('a fresh token of our site and form is accepted once', async () => {
    const token = captchaSimulator.make({ hostname: 'ssd.waypost.test' })
    expect(await captcha.assess({ ...sender, token })).toMatchObject({ valid: true, score: 0.9 })
    expect(await captcha.assess({ ...sender, token })).toMatchObject({ valid: false })
  })

  test.each([
    ['made for another form', { action: 'checkout' }],
    ['made on another site', { hostname: 'evil.example' }],
    ['made on a site that only ends like ours', { hostname: 'evilwaypost.test' }],
    ['too old', { expired: true }],
  ])('refuses a token %s', async (_why, made) => {
    expect(await captcha.assess({ ...sender, token: captchaSimulator.make(made) })).toMatchObject({ valid: false })
  })

  test('refuses a made-up token, and treats a provider that is down as no result', async () => {
    expect(await captcha.assess({ ...sender, token: 'nonsense' })).toMatchObject({ valid: false })
    captchaSimulator.state.down = true
    await expect(captcha.assess({ ...sender, token: captchaSimulator.make() })).rejects.toThrow('503')
  })
})

test("our own wrong secret is our error, not the visitor's", async () => {
  const recaptcha = openRecaptcha({ ...config, secret: 'other', url: `${url}/recaptcha` })
  await expect(recaptcha.assess({ ...sender, token: captchaSimulator.make() })).rejects.toThrow('invalid-input-secret')
})

test('the assessment of a sign-up form is linked to the new person', async () => {
  const { user } = await signUp(captchaSimulator.make({ score: 0.7 }))
  const risk = await selectRisk(await site.visit(), user.user_id)
  expect(risk?.assessmentScore).toBeCloseTo(0.7)
  expect(risk?.annotated_at).toBeNull()
})

test("a program, a used token and a missing token can't sign up, at any public form", async () => {
  const usedToken = captchaSimulator.make()
  await signUp(usedToken)
  const before = await people()
  for (const token of [
    captchaSimulator.make({ score: 0.1 }),
    usedToken,
    '',
    'nonsense',
    captchaSimulator.make({ action: 'login' }),
  ]) {
    await expect(signUp(token)).rejects.toMatchObject(notHuman)
  }
  const { email, first_name, last_name } = form()
  const names = { firstName: first_name, lastName: last_name, numbers: [{ phone_number: '8135550147' }] }
  const ctx = await site.visit()
  await expect(register.run(ctx, { email, password, first_name, last_name })).rejects.toMatchObject(notHuman)
  const checkout = { ...names, email, loginid: email, password, confirmPassword: password }
  await expect(createUserFromCheckout.run(ctx, checkout)).rejects.toMatchObject(notHuman)
  expect(await people()).toBe(before)
})

async function people(): Promise<number> {
  const [row] = await site.database.read<{ n: number }>`select count(*)::int as n from identity.person`
  return row!.n
}

test('accepts three forms of a network within the hour while the provider is down', async () => {
  captchaSimulator.state.down = true
  const address = '198.51.100.20'
  for (let n = 0; n < 3; n++) expect((await signUp(captchaSimulator.make(), address)).user.role).toBe('Student')
  await expect(signUp(captchaSimulator.make(), address)).rejects.toMatchObject(notHuman)
  await expect(signUp('', '198.51.101.20')).rejects.toMatchObject(notHuman)
  captchaSimulator.state.down = false
  expect((await signUp(captchaSimulator.make(), address)).user.role).toBe('Student')
})

test('responses reveal whether a form passed, never the score', async () => {
  const ctx = await site.visit()
  const ask = { action: 'checkout' as const }
  const result = await verifyRecaptchaToken.run(ctx, { ...ask, token: captchaSimulator.make(ask) })
  expect(result).toEqual({ success: true })
  const token = captchaSimulator.make({ ...ask, score: 0.1 })
  const { success, ...rest } = await createAssessment.run(ctx, { ...ask, token })
  expect([success, rest]).toEqual([false, { assessment_id: expect.any(Number) }])
})

test('every form passes without a configured captcha, and nothing is stored', async () => {
  const open = await openTestSite(fillPorts([captchaPort, null], [humanCheck, openHumanCheck(null)]))
  const ctx = await open.visit()
  expect(await verifyRecaptchaToken.run(ctx, { token: 'x', action: 'signup' })).toEqual({ success: true })
  expect((await createUserFromSignup.run(ctx, form())).user.role).toBe('Student')
  expect(await open.database.read`select from security.risk_assessment`).toHaveLength(0)
})

test('staff annotate assessments in scope once, and the annotation is sent to the provider', async () => {
  const { user } = await signUp(captchaSimulator.make())
  const [{ assessment_id } = { assessment_id: 0 }] = await site.database.read<{ assessment_id: number }>`
    select assessment_id from security.risk_assessment where user_id = ${user.user_id}`
  const input = { assessment_id, annotation: 'FRAUDULENT' as const }
  const { ctx: staff } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  const first = await annotateAssessment.run(staff, input)
  expect(first.assessment_score).toBeCloseTo(0.9)
  expect(await annotateAssessment.run((await site.visit({ actor: staff.actor })).as({}), input)).toEqual(first)
  expect(captchaSimulator.annotations.at(-1)).toMatchObject({ annotation: 'FRAUDULENT' })
  expect((await selectRisk(staff, user.user_id))?.annotated_at).toBe(first.annotated_at)
  const { ctx: foreignCtx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  await expect(annotateAssessment.run(foreignCtx, input)).rejects.toMatchObject({ kind: { status: 404 } })
  const { ctx: student } = await site.signIn(await site.addPerson())
  await expect(annotateAssessment.run(student, input)).rejects.toMatchObject({ kind: { status: 403 } })
  captchaSimulator.state.down = true
  await expect(annotateAssessment.run(staff, input)).rejects.toMatchObject({ kind: { code: 'CAPTCHA_DOWN' } })
})

test("visitors' assessments are deleted after 90 days, and people's are not", async () => {
  const { user } = await signUp(captchaSimulator.make())
  await createAssessment.run(await site.visit(), { token: captchaSimulator.make(), action: 'signup' })
  site.clock.offset_ms += 91 * 24 * 60 * 60_000
  await forgetOldAssessments(await site.visit())
  const rows = await site.database.read`select from security.risk_assessment where user_id is null`
  expect(rows).toHaveLength(0)
  expect(await selectRisk(await site.visit(), user.user_id)).not.toBeNull()
})

describe('T-34: an assessment is bound to its form and its account', () => {
  const check = openHumanCheck(configured)
  const visit = () => site.visit({ address: '203.0.113.99' })

  test('a token counts once, even if the provider accepts it again', async () => {
    captchaSimulator.state.forgets = true
    const token = captchaSimulator.make()
    await check.require(await visit(), { action: 'signup', token })
    const repeatedPromise = Promise.all(
      Array.from({ length: 5 }, async () => check.require(await visit(), { action: 'signup', token })),
    )
    await expect(repeatedPromise).rejects.toMatchObject(notHuman)
    captchaSimulator.state.forgets = false
    const [{ reasons } = { reasons: [] }] = await site.database.read<{ reasons: string[] }>`
      select reasons from security.risk_assessment order by assessment_id desc limit 1`
    expect(reasons).toContain('DUPE')
  })

  test('a token assessed while the provider was down can be assessed later', async () => {
    const token = captchaSimulator.make()
    const visitor = () => site.visit({ address: '192.0.2.77' })
    captchaSimulator.state.down = true
    await check.require(await visitor(), { action: 'signup', token })
    captchaSimulator.state.down = false
    expect(await check.require(await visitor(), { action: 'signup', token })).toEqual(expect.any(Number))
  })

  test('the provider gets a pseudonym of the account, the same as for the account created from the form', async () => {
    const ctx = await visit()
    const form = { action: 'signup', email: 'One@Example.com' } as const
    const assessment_id = await check.require(ctx, { ...form, token: captchaSimulator.make() })
    expect(captchaSimulator.accounts.at(-1)).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { user_id } = await site.addPerson()
    const owner = { user_id, organization_id: ctx.organization.organization_id }
    const other = check.bind(ctx, assessment_id, { ...owner, email: 'two@example.com' })
    await expect(other).rejects.toMatchObject(notHuman)
    await check.bind(ctx, assessment_id, { ...owner, email: 'one@example.com' })
    const { user_id: stranger } = await site.addPerson()
    const binding = check.bind(ctx, assessment_id, { ...owner, user_id: stranger, email: 'one@example.com' })
    await expect(binding).rejects.toMatchObject(notHuman)
  })

  test('an assessment is bound to the one person who sent it, whether or not it names an account', async () => {
    const ownerOf = async (assessment_id: number) =>
      (
        await site.database.read`
        select user_id, organization_id from security.risk_assessment where assessment_id = ${assessment_id}`
      )[0]
    for (const email of ['three@example.com', undefined]) {
      const ctx = await visit()
      const assess = async () =>
        (await check.require(ctx, { action: 'signup', token: captchaSimulator.make(), email }))!
      const [assessment_id, other] = [await assess(), await assess()]
      const [{ user_id }, { user_id: stranger }] = [await site.addPerson({ code: 'BBB' }), await site.addPerson()]
      const whose = { user_id, organization_id: 2, email: 'three@example.com' }
      for (const _ of [1, 2]) await check.bind(ctx, assessment_id, whose)
      const binding = check.bind(ctx, assessment_id, { ...whose, user_id: stranger, organization_id: 1 })
      await expect(binding).rejects.toMatchObject(notHuman)
      expect(await ownerOf(assessment_id)).toEqual({ user_id, organization_id: 2 })
      expect(await ownerOf(other)).toEqual({ user_id: null, organization_id: 1 })
    }
  })

  test('a higher score is required after failures, and nothing passes while the provider is down', async () => {
    const strict = async (score: number) =>
      check.require(await visit(), { action: 'signup', token: captchaSimulator.make({ score }), strict: true })
    await expect(strict(0.45)).rejects.toMatchObject(notHuman)
    await strict(0.55)
    captchaSimulator.state.down = true
    await expect(strict(0.9)).rejects.toMatchObject(notHuman)
  })

  test.each([
    ['accepted', { annotation: 'LEGITIMATE', reasons: ['TRANSACTION_ACCEPTED'] }],
    ['declined', { reasons: ['TRANSACTION_DECLINED'] }],
    ['card_testing', { annotation: 'FRAUDULENT', reasons: ['TRANSACTION_DECLINED', 'PAYMENT_HEURISTICS'] }],
  ] as const)('reports to the provider that a payment was %s, for the same account', async (outcome, expected) => {
    const ctx = await visit()
    const email = `${outcome}@example.com`
    const assessment_id = (await check.require(ctx, { action: 'signup', token: captchaSimulator.make(), email }))!
    await check.reportOutcome(ctx, assessment_id, outcome)
    const { name: _, ...annotation } = captchaSimulator.annotations.at(-1)!
    expect(annotation).toEqual({ ...expected, accountId: captchaSimulator.accounts.at(-1) })
  })

  test("an outcome does not overwrite a person's annotation", async () => {
    const { user } = await signUp(captchaSimulator.make())
    const [{ assessment_id } = { assessment_id: 0 }] = await site.database.read<{ assessment_id: number }>`
      select assessment_id from security.risk_assessment where user_id = ${user.user_id}`
    const { ctx: staff } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
    const fraud = { assessment_id, annotation: 'FRAUDULENT', reason: 'CHARGEBACK' } as const
    await annotateAssessment.run(staff, fraud)
    expect(captchaSimulator.annotations.at(-1)).toMatchObject({ annotation: 'FRAUDULENT', reasons: ['CHARGEBACK'] })
    const annotationsBefore = captchaSimulator.annotations.length
    await check.reportOutcome(await site.visit(), assessment_id, 'accepted')
    expect(captchaSimulator.annotations).toHaveLength(annotationsBefore)
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPacks } from '#modules/catalogue/programs/packs.ts'
import { kindOf, type RuleKey, ruleKeys } from '#modules/catalogue/programs/rules.shared.ts'
import { addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let operator: Someone
let childPerson: Someone
beforeAll(async () => {
  operator = await addStaff(app, 'SSD')
  childPerson = await addStaff(app, 'GCT')
})
beforeEach(async () => {
  await app.database.read`delete from catalogue.program_rule`
})

const home = '/manage/programs'
const rulePage = (program_id: string, rule: string) => `${home}/${program_id}/rule/${rule}`
const rows = () =>
  app.database.read<{ rule: string; value: unknown; reason: string }>`
    select rule, value, reason from catalogue.program_rule where revoked_at is null order by program_rule_id`

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** The fields of the form of a rule as a browser would send them. */
function fieldsOf(html: string): Record<string, string> {
  const form = [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)].find(([text]) => text.includes('name="valid_from"'))![0]
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const isBox = attribute(input, 'type') === 'checkbox'
    if (!isBox || /\bchecked\b/.test(input)) fields[attribute(input, 'name')!] = attribute(input, 'value') ?? ''
  }
  for (const [select, name] of form.matchAll(/<select\b[^>]*\bname="([^"]*)"[\s\S]*?<\/select>/g)) {
    const match = [...select.matchAll(/<option\b[^>]*>/g)].find(([option]) => /\bselected\b/.test(option))
    fields[name!] = match ? (attribute(match[0], 'value') ?? '') : ''
  }
  return fields
}

/** A program whose pack has a value for the rule, otherwise one that names it or any program, without a value. */
const exampleOf = (rule: RuleKey) => {
  const pack = listPacks().find(({ values }) => values[rule]?.[0]?.value !== undefined)
  const named = listPacks().find(({ values }) => values[rule])
  return { program_id: (pack ?? named ?? listPacks()[0]!).id, value: pack?.values[rule]?.[0]?.value }
}
/** The form has the names of a set in the order of its list. */
const inAnyOrder = (value: unknown) => (Array.isArray(value) ? expect.arrayContaining(value) : value)
const kinds = ruleKeys.filter((rule) => kindOf(rule) !== null)

describe('the form of a rule', () => {
  test.each(kinds)('submits the value it shows: %s', async (rule) => {
    const { program_id, value } = exampleOf(rule)
    const fields = fieldsOf((await operator.visit(rulePage(program_id, rule))).text)
    const response = await operator.visit(rulePage(program_id, rule), { ...fields, reason: 'Read again.' })
    if (value === undefined && response.status === 400) return expect(await rows()).toEqual([])
    expect([response.status, response.headers.get('location')]).toEqual([303, `${home}/${program_id}`])
    expect(await rows()).toEqual([{ rule, value: inAnyOrder(value ?? false), reason: 'Read again.' }])
  })

  test('records that no such rule exists, and resets it', async () => {
    const page = rulePage('fl-bdi', 'exam.attempts')
    await operator.visit(page, {
      ...fieldsOf((await operator.visit(page)).text),
      none: '1',
      reason: 'Not in the form.',
    })
    expect(await rows()).toEqual([{ rule: 'exam.attempts', value: null, reason: 'Not in the form.' }])
    const [{ id } = { id: 0 }] = await app.database.read<{ id: number }>`
      select program_rule_id as id from catalogue.program_rule`
    const back = { program_rule_id: String(id), reason: 'A mistake.' }
    expect((await operator.visit(page, back)).status).toBe(303)
    expect(await rows()).toEqual([])
    expect((await operator.visit(page, back)).headers.get('location')).toBe('/404')
  })

  test('keeps the input after an error', async () => {
    const page = rulePage('fl-bdi', 'student.data_required')
    const input = { 'value.court': '1', 'value.eye_color': '1', citation: 'Form 5', reason: ' ' }
    const response = await operator.visit(page, input)
    expect(response.status).toBe(400)
    expect(response.text).toContain('Enter a reason.')
    expect(fieldsOf(response.text)).toMatchObject({ 'value.court': '1', 'value.eye_color': '1', citation: 'Form 5' })
    expect(fieldsOf(response.text)).not.toHaveProperty('value.driver_license')
    expect(await rows()).toEqual([])
  })

  test('refuses a value of another kind, and unknown rules and programs', async () => {
    const response = await operator.visit(rulePage('fl-bdi', 'exam.attempts'), { value: 'three', reason: 'Typed.' })
    expect(response.status).toBe(400)
    expect(response.text).toContain('value="three"')
    for (const page of [rulePage('fl-bdi', 'course.color'), rulePage('xx-none', 'exam.attempts'), `${home}/xx-none`])
      expect((await operator.visit(page)).headers.get('location')).toBe('/404')
    expect(await rows()).toEqual([])
  })
})

test('leaves all open rules empty with one form', async () => {
  const page = `${home}/fl-adi`
  expect((await operator.visit(page, { reason: '' })).status).toBe(400)
  expect(await rows()).toEqual([])
  expect((await operator.visit(page, { reason: 'Asked the department.' })).status).toBe(303)
  expect((await rows()).length).toBeGreaterThan(5)
  expect((await operator.visit(page)).text).not.toContain('Leave the others empty')
})

test('an Admin of an organization below reads the rules, cannot change them, and sees no foreign courses', async () => {
  await app.database.read`
    update catalogue.course_version set program_id = 'fl-bdi'
    where course_version_id in (select published_version_id from catalogue.course where organization_id = 1)
      and course_id not in (select course_id from catalogue.course_website where organization_id = 4)`
  const [{ name } = { name: '' }] = await app.database.read<{ name: string }>`
    select name from catalogue.course_version where program_id = 'fl-bdi' order by 1 limit 1`
  expect(name).not.toBe('')
  const [response, reply] = await Promise.all([operator.visit(`${home}/fl-bdi`), childPerson.visit(`${home}/fl-bdi`)])
  expect(response.text).toContain(name)
  expect(reply.status).toBe(200)
  // The page title may contain the same words.
  expect(response.text).not.toContain('No course names this program.')
  expect(reply.text).toContain('No course names this program.')
  expect(reply.text).not.toContain('Leave the others empty')
  const refusedResponse = await childPerson.visit(rulePage('fl-bdi', 'exam.attempts'), { value: '3', reason: 'Mine.' })
  expect(refusedResponse.headers.get('location')).toBe('/404')
  expect(await rows()).toEqual([])
})

test('the program and the rule show disagreeing sources side by side, until the operator decides', async () => {
  const lead = 'Sources disagree about: '
  const { text } = await operator.visit(`${home}/fl-bdi`)
  expect(text).toContain(`${lead}Time to finish, At most in a lifetime.`)
  for (const part of ['5 times', 'Clerks of Citrus and Bay counties', '8 times', 'mydrivinglogic.com'])
    expect(text).toContain(part)
  const page = rulePage('fl-bdi', 'eligibility.lifetime_limit')
  const form = (await operator.visit(page)).text
  expect(fieldsOf(form)).toMatchObject({ value: '' })
  expect(form).toContain('Sources disagree')
  expect(form).toContain('8 times')
  expect((await operator.visit(page, { value: '5', reason: 'FLHSMV said so.' })).status).toBe(303)
  expect((await operator.visit(`${home}/fl-bdi`)).text).toContain(`${lead}Time to finish.`)

  const list = (await operator.visit(home)).text
  for (const part of ['License numbers on which sources disagree', 'Massachusetts', 'Montana', 'Missouri', 'Oregon'])
    expect(list).toContain(part)
  expect(list).toContain('https://ntsi.com/drivers-license-format/')
})

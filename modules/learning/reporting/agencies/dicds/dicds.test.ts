import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { AgencyAccount } from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCorrections } from '#modules/learning/reporting/agencies/codes.ts'
import { florida } from '#modules/learning/reporting/agencies/fl-dhsmv.ts'
import { isAccountFault, isRetryCode, localCorrectionOf } from '#modules/learning/reporting/agencies/index.ts'
import { recordOf } from '#modules/learning/reporting/record.fixture.ts'
import { holdOutbound } from '#platform/outbound.ts'
import { dicdsAccount, dicdsWsdl, startDicdsSimulator } from '#simulators/agencies/dicds.ts'
import { dicdsCodes } from './codes.ts'
import { dicds } from './dicds.ts'
import { dicdsParameters } from './parameters.ts'

const noSignal = new AbortController().signal
const { url, simulator, close } = await startDicdsSimulator()
afterAll(close)
beforeEach(() => simulator.setStock(1_000))

const { password, ...known } = dicdsAccount
const account = (settings: Record<string, string> = {}, secret: string = password): AgencyAccount => ({
  settings: {
    ...known,
    start_time: '0001',
    courses: '12 = 4001, B1',
    reasons: 'Citation = B1',
    citation_date: 'completion',
    wsdl: dicdsWsdl,
    ...settings,
  },
  secrets: { password: secret },
})
const { wsdl: _wsdl, ...withoutWsdl } = account().settings
const send = (record = recordOf(), agencyAccount: AgencyAccount = account(), to = url) =>
  dicds.open(to, agencyAccount).submit(record, noSignal)

test('the response to a completion is its certificate number', async () => {
  const response = await send()
  const { number } = simulator.issued().at(-1)!
  expect(response).toMatchObject({ outcome: 'accepted', http_status: 200, receipt: number, certificate_number: number })
  expect(response.body).toContain(`<wsVerifyDataResult>${number}</wsVerifyDataResult>`)
})

test('the simulated service issues new numbers after a restart', async () => {
  await send()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const restarted = await startDicdsSimulator()
  vi.useRealTimers()
  await send(recordOf(), account(), restarted.url)
  await restarted.close()
  expect(simulator.issued().map(({ number }) => number)).not.toContain(restarted.simulator.issued()[0]!.number)
})

test("thirty values are sent in the service's formats", async () => {
  await send(
    recordOf({ student: { address1: '1200 North Boulevard of the Presidents', middle_name: '', suffix: 'Jr.' } }),
  )
  expect(simulator.calls().at(-1)).toEqual({
    mvUserid: 'demo',
    mvSchoolid: '100',
    // 2:30 a.m. UTC is the evening before in Florida.
    mvClassDate: '03202026',
    mvStartTime: '0001',
    mvSchoolIns: '7',
    mvSchoolCourse: '4001',
    mvFirstName: 'Dana',
    mvMiddleName: '',
    mvLastName: 'Reyes & Söhne',
    mvSuffix: 'Jr.',
    mvDob: '04121999',
    mvSex: 'F',
    mvSocialSN: '',
    mvCitationDate: '03202026',
    mvCitationCounty: 'DADE',
    mvCitationNumber: 'A1B2C3D',
    mvReasonAttending: 'B1',
    mvDriversLicense: 'W316412991400',
    mvdlStateOfRecordCode: 'FL',
    mvAlienNumber: '',
    mvNonAlien: '',
    // The description allows 25 characters, less than the usual 30.
    mvStreet: '1200 North Boulevard of t',
    mvApartment: '',
    mvCity: 'Miami',
    mvState: 'FL',
    mvZipCode: '33101',
    mvZipPlus: '0042',
    mvPhone: '3055550100',
    mvEmail: 'dana@example.com',
  })
})

test("names are shortened to their field's length, numbers never", async () => {
  await send(
    recordOf({
      citation_number: '1234567890',
      student: {
        first_name: 'Maximiliana-Josephine',
        last_name: 'Wolfeschlegelsteinhausen',
        email: `${'x'.repeat(30)}@example.com`,
      },
    }),
  )
  expect(simulator.calls().at(-1)).toMatchObject({
    mvFirstName: 'Maximiliana-Jose',
    mvLastName: 'Wolfeschlegelsteinha',
    mvCitationNumber: '1234567890',
    mvEmail: '',
  })
})

test.each([
  ['0316412991400', 'FL', 'O316412991400'],
  ['0316412991400', 'GA', '0316412991400'],
  [null, 'FL', ''],
] as const)('license %s of %s is sent as %s', async (driver_license, license_state, sent) => {
  await send(recordOf({ student: { driver_license, license_state, ssn_last_4: '0042' } }))
  expect(simulator.calls().at(-1)).toMatchObject({
    mvDriversLicense: sent,
    mvdlStateOfRecordCode: sent && license_state,
    mvSocialSN: '0042',
  })
})

test.each([
  ['record', '02142026', '2026-02-14'],
  ['record', '', null],
  ['completion', '03202026', '2026-02-14'],
  ['empty', '', '2026-02-14'],
] as const)('the citation date %s is sent as %s', async (citation_date, sent, date) => {
  await send(recordOf({ citation_date: date }), account({ citation_date }))
  expect(simulator.calls().at(-1)!.mvCitationDate).toBe(sent)
})

test("the account's fields define the call if there is no WSDL", async () => {
  const namespace = 'http://wsPrimerComponentService'
  const protocol = { namespace, soap_action: `${namespace}/wsPrimerComponentPort/wsVerifyData`, qualified: 'yes' }
  expect(dicds.listMissingSettings({ ...account(), settings: withoutWsdl })).toEqual([
    'namespace',
    'soap_action',
    'qualified',
  ])
  expect(dicds.listMissingSettings({ ...account(), settings: { ...withoutWsdl, ...protocol } })).toEqual([])
  expect(await send(recordOf(), { ...account(), settings: { ...withoutWsdl, ...protocol } })).toMatchObject({
    outcome: 'accepted',
  })
  // Other public programs use this namespace, but the service does not know it.
  const other = { ...protocol, namespace: 'http://tempuri.org/' }
  expect(await send(recordOf(), { ...account(), settings: { ...withoutWsdl, ...other } })).toMatchObject({
    outcome: 'retry',
    http_status: 500,
  })
})

test('fields on which the sources disagree have no default, and credentials are required', () => {
  expect(dicds.listMissingSettings({ settings: {}, secrets: {} })).toEqual([
    'user_id',
    'password',
    'school_id',
    'instructor',
    'start_time',
    'courses',
    'citation_date',
    'namespace',
    'soap_action',
    'qualified',
  ])
  expect(dicds.listMissingSettings(account())).toEqual([])
})

test.each([
  ['a course without a code', { courses: '99 = 4001' }, 'COURSE_CODE'],
  ['a reason without a code', { courses: '12 = 4001', reasons: '' }, 'REASON_CODE'],
])('%s waits for staff and is not sent', async (_case, settings, code) => {
  const before = simulator.calls().length
  expect(await send(recordOf(), account(settings))).toMatchObject({ outcome: 'retry', code, hold: 'report' })
  expect(simulator.calls()).toHaveLength(before)
})

test('the WSDL of another service is refused by the form and by the adapter', async () => {
  const field = dicds.fields.find(({ name }) => name === 'wsdl')!
  const renamed = dicdsWsdl.replace('mvEmail', 'mvMail')
  expect(field.accepts!(dicdsWsdl)).toBe(true)
  for (const wrong of [renamed, '<a/>', 'no XML', `<!DOCTYPE a [<!ENTITY b "c">]>${dicdsWsdl.slice(38)}`]) {
    expect(field.accepts!(wrong)).toBe(false)
    expect(await send(recordOf(), account({ wsdl: wrong }))).toMatchObject({ outcome: 'retry', hold: 'queue' })
  }
})

/** Recorded from the simulated service: every response that is not a number, word for word. */
const recorded: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./conversations.json', import.meta.url), 'utf8'),
)

test('every code has a recorded conversation', () => {
  expect(Object.keys(recorded)).toEqual(dicdsCodes.map(({ code }) => code))
})

test.each(dicdsCodes)('$code leads to its consequence', async ({ code, effect }) => {
  const player = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/xml' }).end(recorded[code]))
  })
  await new Promise<void>((listening) => player.listen(0, '127.0.0.1', listening))
  const { port } = player.address() as { port: number }
  const reply = await send(recordOf(), account(), `http://127.0.0.1:${port}/`)
  player.close()
  expect(reply).toMatchObject({ outcome: 'rejected', http_status: 200, code, body: recorded[code], receipt: null })
  expect(isRetryCode('fl-dhsmv', code)).toBe(effect === 'again' || effect === 'hold')
  expect(isAccountFault('fl-dhsmv', code)).toBe(effect === 'hold')
  expect(localCorrectionOf('fl-dhsmv', code)).toBe(typeof effect === 'string' ? localCorrections.unknown : effect)
  expect(florida.meanings?.[code]).toBeDefined()
})

test('the simulator reproduces the recorded conversations', async () => {
  for (const { code } of dicdsCodes) {
    simulator.script(code)
    expect((await send()).body).toBe(recorded[code])
  }
})

test.each([
  ['a fault', 'fault', 500],
  ['a page of maintenance', 'page', 200],
  ['SUCCESS', 'SUCCESS', 200],
  ['zero letters', '', 200],
  ['a text', 'ORA-00001: unique constraint', 200],
])('%s proves nothing: the report is sent again', async (_case, result, http_status) => {
  simulator.script(result || ' ')
  expect(await send()).toMatchObject({ outcome: 'retry', http_status, receipt: null })
})

test('the service reports that no number is left after the last certificate number', async () => {
  simulator.setStock(1)
  expect(await send()).toMatchObject({ outcome: 'accepted' })
  expect(await send()).toMatchObject({ outcome: 'rejected', code: 'CC000' })
})

test('a wrong password is a regular answer, and no stored body contains the password', async () => {
  const response = await send(recordOf(), account({}, 'guessed-password'))
  expect(response).toMatchObject({ outcome: 'rejected', code: 'VL000' })
  expect(JSON.stringify(response)).not.toContain('guessed-password')
})

test('a service without a response is retried later, and so is everything in quarantine', async () => {
  expect(await send(recordOf(), account(), 'http://127.0.0.1:1/')).toMatchObject({
    outcome: 'retry',
    http_status: null,
  })
  holdOutbound({ why: 'setting' })
  const before = simulator.calls().length
  expect(await send()).toMatchObject({ outcome: 'retry' })
  holdOutbound(null)
  expect(simulator.calls()).toHaveLength(before)
})

test('the call has thirty parameters', () => {
  expect(dicdsParameters).toHaveLength(30)
})

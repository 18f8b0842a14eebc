import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import type { AgencyAccount } from '#modules/learning/reporting/agencies/account-fields.ts'
import { isAccountFault, isRetryCode, localCorrectionOf } from '#modules/learning/reporting/agencies/index.ts'
import { recordOf } from '#modules/learning/reporting/record.fixture.ts'
import { startTvccSimulator, tvccAccount, tvccWsdl } from '#simulators/agencies/tvcc.ts'
import { tvcc } from './tvcc.ts'

const noSignal = new AbortController().signal
const { url, simulator, close } = await startTvccSimulator()
afterAll(close)

const { password, user_id } = tvccAccount
const account = (settings: Record<string, string> = {}, secret: string = password): AgencyAccount => ({
  settings: {
    user_id,
    wsdl: tvccWsdl(),
    modality: '4T',
    courts: 'Los Angeles = 19000\nMetropolitan Court = 19999',
    accepted_status: 'ACCEPTED, SUCCESS',
    class_city: 'Fresno',
    instructor_name: 'Not in this schema',
    ...settings,
  },
  secrets: { password: secret },
})
const violator = recordOf({
  agency: 'ca-tvcc',
  state_code: 'CA',
  citation_number: 'LA-12345 <&>',
  citation_county: 'Los Angeles County',
  student: { driver_license: 'd1234-567', license_state: 'CA' },
})
const send = (record = violator, agencyAccount: AgencyAccount = account(), to = url) =>
  tvcc.open(to, agencyAccount).submit(record, noSignal)

test('the response to a completion is its sequence number', async () => {
  const response = await send()
  expect(response).toMatchObject({ outcome: 'accepted', http_status: 200, receipt: response.certificate_number })
  expect(response.receipt).toMatch(/^4\d{7}$/)
  expect(simulator.calls().at(-1)).toEqual({
    ccDate: '2026-03-20',
    courtCd: '19000',
    refNbr: 'LA-12345 <&>',
    dlNbr: 'D1234567',
    lastName: 'Reyes & Söhne',
    firstName: 'Dana',
    dateOfBirth: '1999-04-12',
    modality: '4T',
    classCity: 'Fresno',
  })
})

test("dates follow the schema, or the account's format where the schema only says string", async () => {
  await send(violator, account({ wsdl: tvccWsdl('xs:dateTime') }))
  expect(simulator.calls().at(-1)).toMatchObject({ ccDate: '2026-03-20T00:00:00', dateOfBirth: '1999-04-12T00:00:00' })
  const texts = account({ wsdl: tvccWsdl('xs:string') })
  expect(tvcc.listMissingSettings(texts)).toEqual(['date_form'])
  await send(violator, account({ wsdl: tvccWsdl('xs:string'), date_form: 'datetime' }))
  expect(simulator.calls().at(-1)).toMatchObject({ ccDate: '2026-03-20T00:00:00' })
})

test('the court takes precedence over the county; an unknown court waits for staff', async () => {
  await send(recordOf({ ...violator, court: 'metropolitan  court' }))
  expect(simulator.calls().at(-1)!.courtCd).toBe('19999')
  const before = simulator.calls().length
  const response = await send(recordOf({ ...violator, citation_county: 'Modoc' }))
  expect(response).toMatchObject({ outcome: 'retry', code: 'COURT_CODE', hold: 'report' })
  expect(simulator.calls()).toHaveLength(before)
})

test('a license of another state is not sent as a California license', async () => {
  const response = await send(recordOf({ ...violator, student: { driver_license: 'D1234567', license_state: 'NV' } }))
  expect(simulator.calls().at(-1)).not.toHaveProperty('dlNbr')
  expect(response).toMatchObject({ outcome: 'rejected', code: 'TvccValidationFailed' })
})

/** Recorded from the simulated service: one response of each kind, word for word, with its status. */
const recorded: Readonly<Record<string, { http_status: number; body: string }>> = JSON.parse(
  readFileSync(new URL('./conversations.json', import.meta.url), 'utf8'),
)

test.each([
  ['ACCEPTED', 'accepted', null, '40000001'],
  ['PENDING', 'rejected', 'PENDING', '40000001'],
  ['TvccAccessDeniedException', 'rejected', 'TvccAccessDenied', null],
  ['TvccServiceException', 'rejected', 'TvccService', null],
  ['TvccValidationFailedException', 'rejected', 'TvccValidationFailed', null],
  ['TvccOtherException', 'retry', null, null],
  ['page', 'retry', null, null],
] as const)('the recorded conversation %s is %s', async (name, outcome, code, receipt) => {
  const { http_status, body } = recorded[name]!
  const player = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(http_status, { 'content-type': 'text/xml' }).end(body))
  })
  await new Promise<void>((listening) => player.listen(0, '127.0.0.1', listening))
  const { port } = player.address() as { port: number }
  const reply = await send(violator, account(), `http://127.0.0.1:${port}/`)
  player.close()
  expect(reply).toMatchObject({ outcome, code, receipt, http_status, body })
  // The simulated service must still return these responses.
  const { url: fresh, simulator: other, close: end } = await startTvccSimulator()
  if (name !== 'ACCEPTED') other.script(name)
  expect((await send(violator, account(), fresh)).body).toBe(body)
  await end()
})

test.each([
  ['TvccAccessDenied', true, true],
  ['TvccService', true, false],
  ['TvccValidationFailed', false, false],
] as const)('the fault %s has its consequence', async (code, passing, holding) => {
  simulator.script(`${code}Exception`)
  expect(await send()).toMatchObject({ outcome: 'rejected', http_status: 500, code, message: `${code}Exception` })
  expect(isRetryCode('ca-tvcc', code)).toBe(passing)
  expect(isAccountFault('ca-tvcc', code)).toBe(holding)
  expect(localCorrectionOf('ca-tvcc', code).who).toBe('staff')
})

test('neither an unknown fault nor an HTML page settles a report', async () => {
  simulator.script('TvccOtherException', 'page')
  expect(await send()).toMatchObject({ outcome: 'retry', http_status: 500 })
  expect(await send()).toMatchObject({ outcome: 'retry', http_status: 503 })
  expect(await send(violator, account(), 'http://127.0.0.1:1/')).toMatchObject({ outcome: 'retry', http_status: null })
})

test('a sequence number with another status goes to staff, because a second call would repeat the entry', async () => {
  simulator.script('PENDING')
  expect(await send()).toMatchObject({ outcome: 'rejected', code: 'PENDING' })
  expect(localCorrectionOf('ca-tvcc', 'PENDING').who).toBe('staff')
})

test("a wrong password holds the account's queue", async () => {
  expect(await send(violator, account({}, 'wrong'))).toMatchObject({ code: 'TvccAccessDenied' })
})

test('it does not run without credentials or without the WSDL', async () => {
  expect(tvcc.listMissingSettings({ settings: {}, secrets: {} })).toEqual([
    'user_id',
    'password',
    'wsdl',
    'modality',
    'courts',
    'accepted_status',
  ])
  expect(tvcc.listMissingSettings(account())).toEqual([])
  const field = tvcc.fields.find(({ name }) => name === 'wsdl')!
  expect(field.accepts!(tvccWsdl())).toBe(true)
  for (const wrong of [
    '',
    tvccWsdl().replaceAll('courtCd', 'court'),
    tvccWsdl().replace('name="userId"', 'name="user"'),
  ]) {
    expect(field.accepts!(wrong)).toBe(false)
    expect(await send(violator, account({ wsdl: wrong }))).toMatchObject({ outcome: 'retry', hold: 'queue' })
  }
})

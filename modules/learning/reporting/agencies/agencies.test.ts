import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { listPacks } from '#modules/catalogue/index.ts'
import { sellingStates } from '#modules/catalogue/programs/receivers.shared.ts'
import { deadlineOf } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { openAgencies } from '#modules/learning/reporting/open-agencies.ts'
import { completeStatuses } from '#modules/learning/student-course/course-status.shared.ts'
import { isTest, readSources } from '#platform/checks/source.ts'
import { states } from '#platform/states.ts'
import {
  agencies,
  agencyChoices,
  agencyEntry,
  agencyName,
  agencyOption,
  deadlineRuleOf,
  destinationOf,
  errorStatusOf,
  findNumberSeller,
  isAgency,
  isRetryCode,
  localCorrectionOf,
  sellsNumbers,
} from './index.ts'

const adapters = openAgencies({ folder: tmpdir() })
const at = new Date('2026-03-20T16:00:00Z')

test('lists keep the fixed position of each agency', () => {
  expect(agencies.slice(0, 3)).toEqual(['fl-dhsmv', 'fmcsa-tpr', 'dmv'])
  expect(agencyChoices).toMatchObject({
    1: ['FLHSMV', 'FLHSMV'],
    2: ['FMCSA', 'FMCSA'],
    3: ['State agency', 'Agencia estatal'],
  })
})

test.each(agencies)('%s is complete: names, deadlines, codes and an adapter', (agency) => {
  const { id, codes } = agencyEntry(agency)
  expect(id).toBe(agency)
  expect(isAgency(id)).toBe(true)
  for (const locale of ['en-us', 'es-es'] as const) {
    for (const state_code of ['', 'FL', 'NY', '??']) {
      expect(agencyName({ agency, state_code }, locale)).toMatch(/^[^{}]{4,}$/)
    }
    expect(agencyOption(agency, locale)).toMatch(/^[^{}]{4,}$/)
  }
  for (const state_code of ['', ...states.map(({ code }) => code)]) {
    expect(deadlineOf(deadlineRuleOf({ agency, state_code }), at).getTime()).toBeGreaterThanOrEqual(at.getTime())
  }
  expect(codes.length).toBeGreaterThan(0)
  expect(completeStatuses).toContain(errorStatusOf(agency))
  expect(adapters[agency].submit).toBeTypeOf('function')
})

test('exactly one agency receives the courses of states without an agency of their own', () => {
  const kinds = agencies.map((agency) => agencyEntry(agency).territory)
  expect(kinds.filter(({ kind }) => kind === 'every-state')).toHaveLength(1)
  const single = kinds.flatMap((territory) => (territory.kind === 'one-state' ? [territory.state_code] : []))
  expect(new Set(single).size).toBe(single.length)
  for (const state_code of single) {
    const { agency } = destinationOf({ reports_to: null, state_codes: [state_code] }, '')
    expect(agencyEntry(agency).territory).toEqual({ kind: 'one-state', state_code })
  }
})

test("a code is read from its own agency's table: another agency's ST000 is left to staff", () => {
  const codesOfFlorida = [
    ...['CF000', 'CF010', 'CF033', 'CF040', 'CF050', 'DV070', 'DV030', 'DV040', 'ST000', 'ST001', 'ST004', 'DV050'],
    ...['ST002', 'CF020', 'DV060', 'DV080', 'DV090', 'DV100', 'CL000', 'CO000', 'DV110', 'ST003', 'ST005', 'VC001'],
    ...['DV120', 'DV130', 'DV140'],
  ]
  for (const code of codesOfFlorida) {
    expect(localCorrectionOf('fl-dhsmv', code).who).toBe('student')
    expect(localCorrectionOf('fmcsa-tpr', code).field).toBe('other')
    expect(localCorrectionOf('dmv', code).field).toBe('other')
  }
  for (const code of ['AF000', 'CC000', 'CC001', 'CF035', 'DB000', 'VL000', 'VS000', 'VI000', 'SI007']) {
    expect(agencies.slice(0, 3).map((agency) => isRetryCode(agency, code))).toEqual([true, false, false])
  }
})

test.each(agencies)('%s: a refusal without a code, or with an unlisted one, is left to staff', (agency) => {
  for (const code of [null, '', 'ZZ999', 'ST0000', 'XLICENSE']) {
    expect(localCorrectionOf(agency, code)).toMatchObject({ who: 'staff', field: 'other' })
    expect(isRetryCode(agency, code)).toBe(false)
  }
})

test('the codes of our own format apply to every agency that uses it', () => {
  for (const agency of agencies.filter((agency) => agencyEntry(agency).adapter === neutralAdapter)) {
    expect(localCorrectionOf(agency, 'LICENSE').field).toBe('driver_license')
    expect(localCorrectionOf(agency, 'ADDRESS').field).toBe('address')
  }
})

test('Florida sells certificate numbers; the registry and the other states do not', () => {
  expect(agencies.slice(0, 3).map(sellsNumbers)).toEqual([true, false, false])
})

test('the programs whose schools buy numbers, and no others, are in states with an agency that sells them', () => {
  expect(
    states
      .map(({ code }) => code)
      .filter((code) => findNumberSeller(code) !== null)
      .toSorted(),
  ).toEqual(sellingStates)
  const bought = listPacks().filter(({ values }) =>
    values['certificate.number_source']?.some(({ value }) => value === 'stock'),
  )
  expect(bought.map(({ id, state }) => [id, findNumberSeller(state)])).toEqual([
    ['ca-mature', 'ca-dmv'],
    ['ga-ddc', 'ga-dds'],
    ['tx-adult-6h', 'tx-tdlr'],
    ['tx-driving-safety', 'tx-tdlr'],
  ])
})

/** The names of all receivers in rule packs, including those without an entry of their own. */
const receiversOfPacks = 'modules/catalogue/programs/receivers.shared.ts'

test('no other source file names an agency: its specifics are in its entry', () => {
  const sources = readSources(process.cwd()).filter(
    (source) =>
      /^(modules|platform|web|jobs)\//.test(source.path) &&
      !isTest(source) &&
      source.path !== receiversOfPacks &&
      agencies.some((agency) => new RegExp(`(['"\`])${agency}\\1`).test(source.text)),
  )
  expect(sources.map(({ path }) => path).toSorted()).toEqual(
    agencies.map((agency) => `modules/learning/reporting/agencies/${agency}.ts`).toSorted(),
  )
})

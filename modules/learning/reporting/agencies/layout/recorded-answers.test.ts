import { expect, test } from 'vitest'
import { makeAgencyFile, readAgencyResponses } from '#modules/learning/reporting/accounts/agency-files.ts'
import { saveAgencyAccount } from '#modules/learning/reporting/accounts/save-account.ts'
import { agencies, agencyEntry, listCodes, localCorrectionOf } from '#modules/learning/reporting/agencies/index.ts'
import { recordOf } from '#modules/learning/reporting/record.fixture.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import type { LayoutField } from './layout.schema.ts'
import { previewLayout } from './preview.ts'
import recorded from './recorded-answers.json' with { type: 'json' }

/**
 * The responses that a batch agency may give, word for word, in both file formats. The agencies' formats are not
 * public, so the positions are this test's own; the data and codes come from the agencies' entries.
 */
const world = await openCompletions()
const { database } = world
const { read } = database
const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
const admin = world.ctx({ ...studentActor(900_100), role: 'Admin', permissions })
const staff = () => world.staff(['MANAGE_STUDENTS:UPDATE'])
const declared = agencies.filter((agency) => agencyEntry(agency).layout_template !== undefined)
type Form = keyof typeof recorded
const forms = Object.keys(recorded) as Form[]

const width = 60
const places = {
  csv: { form: 'csv', id: 1, status: 2, number: 3, code: 4, message: 5 },
  fixed: {
    form: 'fixed',
    id: { start: 1, width: 20 },
    status: { start: 21, width: 1 },
    number: { start: 22, width: 11 },
    code: { start: 33, width: 10 },
    message: { start: 43, width: 40 },
  },
} as const

/** The template of an agency with every non-public part filled in. */
function layoutOf(agency: (typeof agencies)[number], form: Form): string {
  const { fields, ...template } = JSON.parse(agencyEntry(agency).layout_template!) as {
    fields: Pick<LayoutField, 'name' | 'from' | 'required'>[]
  }
  const id = { name: 'id', from: 'submission_id', required: true }
  return JSON.stringify({
    ...template,
    form,
    encoding: 'ascii',
    line_end: 'crlf',
    file_name: `${agency}-{number:5}.txt`,
    ...('column_names' in template && { column_names: false }),
    fields: [id, ...fields].map((field) => ({ ...field, width, cut: true })),
    answers: { ...places[form], id_is: 'submission_id', accepted: ['A'] },
  })
}

/** A completion with all data that any agency may require. */
function whole(agency: (typeof agencies)[number], submission_id: string, at: number): CompletionRecord {
  const completionRecord = recordOf()
  return {
    ...completionRecord,
    agency,
    submission_id,
    student: { ...completionRecord.student, last_name: 'Reyes', middle_name: 'Q', suffix: 'Jr.', eye_color: 'Brown' },
    citation_date: '2026-03-01',
    court: 'County court',
    notice_due_on: '2026-12-01',
    certificate_number: `C-${at}`,
    certificate_kind: 'original',
  }
}

/** Completions that wait for an agency. */
async function waiting(
  agency: (typeof agencies)[number],
  n: number,
): Promise<{ student_course_id: number; submission_id: string }[]> {
  const all = []
  for (let at = 0; at < n; at += 1) {
    const { student_course_id, completion_report_id } = await world.owed({ version: course.permit })
    const record = whole(agency, `AAA-${student_course_id}-1`, at)
    await read`
      update learning.completion_report set agency = ${agency}, record = ${read.json(record)}
      where completion_report_id = ${completion_report_id}`
    all.push({ student_course_id, submission_id: record.submission_id })
  }
  return all
}

test('every layout of the product, and every code that its agency knows, has a recorded answer in each form', () => {
  expect(declared.length).toBeGreaterThanOrEqual(8)
  for (const agency of declared) {
    for (const form of forms) {
      expect([agency, Object.keys(recorded[form]).toSorted()]).toEqual([
        agency,
        [...listCodes(agency), 'accepted', 'no code'].toSorted(),
      ])
    }
  }
})

test.each(declared.flatMap((agency) => forms.map((form) => ({ agency, form }))))(
  '$agency, $form: each recorded answer is read, and the right person must act',
  async ({ agency, form }) => {
    await read`delete from learning.agency_file`
    await read`delete from learning.agency_account`
    await read`update learning.completion_report set state = 'rejected' where state not in ('accepted', 'rejected')`
    const layout = layoutOf(agency, form)
    const sample = previewLayout({ layout }, whole(agency, 'AAA-1-1', 0), {
      now: new Date(),
      time_zone: 'America/New_York',
    })
    expect([sample.faults, sample.left_out]).toEqual([[], []])
    const settings = { layout, sample: sample.file!.text, delivery: 'download' }
    await saveAgencyAccount.run(admin, { agency, method: 'file', settings })
    const answers = Object.entries(recorded[form])
    const completions = await waiting(agency, answers.length)
    const { agency_file_id, records, left } = await makeAgencyFile.run(staff(), { agency })
    expect([records, left]).toEqual([answers.length, []])
    const text = answers
      .map(([, line], at) => {
        const id = completions[at]!.submission_id
        return line.replace('{id}', form === 'fixed' ? id.padEnd(20) : id).replace('{n}', String(at))
      })
      .join('\r\n')
    expect(await readAgencyResponses.run(staff(), { agency_file_id, text })).toMatchObject({
      accepted: 1,
      rejected: answers.length - 1,
      unknown: [],
    })
    for (const [at, [name]] of answers.entries()) {
      const [report] = await read<{
        state: string
        code: string | null
        message: string | null
        receipt: string | null
      }>`
      select state, code, message, receipt from learning.completion_report
      where student_course_id = ${completions[at]!.student_course_id} and agency = ${agency}`
      if (name === 'accepted') {
        expect([name, report!.state, report!.receipt]).toEqual([name, 'accepted', expect.stringContaining(String(at))])
        continue
      }
      const code = name === 'no code' ? null : name
      expect([name, report!.state, report!.code || null]).toEqual([name, 'rejected', code])
      expect(report!.message).toMatch(/[a-z]{3}/)
      expect(localCorrectionOf(agency, report!.code).who).toBe(code === null ? 'staff' : 'student')
    }
  },
  60_000,
)

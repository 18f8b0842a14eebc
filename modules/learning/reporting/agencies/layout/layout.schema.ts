import { z } from 'zod'
import { parseForeignJson } from '#platform/readers/json.ts'

/** The values that a field can have from the file. */
const fileSources = ['line.number', 'file.number', 'file.count', 'file.date', 'file.checksum'] as const

/** The values that a field can have, from the record or the file. */
const layoutSources = [
  'submission_id',
  'state_code',
  'provider.organization_code',
  'provider.organization_name',
  'student.first_name',
  'student.middle_name',
  'student.last_name',
  'student.suffix',
  'student.dob',
  'student.gender',
  'student.driver_license',
  'student.license_state',
  'student.ssn_last_4',
  'student.address1',
  'student.address2',
  'student.city',
  'student.state',
  'student.zip',
  'student.phone',
  'student.email',
  'student.eye_color',
  'course.course_id',
  'course.course_name',
  'course.hours',
  'course.license_class',
  'citation_number',
  'citation_county',
  'citation_date',
  'court',
  'notice_due_on',
  'course_reason',
  'certificate_number',
  'certificate_kind',
  'completed_at',
  'outcome',
  ...fileSources,
] as const
export type LayoutSource = (typeof layoutSources)[number]

/** A date format: YYYY or YY, MM, DD, HH, NN for minutes, SS, with separators. */
const dateForm = z.string().regex(/^(YYYY|YY|MM|DD|HH|NN|SS|[-/.: T])+$/)

const fieldOf = <Source extends string>(sources: readonly Source[]) =>
  z
    .strictObject({
      name: z.string().min(1).max(50),
      from: z.enum(sources).optional(),
      constant: z.string().max(200).optional(),
      date: dateForm.optional(),
      keep: z.enum(['digits', 'letters-digits']).optional(),
      case: z.enum(['upper', 'lower']).optional(),
      /** The agency's value for each of ours; '' is our empty value. A value that is not listed is a fault. */
      codes: z.record(z.string().max(200), z.string().max(200)).optional(),
      required: z.boolean().default(false),
      /** The longest value; in fixed-width files the width. */
      width: z.int().min(1).max(1_000).optional(),
      /** Whether a longer value is truncated. Otherwise it is a fault. */
      cut: z.boolean().default(false),
      align: z.enum(['left', 'right']).default('left'),
      pad: z.string().length(1).default(' '),
    })
    .refine(({ from, constant }) => (from === undefined) !== (constant === undefined), 'needs either from or constant')

export type LayoutField = z.output<ReturnType<typeof fieldOf<LayoutSource>>>
/** A field of any file, regardless of its sources. */
export type AnyField = Omit<LayoutField, 'from'> & { from?: string | undefined }

/** The settings that both formats of response files share, besides the positions of the values. */
const answerSettings = {
  /** Our value that the agency repeats as the id. */
  id_is: z.enum(['submission_id', 'certificate_number', 'student.driver_license']),
  /** The number of lines before the first response, and after the last. */
  skip: z.int().min(0).max(20).default(0),
  skip_end: z.int().min(0).max(20).default(0),
  /** The values of the status that mean accepted; without a status column every line is a rejection. */
  accepted: z.array(z.string().max(50)).max(50).default([]),
}

const answerPositions = <Position extends z.ZodType>(position: Position) => ({
  id: position,
  status: position.optional(),
  code: position.optional(),
  message: position.optional(),
  number: position.optional(),
})

const Answers = z.discriminatedUnion('form', [
  z.strictObject({
    form: z.literal('csv'),
    delimiter: z.string().length(1).default(','),
    ...answerSettings,
    /** The columns, from 1. */
    ...answerPositions(z.int().min(1).max(200)),
  }),
  z.strictObject({
    form: z.literal('fixed'),
    ...answerSettings,
    /** The first character, from 1, and the number of characters. */
    ...answerPositions(z.strictObject({ start: z.int().min(1).max(10_000), width: z.int().min(1).max(1_000) })),
  }),
])
export type LayoutAnswers = z.output<typeof Answers>

function layoutOf<Source extends string>(sources: readonly Source[]) {
  const Line = z.array(fieldOf(sources)).min(1).max(200)
  return z
    .strictObject({
      form: z.enum(['fixed', 'csv']),
      encoding: z.enum(['ascii', 'latin1', 'utf-8']),
      line_end: z.enum(['crlf', 'lf']),
      /** `{number:5}` is the file's number with leading zeros, `{date:YYYYMMDD}` the day. */
      file_name: z
        .string()
        .max(100)
        .regex(/^(?:[\w.-]|\{number:\d\}|\{date:[YMD]+\})+$/),
      delimiter: z.string().length(1).default(','),
      quote: z.enum(['needed', 'always']).default('needed'),
      column_names: z.boolean().default(false),
      header: Line.optional(),
      fields: Line,
      trailer: Line.optional(),
      /** Covers all bytes before the trailer. */
      checksum: z.enum(['byte-sum', 'crc32', 'sha256']).optional(),
      answers: Answers.optional(),
    })
    .refine(
      ({ form, header = [], fields, trailer = [] }) =>
        form === 'csv' || [...header, ...fields, ...trailer].every(({ width }) => width !== undefined),
      'every field of a fixed-width file needs a width',
    )
    .refine(
      ({ checksum, header = [], fields, trailer = [] }) =>
        ![...header, ...fields].some(({ from }) => from === 'file.checksum') &&
        (checksum !== undefined || !trailer.some(({ from }) => from === 'file.checksum')),
      'file.checksum belongs to the trailer and needs a kind',
    )
}

/** The format of an agency's files, as its documentation describes it. */
export const Layout = layoutOf(layoutSources)
export type Layout = z.output<typeof Layout>

/** The format of an agency's account of certificate numbers, and the values that its fields can have. */
const accountSources = ['number', 'use', 'day', 'student', 'course', 'note', ...fileSources] as const
export const AccountLayout = layoutOf(accountSources)
export type AccountLayout = z.output<typeof AccountLayout>
/** A format of any file, regardless of its sources. */
export type AnyLayout = Omit<Layout, 'header' | 'fields' | 'trailer'> & {
  header?: AnyField[] | undefined
  fields: AnyField[]
  trailer?: AnyField[] | undefined
}

/** The layout that a text describes, or its faults. */
export const readLayout = (text: string): Layout | { faults: string[] } => parseLayout(Layout, text)

/** The layout for an account of certificate numbers that a text describes, or its faults. */
export const readAccountLayout = (text: string): AccountLayout | { faults: string[] } =>
  parseLayout(AccountLayout, text)

function parseLayout<T>(schema: z.ZodType<T>, text: string): T | { faults: string[] } {
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  return { faults: result.error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text, { depth: 20, values: 20_000 })
  } catch {
    return undefined
  }
}

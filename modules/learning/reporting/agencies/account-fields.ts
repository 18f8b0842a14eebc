import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { AgencyAdapter } from '#modules/learning/reporting/agency-adapter.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { Text } from '#platform/texts.ts'

/** An organization's account at an agency, with its secrets opened. */
export type AgencyAccount = {
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

/** A setting of an account, as a form shows it. Values are texts; '' is not filled in. */
export type AccountField = {
  name: string
  label: Text
  hint?: Text
  /** `secret` is sealed and never shown again; `table` has a line `key = value` for each entry. */
  kind: 'line' | 'secret' | 'choice' | 'table' | 'document'
  choices?: Readonly<Record<string, Text>>
  /** The service works without it. */
  optional?: true
  /** A secret of several lines. */
  lines?: true
  /** The field belongs to this choice of delivery alone. */
  only?: 'sftp' | 's3'
  /** The form of a value that is filled in. */
  accepts?: (value: string) => boolean
  /** The faults of a value that is filled in, in the words of its own form. */
  explain?: (value: string) => readonly string[]
  max: number
}

/** The addresses of the agencies' services, as the operator has set them. */
export type AgencyServices = { dicds: string; tvcc: string }

/** Staff enter each completion in the agency's portal and check it off. */
export type Worksheet = {
  portal?: string
  fields: readonly AccountField[]
  rows: readonly { label: Text; value: (record: CompletionRecord, account: AgencyAccount) => string | null }[]
}

/** A service of an agency in its own wire format. */
export type ServiceFormat = {
  service: keyof AgencyServices
  fields: readonly AccountField[]
  /** The names of the fields without which it refuses to run. */
  missing: (account: AgencyAccount) => readonly string[]
  /** The student data without which the agency refuses this record. */
  lacks: (account: AgencyAccount, record: CompletionRecord) => readonly StudentDatum[]
  open: (url: string, account: AgencyAccount) => AgencyAdapter
}

/** Whether the service may be sent made-up completions. */
export const testRecords: AccountField = {
  name: 'test_records',
  label: ['Test records', 'Registros de prueba'],
  hint: [
    'Choose “Yes” only if the agency has said that it takes made-up completions.',
    'Elija “Sí” solo si la agencia le dijo que acepta finalizaciones ficticias.',
  ],
  kind: 'choice',
  choices: { yes: ['Yes', 'Sí'], no: ['No', 'No'] },
  optional: true,
  max: 3,
}

/** The fields that are not filled in and not optional. */
export const missingFields = (fields: readonly AccountField[], { settings, secrets }: AgencyAccount): string[] =>
  fields
    .filter(({ optional, name, kind }) => !optional && !(kind === 'secret' ? secrets : settings)[name])
    .map(({ name }) => name)

const line = /^([^=]+)=(.*)$/

/** The entries of a table, keys in capitals. */
export const readTable = (text: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (text ?? '')
      .split(/\r?\n/)
      .map((each) => line.exec(each))
      .filter((match) => match !== null)
      .map(([, key, value]) => [keyOf(key!), value!.trim()]),
  )

/** A key as tables compare it. */
export const keyOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/** Whether every line of a table is an entry with a value of this form. */
export const isTable = (text: string, value: RegExp, key = /\S/): boolean =>
  text
    .split(/\r?\n/)
    .filter((each) => each.trim() !== '')
    .every((each) => {
      const match = line.exec(each)
      return match !== null && key.test(match[1]!.trim()) && value.test(match[2]!.trim())
    })

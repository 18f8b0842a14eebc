import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { AgencyAdapter } from '#modules/learning/reporting/agency-adapter.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { Text } from '#platform/texts.ts'

/** An organization's account at an agency, with its secrets decrypted. */
export type AgencyAccount = {
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

/** A setting of an account, as a form shows it. Values are strings; '' means not filled in. */
export type AccountField = {
  name: string
  label: Text
  hint?: Text
  /** What each source states, where sources disagree; the setting decides. */
  claims?: readonly { text: Text; source: Text }[]
  /** `secret` is sealed and never shown again; `table` has a line `key = value` for each entry. */
  kind: 'line' | 'secret' | 'choice' | 'table' | 'document'
  choices?: Readonly<Record<string, Text>>
  /** Whether the service works without it. */
  optional?: true
  /** A secret of several lines. */
  lines?: true
  /** Shown only for this delivery method. */
  only?: 'sftp' | 's3'
  /** The required format of a value. */
  accepts?: (value: string) => boolean
  /** The faults of a value, in the terms of its format. */
  explain?: (value: string) => readonly string[]
  max: number
}

/** Staff enter each completion in the agency's portal and check it off. */
export type Worksheet = {
  portal?: string
  /** The portal's own behavior that staff must know. */
  hint?: Text
  fields: readonly AccountField[]
  rows: readonly { label: Text; value: (record: CompletionRecord, account: AgencyAccount) => string | null }[]
}

/** A service of an agency in its own wire format. */
export type ServiceFormat = {
  /** Its name, which is also its path among the simulated services. */
  name: string
  /** The address that schools use; the operator may set another one. */
  url: string
  /** The suffix of the address of its description, which the connection test fetches. */
  description: string
  fields: readonly AccountField[]
  /** The names of the required fields that are missing. */
  listMissingSettings: (account: AgencyAccount) => readonly string[]
  /** The student data that this record lacks and the agency requires. */
  listMissingData: (account: AgencyAccount, record: CompletionRecord) => readonly StudentDatum[]
  /** The student data that every record needs, including records that staff enter in the agency's portal. */
  requiredData: readonly StudentDatum[]
  /** The student data whose value the agency has no code for, with the values that it has codes for. */
  listUnsupportedData?: (record: CompletionRecord) => readonly { datum: StudentDatum; accepts: readonly Text[] }[]
  open: (url: string, account: AgencyAccount) => AgencyAdapter
}

/** Whether made-up completions may be sent to the service. */
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

/** The required fields that are not filled in. */
export const listMissingFields = (fields: readonly AccountField[], { settings, secrets }: AgencyAccount): string[] =>
  fields
    .filter(({ optional, name, kind }) => !optional && !(kind === 'secret' ? secrets : settings)[name])
    .map(({ name }) => name)

const tableLine = /^([^=]+)=(.*)$/

/** The entries of a table, keys in capitals. */
export const readTable = (text: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (text ?? '')
      .split(/\r?\n/)
      .map((text) => tableLine.exec(text))
      .filter((match) => match !== null)
      .map(([, key, value]) => [keyOf(key!), value!.trim()]),
  )

/** Normalizes a key for comparison. */
export const keyOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/** Whether every line of a table is an entry with a value in this format. */
export const isTable = (text: string, value: RegExp, key = /\S/): boolean =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .every((line) => {
      const match = tableLine.exec(line)
      return match !== null && key.test(match[1]!.trim()) && value.test(match[2]!.trim())
    })

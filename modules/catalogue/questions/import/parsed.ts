import type { Text, TextParams } from '../../../../platform/texts.ts'
import { importTexts } from './import.texts.ts'

/** A question as a file has it, before it is judged; the options of a sort order are in their right order. */
export type ParsedQuestion = {
  /** Its line or its place in the file, from 1. */
  line: number
  title: string
  /** Null where the file asks for a kind that there is none of here. */
  lk_question_type_id: number | null
  options: { text: string; correct?: boolean; match?: string }[]
  /** A sample answer of written questions. */
  sample?: string | undefined
  reference?: string | undefined
  hint?: string | undefined
  problems: { text: Text; params: TextParams }[]
}

/** A file that cannot be read as a whole. */
export class UnreadableFile extends Error {
  readonly said: Text
  constructor(key: keyof typeof importTexts) {
    super(importTexts[key][0])
    this.said = importTexts[key]
  }
}

export const problem = (key: keyof typeof importTexts, params: TextParams = {}) => ({ text: importTexts[key], params })

export const types = {
  short: 1,
  single: 2,
  order: 3,
  trueOrFalse: 4,
  dropdown: 5,
  multiple: 6,
  long: 8,
  matching: 20,
} as const

/** More questions than a bank may hold are not read. */
export const mostRead = 2_000

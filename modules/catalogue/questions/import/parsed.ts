import type { Text, TextParams } from '#platform/texts.ts'
import { importTexts } from './import.texts.ts'

/** A sentence about a question or file in the reader's language. */
export type Remark = { text: Text; params: TextParams }

/** A question as in its file, before validation; options of a sort question are in the right order. */
export type ParsedQuestion = {
  /** Its first line in the file. */
  line: number
  /** Its file within a package. */
  file?: string | undefined
  title: string
  /** Null if the file uses an unsupported type. */
  lk_question_type_id: number | null
  options: { text: string; correct?: boolean; match?: string }[]
  /** A sample answer of written questions. */
  sample?: string | undefined
  reference?: string | undefined
  hint?: string | undefined
  /** Reasons why it can't be imported. */
  problems: Remark[]
  /** Parts of it that are not imported. */
  notes: Remark[]
}

/** Content of a file that belongs to no question and is not imported. */
export type FileNote = Remark & { line: number; file?: string | undefined }

export type ParsedFile = { questions: ParsedQuestion[]; notes: FileNote[] }

/** A file that can't be read at all. */
export class UnreadableFile extends Error {
  readonly sentence: Text
  readonly params: TextParams
  constructor(key: keyof typeof importTexts, params: TextParams = {}) {
    super(importTexts[key][0].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name])))
    this.sentence = importTexts[key]
    this.params = params
  }
}

export const problem = (key: keyof typeof importTexts, params: TextParams = {}): Remark => ({
  text: importTexts[key],
  params,
})

/** The start of a text, for quoting it in a sentence. */
export const excerpt = (text: string): string => {
  const line = text.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line
}

/** More questions than a bank may contain are not read. */
export const maxQuestionsRead = 2_000
/** More options than a question may have are not read. */
export const maxOptions = 100

export const emptyQuestion = (line: number, title: string): ParsedQuestion => ({
  line,
  title,
  lk_question_type_id: null,
  options: [],
  problems: [],
  notes: [],
})

import type { Text, TextParams } from '#platform/texts.ts'
import { importTexts } from './import.texts.ts'

/** A sentence about a question or a file, in the language of its reader. */
export type Remark = { text: Text; params: TextParams }

/** A question as a file has it, before it is judged; the options of a sort order are in their right order. */
export type ParsedQuestion = {
  /** The line of the file that it begins on. */
  line: number
  /** Its file in a package. */
  file?: string | undefined
  title: string
  /** Null where the file asks for a kind that there is none of here. */
  lk_question_type_id: number | null
  options: { text: string; correct?: boolean; match?: string }[]
  /** A sample answer of written questions. */
  sample?: string | undefined
  reference?: string | undefined
  hint?: string | undefined
  /** Reasons why it can't be added. */
  problems: Remark[]
  /** Parts of it that are left out when it is added. */
  notes: Remark[]
}

/** Something of a file that belongs to none of its questions and is left out. */
export type FileNote = Remark & { line: number; file?: string | undefined }

export type ParsedFile = { questions: ParsedQuestion[]; notes: FileNote[] }

/** A file that cannot be read as a whole. */
export class UnreadableFile extends Error {
  readonly said: Text
  readonly params: TextParams
  constructor(key: keyof typeof importTexts, params: TextParams = {}) {
    super(importTexts[key][0].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name])))
    this.said = importTexts[key]
    this.params = params
  }
}

export const problem = (key: keyof typeof importTexts, params: TextParams = {}): Remark => ({
  text: importTexts[key],
  params,
})

/** The beginning of a text, to name it in a sentence. */
export const short = (text: string): string => {
  const line = text.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line
}

/** More questions than a bank may hold are not read. */
export const mostRead = 2_000
/** More options than a question may have are not read. */
export const mostOptions = 100

export const emptyQuestion = (line: number, title: string): ParsedQuestion => ({
  line,
  title,
  lk_question_type_id: null,
  options: [],
  problems: [],
  notes: [],
})

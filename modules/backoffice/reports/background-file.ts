import type { Sentence } from '#platform/sentence.ts'
import { longExportTexts as words } from './long-export.texts.ts'

/** The largest file of a background report or export. */
export const maxBytes = 2 * 1024 ** 3

/** A finished task's description of its file. */
export const summaryOf = (rows: number): Sentence => ({ text: words.done, params: { rows: { count: rows } } })

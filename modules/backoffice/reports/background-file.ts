import type { Sentence } from '#platform/sentence.ts'
import { longExportTexts as words } from './long-export.texts.ts'

/** The largest file that a report or an export in the background makes. */
export const mostBytes = 2 * 1024 ** 3

/** What a finished task says of its file. */
export const summaryOf = (rows: number): Sentence => ({ text: words.done, params: { rows: { count: rows } } })

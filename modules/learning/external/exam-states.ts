import { type ExamState, examStates } from '#modules/learning/progress/exam-state.shared.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Text } from '#platform/texts.ts'
import type { Tone } from '#platform/ui/badge.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { externalTexts } from './external.texts.ts'

/** The number of a state, used in list filters. */
const stateNumber = (state: ExamState): number => examStates.indexOf(state) + 1

export const examStateSql = (sql: Sql) => sql`array_position(${sql.array([...examStates])}::text[], e.state)`

export const examStateChoices: Readonly<Record<number, Text>> = Object.fromEntries(
  examStates.map((state) => [stateNumber(state), externalTexts[`state.${state}`]]),
)

export const examStateTones: Readonly<Record<number, Tone>> = Object.fromEntries(
  examStates.map((state) => [stateNumber(state), toneOf(state, 'exam')]),
)

export const examKindChoices: Readonly<Record<number, Text>> = {
  1: externalTexts['kind.proctored'],
  2: externalTexts['kind.interactive'],
}
export const examKindSql = (sql: Sql) => sql`case e.kind when 'proctored' then 1 else 2 end`

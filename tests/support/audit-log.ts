import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Calls that change something without a row in the audit log, with the place where the change is recorded instead. */
export const withoutAuditLog: Readonly<Record<string, string>> = {
  'POST /user/passkey/start': 'gives a challenge; what is done with it leaves its own row',
  'POST /user/searchValidEmail': 'asks; only the count of tries is written',
  'POST /user/searchValidLoginID': 'asks; only the count of tries is written',
  'POST /support/messageRead': 'how far a person has read, kept in support.reading',
  'POST /chat/recent': 'what is kept at the chat, in support.reading',
  'POST /course/addProgramQuestions': 'adds nothing to a course without a program; added questions leave a row',
  'POST /certificate/numbers/accountLayout/preview': 'tries columns with made-up numbers, and saves nothing',
  'POST /course/present': 'a hint of a moment, which nothing keeps',
  'POST /security/startBiometrics': 'gives a challenge; what the device answers leaves its own row',
  'POST /security/typingSample': 'one of several samples, kept in learning.typing_sample; the last one leaves a row',
  'POST /support/typing': 'a hint of a moment, which nothing keeps',
  'POST /student/navigateToDashboard': 'goes to a page',
  'GET /course/fetchCourseByStudentCourseId': 'opens the course; the progress rows say when',
  'GET /course/component/{studentCourseId}/{componentId}': 'opens a lesson; its progress row says when',
  'POST /course/updateStudentProgressTime': 'the heartbeat: six a minute for each student, kept in learning.seat_range',
  'POST /user/idle': 'a heartbeat, too; the end of a lease says why',
  'GET /quiz/route': 'opens a quiz; the attempt says when',
  'GET /quiz': 'opens a quiz; the attempt says when',
  'GET /quiz/question/current': 'shows a question; its answer row says when',
  'GET /quiz/question': 'shows a question; its answer row says when',
  'GET /quiz/previous': 'shows a question; its answer row says when',
  'GET /quiz/next': 'shows a question; its answer row says when',
  'GET /security/verifySetup': 'shows what a check asks; the check says when',
  'POST /externalProvider/TestResults': 'asks the provider; only another state of the session leaves a row',
  'GET /sts/testResults': 'asks the provider; only another state of the session leaves a row',
  'POST /quiz/answer':
    'keeps a draft; answers that count are in the attempt, and in the audit log where the course asks',
  'POST /quiz/inline-quiz/submit': 'practice inside a lesson, kept in learning.inline_answer',
  'POST /course/onQuestionTimerExpired': 'the answer row says that its time ran out',
}

/** The latest event of the audit log. */
export async function lastEvent({ database }: TestApp): Promise<number> {
  const [row] = await database.read<{ last: number }>`
    select coalesce(max(audit_event_id), 0) as last from platform.audit_event`
  return row!.last
}

/**
 * The events since one of the audit log as lines of a table: action, kind of record, and the fields recorded before and
 * after. A call that omits one, or records less, becomes another line.
 */
export async function listEventsSince({ database }: Pick<TestApp, 'database'>, since: number): Promise<string[]> {
  const rows = await database.read<{ event: string }>`
    select distinct case action when 'mail.sent' then action || ' ' || coalesce(e.after ->> 'letter', '-') else
        action || ' ' || coalesce(regexp_replace(subject, ':.*$', ''), '-')
               || case when subject_user_id is null then '' else ' of a person' end
               || coalesce(' from ' || fields.before, '') || coalesce(' to ' || fields.after, '')
      end as event
    from platform.audit_event e, lateral (
      select (select string_agg(k, '+' order by k) from jsonb_object_keys(
                case jsonb_typeof(e.before) when 'object' then e.before else '{}' end) k) as before,
             (select string_agg(k, '+' order by k) from jsonb_object_keys(
                case jsonb_typeof(e.after) when 'object' then e.after else '{}' end) k) as after) fields
    where audit_event_id > ${since}
    order by 1`
  return rows.map(({ event }) => event)
}

/** A successful call recorded its actor (null: a visitor), or is in `withoutAuditLog`. */
export async function expectAuditLog({ database }: TestApp, call: string, since: number, user_id: number | null) {
  const rows = await database.read<{ action: string; actor_kind: string; actor_user_id: number | null }>`
    select action, actor_kind, actor_user_id from platform.audit_event where audit_event_id > ${since}`
  const named = rows.filter(({ actor_kind, actor_user_id }) =>
    user_id === null ? actor_kind === 'anonymous' : actor_user_id === user_id,
  )
  if (call in withoutAuditLog) expect(named, `${call} does leave a row: take it from the list`).toEqual([])
  else expect(named, `${call} leaves no row that names who did it`).not.toEqual([])
}

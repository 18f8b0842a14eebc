import { lk_quiz_attempt_status, lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { label } from '#platform/lookups.ts'
import type { PlainKey } from '#platform/texts.ts'
import type { AnsweredAttempt, AnsweredQuestion } from './answers.ts'
import type { StatusChange } from './evidence.sql.ts'
import type { footprintTexts } from './footprint.texts.ts'
import type { Footprint } from './footprint.ts'
import type { FootprintWords } from './footprint-words.ts'
import { formatCheck } from './format-check.ts'
import { maxRanges } from './seat-time.sql.ts'

type Cell = string | readonly string[]
type Batches = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>

/** A part of the footprint as text, for both the document and the sheet. */
export type FootprintSection = {
  title: string
  /** A subsection of the previous one. */
  isSubsection?: boolean
  text?: string
  facts?: readonly (readonly [name: string, value: string | null])[]
  table?: { columns: readonly (readonly [heading: string, share: number])[]; rows: Batches }
}

type Key = PlainKey<typeof footprintTexts>
type Columns = readonly (readonly [key: Key, share: number])[]

/** The whole footprint as text, in the order in which auditors work. */
export function sectionsOf(print: Footprint, words: FootprintWords): FootprintSection[] {
  return [
    summary(print, words),
    eligibility(print, words),
    seatTime(print, words),
    lessons(print, words),
    identityChecks(print, words),
    documents(print, words),
    ...quizzes(print, words),
    lessonQuestions(print, words),
    statusChanges(print, words),
    reinstatements(print, words),
    advances(print, words),
    certificates(print, words),
    ...reports(print, words),
    auditLog(print, words),
  ].filter((section) => section !== null)
}

/** A section with a table, or a sentence if there are no rows. */
function tableSection({ t }: FootprintWords, title: Key, columns: Columns, rows: readonly (readonly Cell[])[]) {
  if (rows.length === 0) return { title: t(title), text: t('none') }
  const header = columns.map(([key, share]) => [t(key), share] as const)
  return { title: t(title), table: { columns: header, rows: [rows] } }
}

function summary(print: Footprint, words: FootprintWords): FootprintSection {
  const { student, course, version, agreement, seat_time, break_seconds, recorded_seconds, instruction } = print
  const { t, local, length } = words
  const published = local(version.published_at)
  return {
    title: t('summary'),
    text: `${t('intro')} ${t('zone', { zone: student.time_zone })}`,
    facts: [
      [t('student'), student.student_name],
      [t('studentNumber'), String(student.user_id)],
      [t('email'), student.email],
      [t('dob'), words.day(student.dob)],
      [t('provider'), `${student.organization_name} (${student.organization_code})`],
      [t('course'), course.course_name],
      [t('version'), t('versionOf', { number: version.version_number, date: published })],
      [t('enrollment'), String(course.student_course_id)],
      [t('status'), label(lk_student_course_status, course.lk_student_course_status_id, words.locale)],
      [t('enrolled'), local(course.created_at)],
      [t('registered'), local(course.registered_at)],
      [t('agreed'), agreement && agreementText(agreement, words)],
      [t('started'), local(course.started_at)],
      [t('passed'), local(course.passed_at)],
      [t('expires'), local(course.expires_at)],
      [t('required'), length(version.required_seconds)],
      [t('recorded'), length(recorded_seconds)],
      ...(break_seconds > 0
        ? ([
            [t('recordedLessons'), length(seat_time.seconds)],
            [t('recordedBreaks'), length(break_seconds)],
          ] as const)
        : []),
      ...(instruction.source === null
        ? []
        : ([
            [t('instructionRequired'), length(instruction.required_seconds)],
            [t('instructionRecorded'), length(instruction.recorded_seconds)],
            [t('leftOut'), t('leftOutBy', { time: length(instruction.left_out_seconds), source: instruction.source })],
          ] as const)),
      [t('made'), local(print.made_at)],
      [t('madeBy'), print.made_by],
      [t('reference'), print.reference],
    ],
  }
}

const agreementText = (
  { agreed_at, address }: NonNullable<Footprint['agreement']>,
  { t, local }: FootprintWords,
): string => (address ? t('agreedHow', { date: local(agreed_at), address }) : local(agreed_at))

function eligibility(print: Footprint, words: FootprintWords): FootprintSection | null {
  if (print.eligibility.length === 0) return null
  const { t, local, utc } = words
  return tableSection(
    words,
    'eligibility',
    [
      ['when', 16],
      ['whenUtc', 14],
      ['statement', 28],
      ['source', 18],
      ['by', 12],
      ['reason', 16],
    ],
    print.eligibility.map(({ at, what, violation, citations, reason, by }) => [
      local(at),
      utc(at),
      violation === null ? t('eligibility.affirmed') : t(`eligibility.${what}`, { violation }),
      citations,
      what === 'corrected' ? (by ?? t('staff')) : t('student'),
      reason ?? '',
    ]),
  )
}

function seatTime(
  { seat_time, ranges }: Footprint,
  { t, local, utc, length, count }: FootprintWords,
): FootprintSection {
  const { ranges: rangeCount, seconds, idle } = seat_time
  const text = t('seatTimeText', { ranges: count(rangeCount), total: length(seconds), idle: count(idle) })
  const columns: Columns = [
    ['from', 17],
    ['to', 17],
    ['fromUtc', 13],
    ['toUtc', 13],
    ['duration', 8],
    ['lesson', 21],
    ['ended', 16],
  ]
  async function* rows() {
    for await (const batch of ranges()) {
      yield batch.map(({ from_at, to_at, seconds, lesson, ended_because }) => [
        local(from_at),
        local(to_at),
        utc(from_at),
        utc(to_at),
        length(seconds),
        lesson,
        t(`ended.${ended_because ?? 'unknown'}`),
      ])
    }
  }
  return {
    title: t('seatTime'),
    text: rangeCount > maxRanges ? `${text} ${t('mostRanges', { count: count(maxRanges) })}` : text,
    ...(rangeCount > 0 && {
      table: { columns: columns.map(([key, share]) => [t(key), share] as const), rows: rows() },
    }),
  }
}

const lessons = (print: Footprint, words: FootprintWords): FootprintSection =>
  tableSection(
    words,
    'lessons',
    [
      ['lesson', 34],
      ['opened', 18],
      ['completed', 18],
      ['recorded', 10],
      ['note', 20],
    ],
    print.lessons.map(({ lesson, first_opened_at, completed_at, seconds, advanced, counted, left_out_seconds }) => [
      lesson,
      words.local(first_opened_at),
      words.local(completed_at),
      words.length(seconds),
      [...(advanced ? [words.t('advanced')] : []), ...leftOutNotes({ counted, left_out_seconds }, words)],
    ]),
  )

/** Marks time that is not instruction: a whole break or quiz, or the questions inside a lesson. */
function leftOutNotes(
  { counted, left_out_seconds }: Pick<Footprint['lessons'][number], 'counted' | 'left_out_seconds'>,
  words: FootprintWords,
) {
  if (!counted) return [words.t('leftOut')]
  return left_out_seconds > 0 ? [`${words.t('leftOut')}: ${words.length(left_out_seconds)}`] : []
}

const identityChecks = (print: Footprint, words: FootprintWords): FootprintSection =>
  tableSection(
    words,
    'identity',
    [
      ['when', 16],
      ['whenUtc', 14],
      ['check', 20],
      ['method', 14],
      ['result', 12],
      ['detail', 24],
    ],
    print.identity_checks.map(({ at, action, method, result, question, lock_reason, reason }) => [
      words.local(at),
      words.utc(at),
      formatCheck(words.locale, action),
      method === null ? '' : formatCheck(words.locale, method),
      result === null ? '' : formatCheck(words.locale, result),
      [question, lockText(lock_reason, words), reason].filter((part) => part !== null),
    ]),
  )

function lockText(lock_reason: number | null, { t }: FootprintWords): string | null {
  const [name] = Object.entries(lockReason).find(([, id]) => id === lock_reason) ?? []
  return name ? t(`lock.${name as keyof typeof lockReason}`) : null
}

function documents(print: Footprint, words: FootprintWords): FootprintSection | null {
  if (print.documents.length === 0) return null
  return tableSection(
    words,
    'documents',
    [
      ['when', 18],
      ['whenUtc', 14],
      ['document', 28],
      ['result', 12],
      ['detail', 22],
      ['by', 14],
    ],
    print.documents.map(({ at, document, what, detail, by }) => [
      words.local(at),
      words.utc(at),
      document,
      words.t(`document.${what}`),
      detail ?? '',
      what === 'uploaded' ? words.t('student') : (by ?? words.t('staff')),
    ]),
  )
}

const questionColumns: Columns = [
  ['question', 42],
  ['answer', 34],
  ['result', 10],
  ['answered', 18],
]

function quizzes(print: Footprint, words: FootprintWords): FootprintSection[] {
  const { t } = words
  const title = t('quizzes')
  if (print.attempts.length === 0) return [{ title, text: t('none') }]
  const text = print.for_staff ? undefined : t('withheld')
  return [{ title, ...(text && { text }) }, ...print.attempts.map((attempt) => showAttempt(attempt, words))]
}

function showAttempt(attempt: AnsweredAttempt, words: FootprintWords): FootprintSection {
  const { t, local } = words
  const { quiz, attempt_number: number, points, total, threshold, questions, graded_at, graded_by } = attempt
  const status = label(lk_quiz_attempt_status, attempt.lk_quiz_attempt_status_id, words.locale)
  const heading = t('attempt', { quiz, number, status })
  const percent = Math.round(((points ?? 0) * 10_000) / Math.max(1, total)) / 100
  const graded = graded_at && [local(graded_at), graded_by].filter(Boolean).join(', ')
  return {
    title: attempt.put_aside ? `${heading} (${t('putAside')})` : heading,
    isSubsection: true,
    facts: [
      [t('started'), local(attempt.started_at)],
      [t('submitted'), local(attempt.submitted_at)],
      [t('score'), points === null ? null : t('scoreOf', { points, total, percent })],
      [t('needed'), `${threshold}%`],
      [t('graded'), graded || null],
      [t('comment'), attempt.comment],
    ],
    ...(questions &&
      questions.length > 0 && {
        table: {
          columns: questionColumns.map(([key, share]) => [t(key), share] as const),
          rows: [questions.map((question) => showQuestion(question, words))],
        },
      }),
  }
}

function showQuestion(answeredQuestion: AnsweredQuestion, { t, local }: FootprintWords) {
  const { question, answer, comment, answered_at } = answeredQuestion
  const unanswered = answer.length === 0
  const result = resultOf(answeredQuestion)
  const comments = comment ? [t('commented', { comment })] : []
  return [
    question,
    [...(unanswered ? [t('unanswered')] : answer), ...comments],
    result ? t(result) : '',
    local(answered_at),
  ]
}

function resultOf({ answer, correct, returned }: AnsweredQuestion) {
  if (returned) return 'returned'
  if (answer.length === 0) return null
  if (correct === null) return 'ungraded'
  return correct ? 'right' : 'wrong'
}

function lessonQuestions({ lesson_questions }: Footprint, words: FootprintWords): FootprintSection | null {
  if (lesson_questions === null) return null
  return tableSection(
    words,
    'lessonQuestions',
    [['lesson', 20], ...questionColumns],
    lesson_questions.map((answeredQuestion) => [
      answeredQuestion.put_aside ? `${answeredQuestion.lesson} (${words.t('putAside')})` : answeredQuestion.lesson,
      ...showQuestion(answeredQuestion, words),
    ]),
  )
}

function statusChanges({ status_changes }: Footprint, words: FootprintWords): FootprintSection {
  const status = (id: number | null) => (id === null ? '' : label(lk_student_course_status, id, words.locale))
  return tableSection(
    words,
    'statusChanges',
    [
      ['when', 18],
      ['whenUtc', 14],
      ['fromStatus', 14],
      ['toStatus', 14],
      ['by', 14],
      ['reason', 26],
    ],
    status_changes.map((change) => [
      words.local(change.at),
      words.utc(change.at),
      status(change.from_status_id),
      status(change.to_status_id),
      showActor(change, words),
      change.reason ?? '',
    ]),
  )
}

function showActor({ by }: StatusChange, { t }: FootprintWords): string {
  if (by === null) return t('system')
  if (by.name) return by.user_id === null ? by.name : `${by.name} (${by.user_id})`
  return by.user_id === null ? t('staff') : t('staffNumber', { number: by.user_id })
}

function reinstatements(print: Footprint, words: FootprintWords): FootprintSection | null {
  if (print.reinstatements.length === 0) return null
  const actionText = (action: string) =>
    words.t(action === 'reset_progress' ? 'action.reset_progress' : 'action.allow_enter')
  return tableSection(
    words,
    'reinstatements',
    [
      ['when', 20],
      ['whenUtc', 16],
      ['reinstatement', 60],
    ],
    print.reinstatements.map(({ used_at, action }) => [words.local(used_at), words.utc(used_at), actionText(action)]),
  )
}

function advances({ advances: staffAdvances }: Footprint, words: FootprintWords): FootprintSection | null {
  if (staffAdvances.length === 0) return null
  return tableSection(
    words,
    'advances',
    [
      ['when', 18],
      ['whenUtc', 14],
      ['lesson', 22],
      ['advancedParts', 8],
      ['advanceReason', 22],
      ['advancedBy', 16],
    ],
    staffAdvances.map(({ at, lesson, advanced, reason, by, approved_by }) => [
      words.local(at),
      words.utc(at),
      lesson,
      words.count(advanced),
      reason ?? '',
      [by, approved_by].filter(Boolean).join(', '),
    ]),
  )
}

const certificates = (print: Footprint, words: FootprintWords): FootprintSection =>
  tableSection(
    words,
    'certificates',
    [
      ['certificate', 16],
      ['certificateVersion', 8],
      ['nameOnIt', 16],
      ['why', 16],
      ['issued', 15],
      ['shipped', 15],
      ['withdrawn', 15],
      ['fingerprint', 24],
    ],
    print.certificates.map((certificate) => [
      certificate.certificate_number,
      String(certificate.version),
      certificate.student_name,
      [words.t(`because.${certificate.because ?? 'completed'}`), ...(certificate.reason ? [certificate.reason] : [])],
      words.local(certificate.issued_at),
      words.local(certificate.shipped_at),
      words.local(certificate.withdrawn_at),
      certificate.content_hash,
    ]),
  )

function reports({ reports, report_tries }: Footprint, words: FootprintWords): FootprintSection[] {
  const { t, local, locale } = words
  const codes = tableSection(
    words,
    'reports',
    [
      ['reportNumber', 7],
      ['agency', 22],
      ['status', 12],
      ['due', 17],
      ['accepted', 17],
      ['receipt', 15],
      ['message', 20],
    ],
    reports.map((report) => [
      String(report.number),
      agencyName(report, locale),
      t(`state.${report.state}`),
      local(report.due_at),
      local(report.accepted_at),
      report.receipt ?? '',
      [report.code, report.message].filter(Boolean).join(' '),
    ]),
  )
  if (report_tries.length === 0) return [codes]
  const tries = tableSection(
    words,
    'tries',
    [
      ['when', 20],
      ['reportNumber', 8],
      ['try', 8],
      ['result', 20],
      ['code', 12],
      ['receipt', 20],
    ],
    report_tries.map(({ at, number, attempt, outcome, code, receipt }) => [
      local(at),
      String(number),
      String(attempt),
      outcomeText(outcome, words),
      code ?? '',
      receipt ?? '',
    ]),
  )
  return [codes, { ...tries, isSubsection: true }]
}

const outcomes = ['accepted', 'duplicate', 'rejected', 'retry'] as const

function outcomeText(outcome: string, { t }: FootprintWords): string {
  const knownOutcome = outcomes.find((name) => name === outcome)
  return knownOutcome ? t(`outcome.${knownOutcome}`) : outcome
}

function auditLog({ audit_log, course }: Footprint, { t, local }: FootprintWords): FootprintSection {
  if (audit_log === null) return { title: t('auditLog'), text: `${t('auditText')} ${t('noSeal')}` }
  const head = `${course.organization_id}:${audit_log.position}:${audit_log.hash}`
  return {
    title: t('auditLog'),
    text: t('auditText'),
    facts: [
      [t('chainEnd'), head],
      [t('sealed'), local(audit_log.sealed_at)],
      [t('waiting'), String(audit_log.waiting)],
      [t('command'), `waypost verify --head ${head}`],
    ],
  }
}

import { z } from 'zod'
import type {
  ExamFailure,
  ExamKey,
  ExamProvider,
  ExamReport,
  ExamRequest,
  ExamState,
  OpenedExam,
} from './exam-provider.ts'
import { isSignedPush } from './exam-signature.ts'
import { openRestClient, type RestClient, type RestClientConfig } from './rest-client.ts'

export type RestProviderConfig = RestClientConfig & {
  /** The key of signed pushes; without it pushes are ignored, and results are only polled. */
  signature_key?: string | undefined
}

/** Open edX's attempt states, mapped to ours. */
const states: Readonly<Record<string, ExamReport['state']>> = {
  created: 'authorized',
  download_software_clicked: 'authorized',
  ready_to_start: 'authorized',
  onboarding_pending: 'authorized',
  started: 'started',
  ready_to_submit: 'started',
  submitted: 'finished',
  second_review_required: 'finished',
  rejected: 'violation',
  declined: 'cancelled',
  timed_out: 'cancelled',
  error: 'cancelled',
  expired: 'cancelled',
  deleted: 'cancelled',
}

/** Statuses of a session refused before its start: the provider does not know or accept the student. */
const refusals: readonly string[] = ['onboarding_missing', 'onboarding_failed', 'onboarding_expired']

const CreatedRecord = z.object({
  id: z.union([z.string().min(1).max(200), z.number()]).transform(String),
  status: z.string().optional(),
})
const Comment = z.object({
  comment: z.string().max(2000),
  status: z.string().max(100).default('unknown'),
  start: z.number().nullish(),
  stop: z.number().nullish(),
})
const Attempt = z.object({
  /** Our reference; a response about another session proves nothing about this one. */
  external_id: z.string(),
  status: z.string(),
  download_url: z.string().max(2000).nullish(),
  score: z.number().min(0).max(100).nullish(),
  passed: z.boolean().nullish(),
  comments: z.array(Comment).max(200).default([]),
})
type Attempt = z.output<typeof Attempt>

/**
 * A provider with Open edX's REST interface for proctoring services (docs/backends.rst of edx-proctoring): OAuth 2
 * client credentials, exams, and attempts below them. In addition an attempt has our reference as `external_id`, and
 * the exam's `score` and `passed`, because students also take the exam itself there.
 */
export function openRestProvider(config: RestProviderConfig): ExamProvider {
  const client = openRestClient(config)
  const exams = openExams(client)
  return {
    name: new URL(client.base).hostname,

    open: (request, signal) =>
      awayOnError(async () => {
        const { reference } = request
        const exam = await exams.idOf(request, signal)
        const { status, body } = await postAttempt(client, exam, request, signal)
        const parsed = CreatedRecord.safeParse(body)
        if (parsed.success && refusals.includes(parsed.data.status ?? ''))
          return { outcome: 'refused', detail: parsed.data.status ?? '' } as const
        if (status === 404) exams.forget()
        if (status >= 400 && status < 500 && status !== 404 && status !== 429)
          return { outcome: 'refused', detail: `status ${status}` } as const
        if (!parsed.success || (status !== 200 && status !== 201))
          return { outcome: 'away', detail: `status ${status}` } as const
        const attempt = parsed.data.id
        const report = await readAttempt(client, { reference, exam, attempt }, signal)
        if ('outcome' in report) return report
        return openedExam(client.base, { exam, attempt, download_url: report.download_url ?? null })
      }),

    read: (key, signal) => awayOnError(() => readReport(client, key, signal)),

    stop: (key, signal) =>
      awayOnError(async () => {
        const { status } = await client.call('PATCH', pathOf(key), { status: 'submitted' }, signal)
        if (status !== 200) return { outcome: 'away', detail: `status ${status}` } as const
        return readReport(client, key, signal)
      }),

    async remove(key, signal) {
      try {
        const { status } = await client.call('DELETE', pathOf(key), undefined, signal)
        return status === 200 || status === 204 || status === 404
      } catch {
        return false
      }
    },

    isSigned: (path, raw, signature, now) => isSignedPush(config.signature_key ?? '', { path, raw, signature, now }),
  }
}

/** The exams already registered with the provider, once per process; the provider knows an exam by our id. */
function openExams(client: RestClient) {
  const exams = new Map<string, string>()
  return {
    async idOf({ kind, exam }: ExamRequest, signal: AbortSignal): Promise<string> {
      const id = `${kind}-${exam.id}`
      const cached = exams.get(id)
      if (cached) return cached
      const { course_id, name } = exam
      const providerExam = {
        id,
        course_id: String(course_id),
        name,
        is_proctored: kind === 'proctored',
        is_practice: false,
        rules: {},
      }
      const { body } = await client.call('POST', '/api/v1/exam/', providerExam, signal)
      const { id: exam_id } = CreatedRecord.parse(body)
      exams.set(id, exam_id)
      return exam_id
    },
    forget: () => exams.clear(),
  }
}

const attemptsOf = (exam: string) => `/api/v1/exam/${encodeURIComponent(exam)}/attempt/`
const pathOf = ({ exam, attempt }: ExamKey) => `${attemptsOf(exam)}${encodeURIComponent(attempt)}/`

function postAttempt(client: RestClient, exam: string, request: ExamRequest, signal: AbortSignal) {
  const { reference, student, return_url } = request
  const attempt = {
    external_id: reference,
    user_id: student.id,
    user_name: student.name,
    status: 'created',
    return_url,
  }
  return client.call('POST', attemptsOf(exam), attempt, signal)
}

async function readAttempt(client: RestClient, key: ExamKey, signal: AbortSignal): Promise<Attempt | ExamFailure> {
  const { status, body } = await client.call('GET', pathOf(key), undefined, signal)
  const parsed = Attempt.safeParse(body)
  if (status !== 200 || !parsed.success) return { outcome: 'away', detail: `status ${status}` }
  if (parsed.data.external_id !== key.reference) return { outcome: 'away', detail: 'about another session' }
  return parsed.data
}

async function readReport(client: RestClient, key: ExamKey, signal: AbortSignal): Promise<ExamState | ExamFailure> {
  const attempt = await readAttempt(client, key, signal)
  return 'outcome' in attempt ? attempt : toReport(attempt)
}

const awayOnError = async <T>(request: () => Promise<T | ExamFailure>): Promise<T | ExamFailure> => {
  try {
    return await request()
  } catch (error) {
    return { outcome: 'away', detail: error instanceof Error ? error.name : 'no answer' }
  }
}

/** The session with its link, which names the attempt. Only safe addresses are given to a student's browser. */
function openedExam(
  base: string,
  { exam, attempt, download_url }: { exam: string; attempt: string; download_url: string | null },
): OpenedExam | ExamFailure {
  const launch = download_url && URL.canParse(download_url) ? new URL(download_url) : null
  if (!launch || (launch.protocol !== 'https:' && launch.origin !== new URL(base).origin))
    return { outcome: 'away', detail: 'no address of the exam' }
  launch.searchParams.set('attempt', attempt)
  return { outcome: 'opened', exam, attempt, launch_url: launch.href }
}

/** A reviewed attempt without a grade is not a result yet, so it is polled again. */
function toReport({ status, score = null, passed = null, comments }: Attempt): ExamState | ExamFailure {
  const remarks = comments.map(({ start = null, stop = null, ...comment }) => ({ ...comment, start, stop }))
  if (status === 'verified' && passed !== null)
    return { outcome: 'reported', report: { state: passed ? 'passed' : 'failed', score, passed, remarks } }
  const state = status === 'verified' ? 'finished' : states[status]
  if (!state) return { outcome: 'away', detail: `state ${status.slice(0, 50)}` }
  return { outcome: 'reported', report: { state, score, passed, remarks } }
}

import { port } from '#platform/ctx.ts'

/** An exam with a proctor, or a test given by the provider's own program. */
export const examKinds = ['proctored', 'interactive'] as const
export type ExamKind = (typeof examKinds)[number]

/** The request for one session. */
export type ExamRequest = {
  /**
   * Our own name of the session, which the provider repeats in all messages; resending it does not create another
   * session.
   */
  reference: string
  kind: ExamKind
  exam: { id: number; course_id: number; name: string }
  /** The provider compares the name with a document; only we can map the id to an account. */
  student: { id: string; name: string }
  /** The browser's return address after the exam. */
  return_url: string
}

/** Identifies a session to the provider. */
export type ExamKey = { reference: string; exam: string; attempt: string }

/** A proctor's note; `start` and `stop` are seconds from the start of the session. */
export type Remark = { comment: string; status: string; start: number | null; stop: number | null }

/** A provider's report of a session, in our states. */
export type ExamReport = {
  state: 'authorized' | 'started' | 'finished' | 'passed' | 'failed' | 'violation' | 'cancelled'
  /** Percent; null if the provider has none. */
  score: number | null
  /** The grade of the exam alone, without the proctor's report; null before it is known. */
  passed: boolean | null
  remarks: Remark[]
}

export type OpenedExam = { outcome: 'opened'; exam: string; attempt: string; launch_url: string }
/** `refused`: the provider does not accept this student, and retrying won't help. `away`: retry later. */
export type ExamFailure = { outcome: 'refused' | 'away'; detail: string }
export type ExamState = { outcome: 'reported'; report: ExamReport }

/** An exam provider. No function throws for failures of the provider or the network. */
export type ExamProvider = {
  readonly name: string
  /** Registers a session; repeating the same reference returns the same session. */
  open(request: ExamRequest, signal: AbortSignal): Promise<OpenedExam | ExamFailure>
  /** The state of a session, read with our own credentials. */
  read(key: ExamKey, signal: AbortSignal): Promise<ExamState | ExamFailure>
  /** Submits a session: the work so far counts. */
  stop(key: ExamKey, signal: AbortSignal): Promise<ExamState | ExamFailure>
  /** Withdraws a session. True once the provider no longer has it. */
  remove(key: ExamKey, signal: AbortSignal): Promise<boolean>
  /** Whether a push was signed within the last minutes with the key that only the provider and we have. */
  isSigned(path: string, raw: string, signature: string | undefined, now: Date): boolean
}

/** The configured provider; without one (null) courses with an external exam can't be finished. */
export const examProvider = port<ExamProvider | null>('security.exam-provider')

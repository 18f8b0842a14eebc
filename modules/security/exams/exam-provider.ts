import { port } from '#platform/ctx.ts'

/** An exam under a proctor's eyes, or a test that the provider's own program gives. */
export const examKinds = ['proctored', 'interactive'] as const
export type ExamKind = (typeof examKinds)[number]

/** One session as its provider is asked for it. */
export type ExamRequest = {
  /** Our own name of the session, which the provider repeats in all that it says about it; sent again it is the same one. */
  reference: string
  kind: ExamKind
  exam: { id: number; course_id: number; name: string }
  /** The provider compares the name with a document; whose account it is only we can tell. */
  student: { id: string; name: string }
  /** Where the student's browser goes after the exam. */
  return_url: string
}

/** How the provider finds a session again. */
export type ExamKey = { reference: string; exam: string; attempt: string }

/** A proctor's note; `start` and `stop` are seconds from the beginning of the session. */
export type Remark = { comment: string; status: string; start: number | null; stop: number | null }

/** What a provider says of a session, in our states. */
export type Heard = {
  state: 'authorized' | 'started' | 'finished' | 'passed' | 'failed' | 'violation' | 'cancelled'
  /** Percent; null where the provider gives none. */
  score: number | null
  /** The grade alone, regardless of what the proctor saw; null before it is known. */
  passed: boolean | null
  remarks: Remark[]
}

export type Opened = { outcome: 'opened'; exam: string; attempt: string; launch_url: string }
/** `refused`: the provider does not take this student, and repeating it does not help. `away`: later. */
export type Unheard = { outcome: 'refused' | 'away'; detail: string }
export type Answered = { outcome: 'heard'; heard: Heard }

/** A provider of exams. No function throws for what the provider or the network does. */
export type ExamProvider = {
  readonly name: string
  /** Registers a session; the same reference is the same session. */
  open(request: ExamRequest, signal: AbortSignal): Promise<Opened | Unheard>
  /** What became of a session, asked with our own credentials. */
  read(key: ExamKey, signal: AbortSignal): Promise<Answered | Unheard>
  /** Hands a session in: what was done so far counts. */
  stop(key: ExamKey, signal: AbortSignal): Promise<Answered | Unheard>
  /** Withdraws a session. True where the provider has none of it any more. */
  remove(key: ExamKey, signal: AbortSignal): Promise<boolean>
  /** Whether a push was signed with the key that only the provider and we have, within the last minutes. */
  isSigned(path: string, raw: string, signature: string | undefined, now: Date): boolean
}

/** The configured provider; null where there is none, and no course with an external exam can be finished. */
export const examProvider = port<ExamProvider | null>('security.exam-provider')

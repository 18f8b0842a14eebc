import { openRestProvider } from '#modules/security/entry.ts'
import type { ExamProvider } from '#modules/security/exams/exam-provider.ts'
import type { Env } from '#platform/env.ts'
import type { SimulatedSettings } from './simulation.ts'

/** The provider of external exams: the configured one, a simulated one on a development server, or none. */
export function examsOf(env: Env, { exams }: SimulatedSettings = {}): ExamProvider | null {
  if (exams) return openRestProvider(exams)
  const { EXAM_PROVIDER_URL: url, EXAM_PROVIDER_CLIENT_ID: client_id = '', EXAM_PROVIDER_SECRET: secret = '' } = env
  if (!url) return null
  return openRestProvider({
    url,
    client_id,
    client_secret: secret,
    signature_key: env.EXAM_PROVIDER_SIGNATURE_KEY,
  })
}

import { type ExamProvider, openRestProvider, simulatedExams } from '#modules/security/index.ts'
import type { Env } from '#platform/env.ts'
import { ownUrl } from './payment-services.ts'

export const simulatesExams = ({ production, EXAM_PROVIDER_URL }: Env): boolean => !production && !EXAM_PROVIDER_URL

/** The provider of external exams: the configured one, a simulated one on a development server, else none. */
export function examsOf(env: Env): ExamProvider | null {
  if (simulatesExams(env)) return openRestProvider(simulatedExams(ownUrl(env, '/dev/exams')))
  const { EXAM_PROVIDER_URL: url, EXAM_PROVIDER_CLIENT_ID: client_id = '', EXAM_PROVIDER_SECRET: secret = '' } = env
  if (!url) return null
  return openRestProvider({
    url,
    client_id,
    client_secret: secret,
    signature_key: env.EXAM_PROVIDER_SIGNATURE_KEY,
  })
}

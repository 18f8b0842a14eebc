import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import type { fetchAgency } from '#modules/learning/reporting/accounts/fetch-agencies.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PlainKey } from '#platform/texts.ts'
import { Badge, type Tone } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'

export type AgencyShown = Awaited<ReturnType<typeof fetchAgency.run>>
/** The pages' texts in the reader's language, by key. */
type AgencyTexts = (key: keyof typeof agencyPageTexts) => string
type Queue = Pick<AgencyShown, 'waiting' | 'late' | 'rejected' | 'accepted' | 'method' | 'inherited'>

/** The reporting method of an organization for an agency, and whether it is an ancestor's. */
export function methodText(t: AgencyTexts, { method, inherited }: Pick<Queue, 'method' | 'inherited'>): string {
  const text = t(method ?? 'noAccount')
  return inherited ? `${text} (${t('inherited')})` : text
}

/** The organization's reporting method for an agency, and the numbers of its reports. */
export function QueueFacts({ queue }: { queue: Queue }) {
  const t = useTexts(agencyPageTexts)
  return (
    <Facts
      facts={[
        [t('way'), methodText(t, queue)],
        [t('waiting'), queue.waiting],
        [t('lateUnsent'), queue.late],
        [t('rejected'), queue.rejected],
        [t('accepted'), queue.accepted],
      ]}
    />
  )
}

const faultTexts: Readonly<Record<string, PlainKey<typeof agencyPageTexts>>> = {
  HOST_KEY: 'faultHostKey',
  SIGN_IN: 'faultSignIn',
  EXISTS: 'faultExists',
  NOT_ALLOWED: 'faultNotAllowed',
  SETTINGS: 'faultSettings',
  REFUSED: 'faultRefused',
  NO_CONNECTION: 'faultNoConnection',
  UNCLEAR: 'deliveryUnclearLead',
}

/** The text of a delivery error; null if there was none. */
export const deliveryFaultText = (fault: string | null): PlainKey<typeof agencyPageTexts> | null =>
  faultTexts[fault ?? ''] ?? null

type ByHandProps = { agency: string; method: Queue['method']; frame: Frame }

/** Links to the completions that staff report themselves, if there are any for this agency. */
export function ByHandLink({ agency, method, frame }: ByHandProps) {
  const t = useTexts(agencyPageTexts)
  if (method !== 'worksheet' && method !== 'file') return null
  const href =
    method === 'file'
      ? pathTo('/manage/agencies/:agency/files', { agency })
      : pathTo('/manage/agencies/:agency/worksheet', { agency })
  return (
    <LinkButton href={withCarriedParams(frame, href)}>
      {t(method === 'file' ? 'openFiles' : 'openWorksheet')}
    </LinkButton>
  )
}

const outcomeTexts = {
  accepted: 'outcomeAccepted',
  duplicate: 'outcomeDuplicate',
  rejected: 'outcomeRejected',
  retry: 'outcomeRetry',
} as const
const outcomeTones = {
  accepted: 'green',
  duplicate: 'green',
  rejected: 'red',
  retry: 'yellow',
} as const satisfies Record<string, Tone>

export function Answers({ answers, frame }: { answers: AgencyShown['answers']; frame: Frame }) {
  const t = useTexts(agencyPageTexts)
  const showInstant = useShowInstant()
  if (answers.length === 0) return <p className="text-muted-foreground">{t('noAnswers')}</p>
  return (
    <Table label={t('answers')} stacked>
      <thead>
        <tr>
          <TableHead>{t('time')}</TableHead>
          <TableHead>{t('outcome')}</TableHead>
          <TableHead>{t('code')}</TableHead>
          <TableHead>{t('meaning')}</TableHead>
          <TableHead>{t('receipt')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ at, student_course_id, outcome, code, meaning, receipt }) => (
          <tr key={`${student_course_id} ${at}`}>
            <TableCell>
              <TextLink
                href={withCarriedParams(
                  frame,
                  pathTo('/manage/completion-report/:student_course_id', { student_course_id }),
                )}
              >
                {showInstant(at)}
              </TextLink>
            </TableCell>
            <TableCell label={t('outcome')}>
              <Badge tone={outcomeTones[outcome]}>{t(outcomeTexts[outcome])}</Badge>
            </TableCell>
            <TableCell label={t('code')}>{code}</TableCell>
            <TableCell label={t('meaning')}>{meaning}</TableCell>
            <TableCell label={t('receipt')}>{receipt}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const effectTexts = { again: 'again', hold: 'holds', student: 'student', staff: 'staff' } as const

export function Codes({ codes }: { codes: AgencyShown['codes'] }) {
  const t = useTexts(agencyPageTexts)
  if (codes.length === 0) return <p className="text-muted-foreground">{t('noCodes')}</p>
  return (
    <Table label={t('codes')} stacked>
      <thead>
        <tr>
          <TableHead>{t('code')}</TableHead>
          <TableHead>{t('meaning')}</TableHead>
          <TableHead>{t('consequence')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {codes.map(({ code, meaning, effect }) => (
          <tr key={code}>
            <TableCell>{code}</TableCell>
            <TableCell label={t('meaning')}>{meaning}</TableCell>
            <TableCell label={t('consequence')}>{t(effectTexts[effect])}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

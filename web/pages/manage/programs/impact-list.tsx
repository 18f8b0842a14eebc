import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import type { fetchProgramImpact } from '#modules/learning/versions/fetch-program-impact.ts'
import { pathTo } from '#platform/path-to.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'

export type Impact = Awaited<ReturnType<typeof fetchProgramImpact.run>>
type ImpactProps = { impact: Impact; title: string; none: string; frame: Frame }

/** The published courses that break changed rules, with their students and the places to change. */
export function ImpactList({ impact: { courses, more_ind }, title, none, frame }: ImpactProps) {
  const t = useTexts(programTexts)
  return (
    <Card className="mb-4">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {courses.length === 0 && <p className="text-muted-foreground">{none}</p>}
      <ul className="grid gap-4">
        {courses.map(({ course_id, name, organization_name, students, problems }) => (
          <li key={course_id}>
            <p>
              <TextLink href={withCarriedParams(frame, pathTo('/manage/courses/:course_id', { course_id }))}>
                {name}
              </TextLink>{' '}
              · {organization_name} ·{' '}
              <TextLink href={withCarriedParams(frame, pathTo('/manage/courses/:course_id/versions', { course_id }))}>
                {t('students', { n: students })}
              </TextLink>
            </p>
            <ul className="ms-5 list-disc">
              {problems.map(({ message, href }) => (
                <li key={message}>
                  <TextLink href={withCarriedParams(frame, href)}>{message}</TextLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more_ind && <p className="mt-2">{t('impactMore')}</p>}
    </Card>
  )
}

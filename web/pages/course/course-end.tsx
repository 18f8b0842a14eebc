import type { ReactNode } from 'react'
import type { CourseEnd } from '#modules/learning/entry.ts'
import { langOn } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import type { SceneName } from '#platform/ui/scenes/scenes.ts'
import type { Frame } from '#platform/web/frame.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { endTexts } from './course-end.texts.ts'
import { ReportPanel } from './report-panel.tsx'

type EndPageProps = {
  end: CourseEnd
  frame: Frame
  title: string
  scene?: SceneName
  action?: ReactNode
  children?: ReactNode
}

/**
 * A page for a course that has ended or is on hold: what happened, the course's own text about it, and the next step.
 */
export function EndPage({ end, frame, title, scene, action, children }: EndPageProps) {
  const t = useTexts(endTexts)
  const lang = langOn(frame.locale, end.lk_language_id)
  const leave = (
    <LinkButton href={pathTo('/dashboard')} variant={action ? 'outline' : 'default'}>
      {t('dashboard')}
    </LinkButton>
  )
  return (
    <CourseLayout
      frame={frame}
      course={end.course_name}
      lang={lang}
      back={action ? leave : undefined}
      action={action ?? leave}
    >
      {scene && <Scene name={scene} size="large" decorative className="mb-6" />}
      <h1 className="title-page mb-4">{title}</h1>
      <div className="grid gap-4">
        {end.description && <Paragraphs text={end.description} lang={lang} />}
        {children}
      </div>
    </CourseLayout>
  )
}

/** `lang`: the language of a course's own text, on a page in another one. */
export const Paragraphs = ({ text, lang }: { text: string; lang?: string | undefined }) =>
  text.split(/\n+/).map((line) => (
    <p key={line} lang={lang} className="max-w-reading">
      {line}
    </p>
  ))

/** The prefilled data of a new ticket; staff see the course itself beside it. */
type TicketPrefill = Pick<CourseEnd, 'course_id' | 'course_name'> & { category_id: number; what: string }

const supportContextOf = ({ course_id, course_name, category_id, what }: TicketPrefill): string =>
  String(
    new URLSearchParams({
      category_id: String(category_id),
      course_id: String(course_id),
      details: `${course_name}: ${what}\n`,
    }),
  )

/** The ways to reach support, by phone or message. `about` prefills the message with the course and the event. */
export function SupportContacts({ frame, about }: { frame: Frame; about?: TicketPrefill }) {
  const t = useTexts(endTexts)
  const { phone, email, hours, href } = frame.support
  return (
    <Panel title={t('support')}>
      <div className="grid gap-2">
        {phone && (
          <p>
            <TextLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{t('phone', { phone })}</TextLink>
            <span className="ms-2 text-muted-foreground">({hours})</span>
          </p>
        )}
        {href && (
          <p>
            <TextLink href={about ? `${href}&${supportContextOf(about)}` : href}>{t('message')}</TextLink>
          </p>
        )}
        {email && (
          <p>
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </p>
        )}
        {!phone && !href && <p className="text-muted-foreground">{hours}</p>}
      </div>
    </Panel>
  )
}

/** The grade and the steps of the agency reports. */
export function Outcome({ end }: { end: CourseEnd }) {
  const t = useTexts(endTexts)
  return (
    <>
      {end.grade !== null && <Facts facts={[[t('grade'), `${end.grade}%`]]} />}
      {end.report && <ReportPanel student_course_id={end.student_course_id} duties={end.report.duties} />}
    </>
  )
}

/** The link to the contents of a completed course, so that its lessons can be read again. */
export function ReadAgain({ end: { student_course_id: studentCourseId } }: { end: CourseEnd }) {
  const t = useTexts(endTexts)
  return (
    <p>
      <TextLink href={pathTo('/course/:studentCourseId/summary', { studentCourseId })} alone>
        {t('readAgain')}
      </TextLink>
    </p>
  )
}

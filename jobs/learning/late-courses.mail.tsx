import type { LateEmail } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import type { Sentence } from '#platform/sentence.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'

const lateTexts = texts({
  subject: [
    '{count, plural, one {{count} student is late} other {{count} students are late}}',
    '{count, plural, one {{count} estudiante está atrasado} other {{count} estudiantes están atrasados}}',
  ],
  body: [
    "The due date has passed, and the course isn't finished. Open the list to see who is late.",
    'Ya pasó la fecha para terminar el curso y sigue sin completarse. Abra la lista para ver quién está atrasado.',
  ],
  button: ['See late students', 'Ver a los estudiantes atrasados'],
})

export const lateCoursesEmail = declareEmail({
  name: 'learning.late-courses',
  kind: 'service',
  title: ['students who are late', 'estudiantes atrasados'],
  texts: lateTexts,
  subject: 'subject',
  body: ['body'],
  button: 'button',
  samples: { count: '3' },
})

export const lateSubject = (locale: Locale, count: number): string => localText(locale, lateTexts, 'subject', { count })

/** The notification about late students. */
export const lateNotification = (count: number): Sentence => ({ text: lateTexts.subject, params: { count } })

type Props = { holder: LateEmail['holders'][number]; late: LateEmail; href: string }

/** The email to staff whose students did not finish in time. */
export function LateCoursesEmail({ holder: { locale, first_name }, late, href }: Props) {
  const body = localText(locale, lateTexts, 'body')
  return (
    <Email
      locale={locale}
      brand={{ name: late.organization_name }}
      preheader={body}
      heading={lateSubject(locale, late.count)}
      name={first_name}
      body={[body]}
      button={{ label: localText(locale, lateTexts, 'button'), href }}
    />
  )
}

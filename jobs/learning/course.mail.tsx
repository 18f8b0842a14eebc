import type { CourseEmail } from '#modules/learning/entry.ts'
import { type DeclaredEmail, declareEmail } from '#platform/mail/declare-email.ts'
import { Email, type EmailRow } from '#platform/mail/email.tsx'
import { localText, type Text, texts } from '#platform/texts.ts'

const courseEmailTexts = texts({
  'enrolled.subject': ["You're enrolled: {course_name}", 'Inscripción confirmada: {course_name}'],
  'enrolled.body': [
    'You can start {course_name} whenever you like. We save your progress, so you can stop and come back at any time.',
    'Ya puede empezar {course_name} cuando quiera. Guardamos su progreso, así que puede hacer una pausa y volver en cualquier momento.',
  ],
  'enrolled.button': ['Start my course', 'Empezar mi curso'],
  'due-soon.subject': ['Finish your course on time: {course_name}', 'Termine su curso a tiempo: {course_name}'],
  'due-soon.body': [
    "{course_name} is due soon, and you haven't finished it yet. Your progress is saved.",
    'Se acerca la fecha para terminar {course_name}, y todavía le falta completarlo. Su progreso está guardado.',
  ],
  'due-soon.button': ['Continue my course', 'Continuar mi curso'],
  'expires-soon.subject': ['Your course expires soon: {course_name}', 'Su curso está por vencer: {course_name}'],
  'expires-soon.body': [
    "You haven't finished {course_name} yet. Finish it before it expires. Your progress is saved.",
    'Todavía no ha terminado {course_name}. Termínelo antes de que venza. Su progreso está guardado.',
  ],
  'expires-soon.button': ['Continue my course', 'Continuar mi curso'],
  'extended.subject': ['You have more time: {course_name}', 'Tiene más tiempo: {course_name}'],
  'extended.body': [
    'You now have more time to finish {course_name}. Your progress is saved.',
    'Ahora tiene más tiempo para terminar {course_name}. Su progreso está guardado.',
  ],
  'extended.button': ['Open my course', 'Abrir mi curso'],
  'expired.subject': ['Your course has expired: {course_name}', 'Su curso venció: {course_name}'],
  'expired.body': [
    'Your time to finish {course_name} has run out. Open the course to see what you can do next.',
    'El plazo para terminar {course_name} ya pasó. Abra el curso para ver qué puede hacer.',
  ],
  'expired.button': ['Open my course', 'Abrir mi curso'],
  'disabled.subject': ['Your course was disabled: {course_name}', 'Su curso se deshabilitó: {course_name}'],
  'disabled.body': [
    "{course_name} was disabled, so you can't continue it right now. Open the course to see why and what you can do.",
    '{course_name} se deshabilitó y por ahora no puede continuarlo. Abra el curso para ver el motivo y qué puede hacer.',
  ],
  'disabled.button': ['Open my course', 'Abrir mi curso'],
  'failed.subject': ["You didn't pass: {course_name}", 'No aprobó: {course_name}'],
  'failed.body': [
    "You didn't pass {course_name}. Open the course to see your result and what you can do next.",
    'Usted no aprobó {course_name}. Abra el curso para ver su resultado y qué puede hacer.',
  ],
  'failed.button': ['See my result', 'Ver mi resultado'],
  due: ['Due date', 'Fecha para terminar'],
  expires: ['Finish by', 'Fecha límite'],
  expired: ['Expired', 'Venció'],
  reason: ['Reason', 'Motivo'],
})

type EmailKind = CourseEmail['kind']
const declareCourseEmail = (kind: EmailKind, title: Text) =>
  declareEmail({
    name: `learning.${kind}`,
    kind: 'service',
    title,
    texts: courseEmailTexts,
    subject: `${kind}.subject`,
    body: [`${kind}.body`],
    button: `${kind}.button`,
  })

/** The emails by event of the course. */
export const courseEmails: Readonly<Record<EmailKind, DeclaredEmail>> = {
  enrolled: declareCourseEmail('enrolled', ['enrollment', 'inscripción']),
  'due-soon': declareCourseEmail('due-soon', ['course due soon', 'se acerca la fecha para terminar un curso']),
  'expires-soon': declareCourseEmail('expires-soon', ['course expires soon', 'curso por vencer']),
  extended: declareCourseEmail('extended', ['more time for a course', 'ampliación del plazo de un curso']),
  expired: declareCourseEmail('expired', ['course expired', 'curso vencido']),
  disabled: declareCourseEmail('disabled', ['course disabled', 'curso deshabilitado']),
  failed: declareCourseEmail('failed', ['course not passed', 'curso no aprobado']),
}

export const courseSubject = ({ locale, kind, course_name }: CourseEmail): string =>
  localText(locale, courseEmailTexts, `${kind}.subject`, { course_name })

/** The email to a student about an event of one of their courses. */
export function CourseMail({ email, href }: { email: CourseEmail; href: string }) {
  const { locale, kind, organization_name, first_name, course_name } = email
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={course_name}
      heading={courseSubject(email)}
      name={first_name}
      body={[localText(locale, courseEmailTexts, `${kind}.body`, { course_name })]}
      rows={rowsOf(email)}
      button={{ label: localText(locale, courseEmailTexts, `${kind}.button`), href }}
    />
  )
}

function rowsOf({ locale, kind, expires, due, reason }: CourseEmail): EmailRow[] {
  if (kind === 'due-soon') return due ? [[localText(locale, courseEmailTexts, 'due'), due]] : []
  if (reason) return [[localText(locale, courseEmailTexts, 'reason'), reason]]
  if (!expires || kind === 'disabled' || kind === 'failed') return []
  return [[localText(locale, courseEmailTexts, kind === 'expired' ? 'expired' : 'expires'), expires]]
}

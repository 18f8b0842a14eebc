import type { ReviewEmail } from '#modules/learning/entry.ts'
import type { ReviewResult } from '#modules/learning/facts.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, type Texts, texts } from '#platform/texts.ts'

const reviewEmailTexts = texts({
  'passed.heading': ['You passed: {quiz_name}', 'Aprobó: {quiz_name}'],
  'passed.body': [
    'An instructor reviewed your quiz “{quiz_name}” in {course_name}. You passed it.',
    'Un instructor revisó su cuestionario “{quiz_name}” de {course_name}. Usted lo aprobó.',
  ],
  'failed.heading': ["You didn't pass: {quiz_name}", 'No aprobó: {quiz_name}'],
  'failed.body': [
    "An instructor reviewed your quiz “{quiz_name}” in {course_name}. You didn't pass it. Open the quiz to see what you can do next.",
    'Un instructor revisó su cuestionario “{quiz_name}” de {course_name}. Usted no lo aprobó. Abra el cuestionario para ver qué puede hacer.',
  ],
  'sent-back.heading': ['Please review and resubmit: {quiz_name}', 'Revise y vuelva a enviar: {quiz_name}'],
  'sent-back.body': [
    'An instructor reviewed your quiz “{quiz_name}” in {course_name} and sent some answers back. Change them and resubmit the quiz.',
    'Un instructor revisó su cuestionario “{quiz_name}” de {course_name} y le devolvió algunas respuestas. Corríjalas y vuelva a enviar el cuestionario.',
  ],
  'documents.heading': ["We couldn't accept a document", 'No pudimos aceptar un documento'],
  'documents.body': [
    "An instructor reviewed the documents you uploaded for {course_name}. At least one of them wasn't accepted. The course page tells you why and lets you upload another one.",
    'Un instructor revisó los documentos que subió para {course_name}. Al menos uno no se aceptó. La página del curso le explica por qué y le permite subir otro.',
  ],
  'attention.heading': ['Your course needs your attention', 'Su curso requiere su atención'],
  'attention.body': [
    'An instructor needs something from you before you can continue {course_name}.',
    'Un instructor necesita algo de usted antes de que pueda continuar {course_name}.',
  ],
  'appeal.heading': ['Your appeal was answered', 'Respondimos su apelación'],
  'appeal.body': [
    'We read your appeal about {course_name}. The course page shows how you can continue.',
    'Leímos su apelación sobre {course_name}. La página del curso le muestra cómo puede continuar.',
  ],
  'setup-reset.heading': ['Set up your identity checks again', 'Configure de nuevo sus verificaciones de identidad'],
  'setup-reset.body': [
    "We reset the identity checks for {course_name}. Set them up again to continue. If you didn't ask for this, contact support.",
    'Restablecimos las verificaciones de identidad de {course_name}. Configúrelas de nuevo para continuar. Si no lo pidió, comuníquese con soporte.',
  ],
  'unlocked.heading': ['Your course is open again: {course_name}', 'Su curso está abierto de nuevo: {course_name}'],
  'unlocked.body': [
    'You can continue {course_name}. Your progress is saved.',
    'Ya puede continuar {course_name}. Su progreso está guardado.',
  ],
  'exam-accepted.heading': ['Your external exam was accepted', 'Aceptamos su examen externo'],
  'exam-accepted.body': [
    'We reviewed what the proctor reported about your external exam in {course_name}, and we accepted the exam. The course page shows your result.',
    'Revisamos lo que el supervisor informó sobre su examen externo de {course_name} y aceptamos el examen. La página del curso le muestra su resultado.',
  ],
  'exam-refused.heading': ["We couldn't accept your external exam", 'No pudimos aceptar su examen externo'],
  'exam-refused.body': [
    'We reviewed what the proctor reported about your external exam in {course_name}, and we confirmed the violation. The course page shows what you can do next.',
    'Revisamos lo que el supervisor informó sobre su examen externo de {course_name} y confirmamos la infracción. La página del curso le muestra qué puede hacer.',
  ],
  'exam-cleared.heading': ['You can take your external exam again', 'Puede volver a presentar su examen externo'],
  'exam-cleared.body': [
    'We cleared the earlier sessions of your external exam in {course_name}. Open the course to get ready for a new one.',
    'Borramos las sesiones anteriores de su examen externo de {course_name}. Abra el curso para prepararse para una nueva.',
  ],
  comment: ['Instructor: {comment}', 'Instructor: {comment}'],
  button: ['Open my course', 'Abrir mi curso'],
})

const resultKeys = Object.keys(reviewEmailTexts).filter((key) => /\.(heading|body)$/.test(key))

export const reviewEmail = declareEmail({
  name: 'learning.review',
  kind: 'service',
  title: ['result of a review', 'resultado de una revisión'],
  texts: reviewEmailTexts as Texts,
  subject: 'passed.heading',
  body: resultKeys.slice(1),
  samples: { quiz_name: ['Final exam', 'Examen final'] },
})

type Props = { review: ReviewEmail; result: ReviewResult; href: string }

export const reviewSubject = ({ locale, quiz_name, course_name }: ReviewEmail, result: ReviewResult): string =>
  localText(locale, reviewEmailTexts, `${result}.heading`, { quiz_name: quiz_name ?? '', course_name })

/** The email to a student whose quiz or documents staff reviewed. */
export function ReviewMail({ review, result, href }: Props) {
  const { locale, organization_name, first_name, course_name, comment } = review
  const quiz_name = review.quiz_name ?? ''
  const body = localText(locale, reviewEmailTexts, `${result}.body`, { quiz_name, course_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={course_name}
      heading={reviewSubject(review, result)}
      name={first_name}
      body={[body, comment && result !== 'documents' && localText(locale, reviewEmailTexts, 'comment', { comment })]}
      button={{ label: localText(locale, reviewEmailTexts, 'button'), href }}
    />
  )
}

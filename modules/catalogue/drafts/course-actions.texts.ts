import type { Text } from '#platform/texts.ts'

/** The kinds of changes in a course's history. */
export const courseAuditTypes = {
  1: ['Created', 'Creado'],
  2: ['Updated', 'Actualizado'],
  3: ['Deleted', 'Eliminado'],
  4: ['Status', 'Estado'],
} as const satisfies Readonly<Record<number, Text>>

type Said = { type: keyof typeof courseAuditTypes; sentence: Text }
const [created, updated, removed, status] = [1, 2, 3, 4] as const

/** The labels of course actions in the history. */
export const courseActions = {
  'course.create': { type: created, sentence: ['The course was created.', 'Se creó el curso.'] },
  'course.duplicate': { type: created, sentence: ['The course was duplicated.', 'Se duplicó el curso.'] },
  'course.import': { type: created, sentence: ['The course was imported.', 'Se importó el curso.'] },
  'course.exportAsked': {
    type: updated,
    sentence: ['An export of the course was started.', 'Se inició una exportación del curso.'],
  },
  'course.publish': { type: status, sentence: ['The course was published.', 'Se publicó el curso.'] },
  'course.unpublish': { type: status, sentence: ['The course was unpublished.', 'Se anuló la publicación del curso.'] },
  'course.remove': { type: removed, sentence: ['The course was removed.', 'Se eliminó el curso.'] },
  'course.restore': {
    type: updated,
    sentence: ['An earlier version was restored.', 'Se restauró una versión anterior.'],
  },
  'course.discard': {
    type: updated,
    sentence: ['The unpublished changes were discarded.', 'Se descartaron los cambios sin publicar.'],
  },
  'course.move-students': {
    type: updated,
    sentence: ['Students were moved to another version.', 'Se pasó a estudiantes a otra versión.'],
  },
  'course.overview': { type: updated, sentence: ['The overview was updated.', 'Se actualizó la descripción general.'] },
  'course.outline': { type: updated, sentence: ['The outline was updated.', 'Se actualizó el esquema.'] },
  'course.registration': { type: updated, sentence: ['The registration was updated.', 'Se actualizó el registro.'] },
  'course.faq': { type: updated, sentence: ['The FAQs were updated.', 'Se actualizaron las preguntas frecuentes.'] },
  'course.finalexam': { type: updated, sentence: ['The final exam was updated.', 'Se actualizó el examen final.'] },
  'course.security': {
    type: updated,
    sentence: ['The security settings were updated.', 'Se actualizó la configuración de seguridad.'],
  },
  'course.certificates': {
    type: updated,
    sentence: ['The certificate templates were updated.', 'Se actualizaron las plantillas de certificados.'],
  },
  'course.support': {
    type: updated,
    sentence: ['The support settings were updated.', 'Se actualizó la configuración de soporte.'],
  },
  'course.questionBank': {
    type: updated,
    sentence: ['A question bank was updated.', 'Se actualizó un banco de preguntas.'],
  },
  'course.question': { type: updated, sentence: ['A question was updated.', 'Se actualizó una pregunta.'] },
} as const satisfies Readonly<Record<string, Said>>

export const otherAction: Said = { type: updated, sentence: ['An action was recorded.', 'Se registró una acción.'] }

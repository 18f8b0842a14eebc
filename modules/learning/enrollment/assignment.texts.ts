import { texts } from '#platform/texts.ts'

export const assignmentTexts = texts({
  title: ['Group and due date', 'Grupo y fecha de entrega'],
  lead: [
    'The student gets a reminder 7 days and 1 day before the due date. You get an email if the course is not finished by then.',
    'El estudiante recibe un recordatorio 7 días y 1 día antes de la fecha de entrega. Usted recibe un correo electrónico si el curso no está terminado para entonces.',
  ],
  group: ['Group', 'Grupo'],
  groupHint: ['For example a terminal or a team.', 'Por ejemplo, una terminal o un equipo.'],
  dueOn: ['Due date', 'Fecha de entrega'],
  none: ['None', 'Sin especificar'],
  save: ['Save', 'Guardar'],
  busy: ['Saving…', 'Guardando…'],
  saved: ['Your changes were saved.', 'Se guardaron los cambios.'],
})

import { texts } from '#platform/texts.ts'

export const assignmentTexts = texts({
  title: ['Group and due date', 'Grupo y fecha para terminar'],
  lead: [
    "The student gets reminders 7 days and 1 day before the due date. You get an email if the course isn't finished by then.",
    'El estudiante recibe recordatorios 7 días y 1 día antes de esa fecha. Usted recibe un correo electrónico si el curso no está terminado para entonces.',
  ],
  group: ['Group', 'Grupo'],
  groupHint: ['For example, a terminal or a team.', 'Por ejemplo, una terminal o un equipo.'],
  dueOn: ['Due date', 'Fecha para terminar'],
  none: ['None', 'Sin especificar'],
  save: ['Save', 'Guardar'],
  busy: ['Saving…', 'Guardando…'],
  saved: ['Your changes were saved.', 'Se guardaron los cambios.'],
})

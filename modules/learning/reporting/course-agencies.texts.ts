import { texts } from '#platform/texts.ts'

export const courseAgencyTexts = texts({
  title: ['Agencies by course', 'Agencias por curso'],
  lead: [
    'This applies to courses without a program; the completions of a program go to its own agencies. Changes here apply to completions from now on.',
    'Esto se aplica a los cursos sin programa; las finalizaciones de un programa se informan a sus propias agencias. Un cambio aquí se aplica a las finalizaciones a partir de ahora.',
  ],
  back: ['Completion Reports', 'Informes de finalización'],
  course: ['Course', 'Curso'],
  agency: ['Reports to', 'Se informa a'],
  byState: ["By the course's states", 'Según los estados del curso'],
  save: ['Save', 'Guardar'],
  saved: ['Agency saved.', 'Agencia guardada.'],
  none: ['No published courses', 'No hay cursos publicados'],
  noneLead: [
    'Courses that you publish will appear here with the agency that their completions are reported to.',
    'Los cursos que publique aparecerán aquí con la agencia a la que se informan sus finalizaciones.',
  ],
  unknown: ['Choose an agency from the list.', 'Elija una agencia de la lista.'],
})
